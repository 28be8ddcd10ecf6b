import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oncePerTurn } from './stream-ends.ts';

test('a data version is asked for once a turn, and anew before anything that came in meanwhile is acted on', async () => {
  let asked = 0;
  const dataVersion = oncePerTurn(() => ++asked);
  await turn();
  expect(dataVersion()).toBe(1);
  expect(dataVersion()).toBe(1);
  await Promise.resolve();
  expect(dataVersion()).toBe(1);
  await turn();
  expect(dataVersion()).toBe(2);
  const seen = await Promise.all(
    [1, 2].map(async (ms) => {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return [dataVersion(), dataVersion()];
    }),
  );
  expect(seen).toEqual([
    [3, 3],
    [4, 4],
  ]);
});

test('a version that could not be asked for is not remembered', async () => {
  let fails = true;
  const dataVersion = oncePerTurn(() => {
    if (fails) throw new Error('disk I/O error');
    return 7;
  });
  expect(dataVersion).toThrow('disk I/O error');
  fails = false;
  expect(dataVersion()).toBe(7);
});
