import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLink } from './watchdog.ts';

const minute = 60_000;
const config = { quietMs: 10 * minute, probeMs: 20_000, staleMs: 120 * minute, mostStaleMs: 480 * minute };
let end: AbortController;
let heard: number;
let up: boolean;
let counts: { probes: number; deaf: number; stale: number[] };
let answers: boolean;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  end = new AbortController();
  heard = 0;
  up = true;
  answers = true;
  counts = { probes: 0, deaf: 0, stale: [] };
  void watchLink({
    driver: {
      heardAt: () => heard,
      probe: () => {
        counts.probes++;
        return answers ? Promise.resolve() : new Promise(() => {});
      },
    },
    isUp: () => up,
    onDeaf: async () => void counts.deaf++,
    onStale: async () => void counts.stale.push(Math.round(Date.now() / minute)),
    config,
    log: pino({ level: 'silent' }),
    signal: end.signal,
  });
});
afterEach(() => {
  end.abort();
  vi.useRealTimers();
});
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('a line on which people write is asked nothing', async () => {
  for (let n = 0; n < 60; n++) {
    heard = Date.now();
    await passes(minute);
  }
  expect(counts).toEqual({ probes: 0, deaf: 0, stale: [] });
});

it('one that says nothing is asked, and ended when it does not answer', async () => {
  answers = false;
  await passes(9 * minute);
  expect(counts.probes).toBe(0);
  await passes(5 * minute);
  expect(counts).toMatchObject({ probes: 1, deaf: 1 });
});

it('one that answers and hands nothing over is made anew, ever less often, and as often again once it did', async () => {
  await passes(24 * 60 * minute);
  expect(counts.deaf).toBe(0);
  const gaps = counts.stale.map((at, n) => at - (counts.stale[n - 1] ?? 0));
  expect(gaps[0]).toBeGreaterThanOrEqual(120);
  expect(gaps[0]).toBeLessThan(140);
  expect(gaps[1]).toBeGreaterThanOrEqual(240);
  expect(gaps[2]).toBeGreaterThanOrEqual(480);
  expect(counts.stale.length).toBeLessThanOrEqual(4);
  heard = Date.now();
  const before = counts.stale.length;
  await passes(150 * minute);
  expect(counts.stale.length).toBe(before + 1);
});

it('a line that is down is left to whoever brings it up', async () => {
  up = false;
  answers = false;
  await passes(300 * minute);
  expect(counts).toEqual({ probes: 0, deaf: 0, stale: [] });
});

it('one that falls while it is asked is not ended once more as deaf', async () => {
  answers = false;
  while (counts.probes === 0) await passes(1_000);
  up = false;
  await passes(5 * minute);
  expect(counts).toMatchObject({ probes: 1, deaf: 0 });
});
