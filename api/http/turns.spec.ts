import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aBitOf, createTurns } from './turns.ts';

it('so many of a key at a time, the others in their order, and beyond so many waiting a refusal; other keys do not wait', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 3 });
  const began: number[] = [];
  const ends: (() => void)[] = [];
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      began.push(number);
      ends[number] = () => resolve(number);
    });
  const asked = [0, 1, 2, 3, 4].map((number) => inTurn('a', work(number)));
  await expect(inTurn('a', work(5))).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  expect(began).toEqual([0, 1]);
  const other = inTurn('b', work(9));
  expect(began).toEqual([0, 1, 9]);
  ends[9]!();
  await other;
  for (const number of [1, 0, 2, 3, 4]) {
    ends[number]!();
    await asked[number];
  }
  expect(began).toEqual([0, 1, 9, 2, 3, 4]);
  await expect(Promise.all(asked)).resolves.toEqual([0, 1, 2, 3, 4]);
});

it('a failure gives its place on as well', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 });
  const failed = inTurn('a', () => Promise.reject(new Error('no')));
  const next = inTurn('a', async () => 'next');
  await expect(failed).rejects.toThrow('no');
  await expect(next).resolves.toBe('next');
});

it('a bit that waits for a store passes its turn on, and gives what it came to all the same', async () => {
  let answer!: (value: string) => void;
  const slow = aBitOf(
    () =>
      new Promise<string>((resolve) => {
        answer = resolve;
      }),
  );
  expect(await aBitOf(async () => 'another’s')).toBe('another’s');
  answer('slow');
  expect(await slow).toBe('slow');
  await expect(aBitOf(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

it('what makes bits without waiting has them made one after the other', async () => {
  let making = 0;
  const bits = Array.from({ length: 20 }, () =>
    aBitOf(async () => {
      making += 1;
      await setImmediate();
      const seen = making;
      making -= 1;
      return seen;
    }),
  );
  expect(await Promise.all(bits)).toEqual(Array(20).fill(1));
});
