import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCrashTest } from './rounds.ts';

test('20 rounds of kill -9 under load lose nothing, double nothing, and leave every screen right', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-crash-'));
  const lines: string[] = [];
  const result = await runCrashTest({ dataDir, rounds: 20, seconds: 2, report: (line) => lines.push(line) });
  expect(result.findings, `${lines.join('\n')}\nlogs in ${dataDir}`).toEqual([]);
  expect(result.kills).toBeGreaterThan(20);
  expect(result.inbound).toBeGreaterThan(200);
  expect(result.outbound).toBeGreaterThan(50);
  await rm(dataDir, { recursive: true, force: true });
});
