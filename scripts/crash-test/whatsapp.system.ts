import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runWhatsappCrashTest } from './whatsapp-rounds.ts';

test('gateways killed at random instants lose nothing that WhatsApp was told has arrived, double nothing, and every file is there', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-crash-whatsapp-'));
  const lines: string[] = [];
  const result = await runWhatsappCrashTest({ dataDir, kills: 12, report: (line) => lines.push(line) });
  expect(result.findings, lines.join('\n')).toEqual([]);
  expect(result.messages).toBeGreaterThan(200);
  expect(result.files).toBeGreaterThan(40);
  await rm(dataDir, { recursive: true, force: true });
}, 600_000);
