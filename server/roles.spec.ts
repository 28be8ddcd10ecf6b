import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { followers } from '../gateway/process/checkpoint.ts';
import { readConfig } from './config.ts';
import { startRoles } from './roles.ts';

test('an api alone fixes where what follows the log begins: a gateway that comes later begins there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-roles-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig(
    { DATA_DIR: folder, PORT: '0', ROLES: 'api', DEMO: '0', STOP_WAIT_SECONDS: '0', LOG_LEVEL: 'silent' },
    { demo: false },
  );
  const running = await startRoles(config, pino({ level: 'silent' }), { prepare: async () => {} });
  try {
    const kept = await running.stores.state.list('process/');
    expect(kept.map(({ key }) => key)).toEqual(followers.map((name) => `process/${name}`));
  } finally {
    await running.stop();
  }
}, 30_000);
