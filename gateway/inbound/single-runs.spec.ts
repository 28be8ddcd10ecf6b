import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSingleRuns } from './single-runs.ts';

function started() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ended = new AbortController();
  const runs = createSingleRuns<{ id: string; what: string }>({
    idOf: ({ id }) => id,
    run: ({ id, what }) => {
      begun.push(`${id} ${what}`);
      return new Promise((resolve) => void ends.push(resolve));
    },
    signal: ended.signal,
  });
  return {
    runs,
    begun,
    end: () => {
      ends.shift()?.();
      return turn();
    },
    ended,
  };
}

describe('work that is asked for while it runs', () => {
  it('is done once more when it has ended, as it was asked for last; other work beside it', async () => {
    const { runs, begun, end } = started();
    runs.add({ id: 'a', what: 'first' });
    runs.add({ id: 'a', what: 'second' });
    runs.add({ id: 'a', what: 'third' });
    runs.add({ id: 'b', what: 'first' });
    expect([begun, runs.size, runs.has('a')]).toEqual([['a first', 'b first'], 2, true]);
    await end();
    expect(begun).toEqual(['a first', 'b first', 'a third']);
    await end();
    await end();
    expect([begun.length, runs.size, runs.has('a')]).toEqual([3, 0, false]);
  });

  it('is left to others when all has ended', async () => {
    const { runs, begun, end, ended } = started();
    runs.add({ id: 'a', what: 'first' });
    runs.add({ id: 'a', what: 'second' });
    ended.abort();
    await end();
    expect([begun, runs.size]).toEqual([['a first'], 0]);
  });
});
