// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { usePrint } from './use-print.ts';

afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset.theme;
});

const printed = () => {
  const print = vi.fn();
  window.print = print;
  return print;
};

test('the older pages are there before it is printed', async () => {
  const print = printed();
  let left = 3;
  const fetchNextPage = vi.fn(async () => {
    left -= 1;
    expect(print).not.toHaveBeenCalled();
    return { hasNextPage: left > 0, isError: false };
  });
  const { result } = renderHook(() => usePrint({ hasNextPage: true, fetchNextPage }));
  await result.current();
  expect(fetchNextPage).toHaveBeenCalledTimes(3);
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 });
});

test('a page that does not come does not hold the rest back', async () => {
  const print = printed();
  const fetchNextPage = vi.fn(async () => ({ hasNextPage: true, isError: true }));
  const { result } = renderHook(() => usePrint({ hasNextPage: true, fetchNextPage }));
  await result.current();
  expect(fetchNextPage).toHaveBeenCalledOnce();
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce(), { timeout: 10_000 });
});

test('paper is light, and the screen is dark again afterwards', () => {
  const { dataset } = document.documentElement;
  dataset.theme = 'dark';
  const { unmount } = renderHook(() =>
    usePrint({ hasNextPage: false, fetchNextPage: async () => ({ hasNextPage: false, isError: false }) }),
  );
  window.dispatchEvent(new Event('beforeprint'));
  expect(dataset.theme).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(dataset.theme).toBe('dark');
  unmount();
});
