import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRounds } from './rounds.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const options = { pauseMs: 100, onFailure: () => undefined };

it('does the work at once, and so long after its end again', async () => {
  let ended = Promise.withResolvers<void>();
  const work = vi.fn(() => ended.promise);
  const rounds = createRounds(work, options);
  rounds.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  ended.resolve();
  await vi.advanceTimersByTimeAsync(99);
  expect(work).toHaveBeenCalledTimes(1);
  ended = Promise.withResolvers();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
  rounds.stop();
});

it('begins after a pause where it is late', async () => {
  const work = vi.fn(async () => undefined);
  const rounds = createRounds(work, { ...options, isLate: true });
  rounds.start();
  await vi.advanceTimersByTimeAsync(99);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(1);
  rounds.stop();
});

it('goes on after failures, more slowly, and says each once for as long as it lasts', async () => {
  const outcomes = ['away', 'away', 'works', 'away', 'broken'];
  const work = vi.fn(async () => {
    const outcome = outcomes.shift();
    if (outcome !== 'works') throw new Error(outcome);
  });
  const onFailure = vi.fn();
  const rounds = createRounds(work, { ...options, failedPauseMs: 300, onFailure });
  rounds.start();
  await vi.advanceTimersByTimeAsync(299);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect([work.mock.calls.length, onFailure.mock.calls.length]).toEqual([2, 1]);
  await vi.advanceTimersByTimeAsync(300);
  expect([work.mock.calls.length, onFailure.mock.calls.length]).toEqual([3, 1]);
  await vi.advanceTimersByTimeAsync(100);
  expect([work.mock.calls.length, onFailure.mock.calls.length]).toEqual([4, 2]);
  await vi.advanceTimersByTimeAsync(300);
  expect([work.mock.calls.length, onFailure.mock.calls.length]).toEqual([5, 3]);
  rounds.stop();
});

it('does nothing more once it is stopped, also by its own round', async () => {
  const work = vi.fn(async () => rounds.stop());
  const rounds = createRounds(work, options);
  rounds.start();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(work).toHaveBeenCalledTimes(1);
});
