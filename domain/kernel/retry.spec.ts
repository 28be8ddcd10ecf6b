import { expect, it } from 'vitest';
import { backoff, retry, StoppedError, sleep, withTimeout } from './retry.ts';

const slept: number[] = [];
const soon = { random: () => 1, sleep: async (ms: number) => void slept.push(ms) };

it('tries again until it succeeds, each pause twice the one before, up to the longest', async () => {
  slept.length = 0;
  const heard: unknown[] = [];
  let tries = 0;
  const answer = await retry(
    async () => {
      if (++tries < 6) throw new Error(`no ${tries}`);
      return 'yes';
    },
    {
      ...soon,
      firstMs: 10,
      capMs: 50,
      onFailure: (_error, failures) => heard.push(failures),
      onRecovery: () => heard.push('well again'),
    },
  );
  expect([answer, tries]).toEqual(['yes', 6]);
  expect(slept).toEqual([10, 20, 40, 50, 50]);
  expect(heard).toEqual([1, 2, 3, 4, 5, 'well again']);
});

it('throws at once what no other try can mend', async () => {
  let tries = 0;
  const refused = new TypeError('a defect');
  await expect(
    retry(
      async () => {
        tries++;
        throw refused;
      },
      { ...soon, giveUp: (error) => error instanceof TypeError },
    ),
  ).rejects.toBe(refused);
  expect(tries).toBe(1);
});

it('ends when it is stopped, in the middle of a pause too', async () => {
  const stop = new AbortController();
  const running = retry(() => Promise.reject(new Error('away')), {
    signal: stop.signal,
    firstMs: 600_000,
    capMs: 600_000,
  });
  setTimeout(() => stop.abort(), 5);
  await expect(running).rejects.toThrow(StoppedError);
  await sleep(600_000, stop.signal);
});

it('a pause is never shorter than half of its step', () => {
  const least = backoff(100, 300, () => 0);
  expect([least.next(), least.next(), least.next(), least.next()]).toEqual([50, 100, 150, 150]);
  least.reset();
  expect(least.next()).toBe(50);
});

it('what takes too long fails as its caller says; what comes in time is its answer', async () => {
  const late = () => new Error('too late');
  await expect(withTimeout(5, new Promise(() => {}), late)).rejects.toThrow('too late');
  expect(await withTimeout(60_000, Promise.resolve(3), late)).toBe(3);
});
