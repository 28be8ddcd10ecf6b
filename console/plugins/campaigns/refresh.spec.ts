import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refreshCampaigns } from './refresh.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a hundred notices within a second are two questions, the last of them after the last notice', () => {
  const cache = new QueryClient();
  const asked = vi.spyOn(cache, 'invalidateQueries');
  for (let notice = 0; notice < 100; notice += 1) {
    refreshCampaigns(cache);
    vi.advanceTimersByTime(5);
  }
  expect(asked).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(500);
  expect(asked).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  refreshCampaigns(cache);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(asked).toHaveBeenLastCalledWith({ queryKey: ['campaigns'] });
});
