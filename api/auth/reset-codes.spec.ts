import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createVault } from '../../gateway/secrets/vault.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { issueResetCode, type Requester, tryResetCode } from './reset-codes.ts';

const email = 'ana@example.org';
const hourMs = 3_600_000;
let codes: Parameters<typeof issueResetCode>[0];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  codes = {
    state: createInMemoryStateStore(),
    vault: createVault(Buffer.alloc(32, 7).toString('base64')),
  };
});
afterEach(() => void vi.useRealTimers());

const stranger = (at = 0): Requester => ({
  browser: `browser ${at}`,
  network: `10.0.0.${at}`,
  isKnown: false,
});
const issue = (requester = stranger()) =>
  issueResetCode(codes, email, { userId: 'ana', passwordSetBy: null }, requester);
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');
async function guessAll(requester = stranger()) {
  const code = await issue(requester);
  for (let at = 0; at < 5; at++)
    expect(await tryResetCode(codes, email, wrong(code), requester)).toBeUndefined();
}

it('of all codes of a day twenty may be guessed at; what was guessed a day ago counts no more', async () => {
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
  expect((await tryResetCode(codes, email, code, stranger()))?.userId).toBe('ana');
});

it('whoever drops the cookie of each answer guesses no more often', async () => {
  for (let at = 0; at < 4; at++) await guessAll({ ...stranger(), browser: `browser ${at}` });
  await expect(issue({ ...stranger(), browser: 'another' })).rejects.toMatchObject({
    code: 'ERR_TOO_MANY_REQUESTS',
  });
});

it('what strangers ask for, guess at and use up is theirs: the code of the owner stays good', async () => {
  const owner = stranger(99);
  const own = await issue(owner);
  for (let at = 0; at < 4; at++) await guessAll(stranger(1));
  await expect(issue(stranger(1))).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  expect((await tryResetCode(codes, email, own, owner))?.userId).toBe('ana');
});

it('a code is of the browser that asked, wherever it has gone since, or of its network where there are no cookies', async () => {
  const own = await issue(stranger(1));
  const moved = { ...stranger(1), network: '192.0.2.7' };
  expect((await tryResetCode(codes, email, own, moved))?.userId).toBe('ana');
  const without = { ...stranger(1), browser: 'made a moment ago' };
  expect((await tryResetCode(codes, email, own, without))?.userId).toBe('ana');
  expect(await tryResetCode(codes, email, own, stranger(2))).toBeUndefined();
});

it('from everywhere together strangers guess two hundred times a day, which a browser of the owner is no part of', async () => {
  for (let network = 0; network < 10; network++)
    for (let at = 0; at < 4; at++) await guessAll(stranger(network));
  await expect(issue(stranger(77))).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  const owner = { ...stranger(77), isKnown: true };
  const own = await issue(owner);
  expect((await tryResetCode(codes, email, own, owner))?.userId).toBe('ana');
});
