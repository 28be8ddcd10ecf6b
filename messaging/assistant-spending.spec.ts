import { expect, it } from 'vitest';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { createSpending } from './assistant-spending.ts';

const evening = new Date('2026-11-28T23:59:00Z');
const morning = new Date('2026-11-29T00:01:00Z');

it('of many who ask at once, in two processes, none begins once the limit is reached', async () => {
  const state = createInMemoryStateStore();
  const processes = [createSpending(state, () => evening), createSpending(state, () => evening)];
  const asked = await Promise.all(
    Array.from({ length: 20 }, (_, at) => processes[at % 2]!.reserve('c1', 'p1', 40, 100)),
  );
  expect(asked.filter((one) => one !== undefined)).toHaveLength(3);
  expect(await processes[0]!.of('c1', 'p1')).toBe(120);
});

it('counts what an answer has cost in place of what was put aside, and nothing where it cost nothing', async () => {
  const spending = createSpending(createInMemoryStateStore(), () => evening);
  const [first, second] = [
    await spending.reserve('c1', 'p1', 40, 100),
    await spending.reserve('c1', 'p1', 40, 100),
  ];
  await spending.settle(first!, 12);
  expect(await spending.of('c1', 'p1')).toBe(52);
  await spending.settle(second!, 0);
  expect(await spending.of('c1', 'p1')).toBe(12);
});

it('who dies before the answer leaves no more counted than was put aside, and that until the day is over', async () => {
  let now = evening;
  const spending = createSpending(createInMemoryStateStore(), () => now);
  await spending.reserve('c1', 'p1', 100, 100);
  expect(await spending.reserve('c1', 'p1', 100, 100)).toBeUndefined();
  expect(await spending.of('c1', 'p1')).toBe(100);
  now = morning;
  expect(await spending.reserve('c1', 'p1', 100, 100)).toBeDefined();
});

it('what is asked before midnight is of that day, however late it is answered', async () => {
  let now = evening;
  const spending = createSpending(createInMemoryStateStore(), () => now);
  const reservation = await spending.reserve('c1', 'p1', 40, 0);
  now = morning;
  await spending.settle(reservation!, 12);
  expect(await spending.of('c1', 'p1')).toBe(0);
  now = evening;
  expect(await spending.of('c1', 'p1')).toBe(12);
});
