import { afterEach, expect, it } from 'vitest';
import { giveBackAtRest } from './rest.ts';

let ending = new AbortController();
afterEach(() => ending.abort());

const spentMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const work = (ms: number) => {
  for (const end = spentMs() + ms; spentMs() < end; );
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function resting(lookMs: number, workMs: number) {
  ending = new AbortController();
  let times = 0;
  const giveBack = () => {
    times += 1;
  };
  const over = giveBackAtRest([giveBack], { lookMs, workMs }, ending.signal);
  return { times: () => times, over };
}

it('memory is given back at the first rest, and again after each busy time only', async () => {
  const left = new WeakRef({ garbage: true });
  // What the runner and the collections take meanwhile is no busy time.
  const { times, over } = resting(200, 500);
  await expect.poll(times, { timeout: 10_000 }).toBe(1);
  await pause(1_500);
  expect(times()).toBe(1);
  // Not before: whoever looks while it is collected keeps it.
  expect(left.deref()).toBeUndefined();
  work(550);
  await expect.poll(times, { timeout: 10_000 }).toBe(2);
  ending.abort();
  await over;
});

it('beside processes that take the processor, one with little to do is at rest too', async () => {
  const otherTurns = new Int32Array(new SharedArrayBuffer(4));
  const waiting = setInterval(() => Atomics.wait(otherTurns, 0, 0, 15), 100);
  try {
    const { times } = resting(200, 50);
    await expect.poll(times, { timeout: 10_000 }).toBe(1);
  } finally {
    clearInterval(waiting);
  }
});

it('a process that always has something to do is let be', async () => {
  const busy = setInterval(() => work(15), 20);
  try {
    const { times } = resting(100, 50);
    await pause(600);
    expect(times()).toBe(0);
  } finally {
    clearInterval(busy);
  }
});
