import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToasts } from '../../shell/notify.ts';
import { useRenewed } from './renewed.ts';

const go = vi.fn();
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  go.mockClear();
});

test('until when the licence goes is said at once, and four seconds later the user goes on', async () => {
  const { result } = renderHook(() => ({ tell: useRenewed(go), toasts: useToasts() }));
  // Told by the live line and by asking: it is one payment.
  for (let times = 0; times < 2; times++) act(() => result.current.tell({ until: '2026-12-10' }));
  expect(result.current.toasts.map(({ code, kind }) => [code, kind])).toEqual([
    ['billing.renewed', 'success'],
  ]);
  await wait(3_999);
  expect(go).not.toHaveBeenCalled();
  await wait(1);
  expect(go).toHaveBeenCalledTimes(1);
});

test('who has left the page by then is taken nowhere', async () => {
  const { result, unmount } = renderHook(() => useRenewed(go));
  act(() => result.current({ until: '2026-12-10' }));
  unmount();
  await wait(5_000);
  expect(go).not.toHaveBeenCalled();
});
