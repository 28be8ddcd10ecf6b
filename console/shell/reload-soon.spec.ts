import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadSoon } from './reload-soon.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const watched = () => {
  const cache = new QueryClient();
  return { cache, reload: vi.spyOn(cache, 'invalidateQueries') };
};

test('changes of one moment are one reload, and those after it another', () => {
  const { cache, reload } = watched();
  reloadSoon(cache, ['users']);
  vi.advanceTimersByTime(200);
  reloadSoon(cache, ['users']);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(reload.mock.calls).toEqual([[{ queryKey: ['users'] }]]);
  vi.advanceTimersByTime(1_000);
  expect(reload).toHaveBeenCalledOnce();
  reloadSoon(cache, ['users']);
  vi.advanceTimersByTime(300);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('each key of each cache waits for itself', () => {
  const [one, other] = [watched(), watched()];
  reloadSoon(one.cache, ['queues']);
  vi.advanceTimersByTime(200);
  reloadSoon(one.cache, ['tags']);
  reloadSoon(other.cache, ['queues']);
  vi.advanceTimersByTime(100);
  expect([one.reload.mock.calls, other.reload.mock.calls]).toEqual([[[{ queryKey: ['queues'] }]], []]);
  vi.advanceTimersByTime(200);
  expect([one.reload.mock.calls.length, other.reload.mock.calls.length]).toEqual([2, 1]);
});

test('a burst is waited for until it pauses, at most as long as is said', () => {
  const { cache, reload } = watched();
  const burst = (changes: number) => {
    for (let change = 0; change < changes; change++) {
      reloadSoon(cache, ['counts'], { quietMs: 400, longestMs: 2_000 });
      vi.advanceTimersByTime(300);
    }
  };
  burst(4);
  expect(reload).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(reload).toHaveBeenCalledOnce();
  burst(7);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('what comes before it is done once, right before it', () => {
  const { cache, reload } = watched();
  const order: string[] = [];
  reload.mockImplementation(async () => void order.push('reload'));
  const before = () => void order.push('before');
  for (let change = 0; change < 3; change++) reloadSoon(cache, ['tags'], { before });
  vi.advanceTimersByTime(300);
  expect(order).toEqual(['before', 'reload']);
});
