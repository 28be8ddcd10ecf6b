import { afterEach, expect, it, vi } from 'vitest';
import { createVault } from '../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { issueResetCode, tryResetCode } from './reset-codes.ts';

afterEach(() => void vi.useRealTimers());

const email = 'ana@example.org';
const hourMs = 3_600_000;

it('of all codes of a day twenty may be guessed at; what was guessed a day ago counts no more', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const codes = {
    state: createInMemoryStateStore(),
    vault: createVault(Buffer.alloc(32, 7).toString('base64')),
  };
  const issue = () => issueResetCode(codes, email, { userId: 'ana', passwordSetBy: null });
  const guessAll = async () => {
    const code = await issue();
    for (let at = 0; at < 5; at++)
      expect(await tryResetCode(codes, email, code === '000000' ? '000001' : '000000')).toBeUndefined();
  };
  for (let at = 0; at < 3; at++) await guessAll();
  // The last of that day outlives it.
  vi.setSystemTime(Date.now() + 23.9 * hourMs);
  await guessAll();
  await expect(issue()).rejects.toMatchObject({
    code: 'ERR_TOO_MANY_REQUESTS',
    details: { retryAfter: 360 },
  });
  vi.setSystemTime(Date.now() + 0.2 * hourMs);
  const code = await issue();
  expect((await tryResetCode(codes, email, code))?.userId).toBe('ana');
});
