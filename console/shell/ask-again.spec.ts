import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from './api.ts';
import { askAgain } from './ask-again.ts';

const away = () => new ApiError(0, 'ERR_NETWORK', 'no answer');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aScreen = (answer: () => Promise<string>, options: object = { retry: false }) => {
  const cache = new QueryClient();
  let back = () => {};
  const stop = askAgain(cache, (listener) => {
    back = listener;
    return () => {};
  });
  const asked = vi.fn(answer);
  const query = { queryKey: ['thread'], queryFn: asked, staleTime: Number.POSITIVE_INFINITY, ...options };
  const shown = new QueryObserver(cache, query);
  const hide = shown.subscribe(() => {});
  const end = () => {
    hide();
    stop();
    cache.clear();
  };
  return { cache, asked, shown, hide, query, back: () => back(), end };
};
const settle = () => vi.advanceTimersByTimeAsync(5);

test('what failed while the line was away is asked again when it is back, and its error is gone', async () => {
  let online = false;
  const { shown, asked, back, end } = aScreen(async () => {
    if (!online) throw away();
    return 'three messages';
  });
  await settle();
  expect(shown.getCurrentResult().isError).toBe(true);
  online = true;
  back();
  await settle();
  expect(asked).toHaveBeenCalledTimes(2);
  expect(shown.getCurrentResult()).toMatchObject({ data: 'three messages', isError: false });
  end();
});

test('what was held when asking anew failed is asked again all the same', async () => {
  let online = true;
  const { shown, back, cache, end } = aScreen(async () => {
    if (!online) throw away();
    return `answer ${online}`;
  });
  await settle();
  online = false;
  await cache.invalidateQueries();
  expect(shown.getCurrentResult()).toMatchObject({ data: 'answer true', isError: true });
  online = true;
  back();
  await settle();
  expect(shown.getCurrentResult()).toMatchObject({ data: 'answer true', isError: false });
  end();
});

test('a try that waits for its turn does not wait on a line that works', async () => {
  let online = false;
  const { shown, back, end } = aScreen(
    async () => {
      if (!online) throw away();
      return 'there';
    },
    { retry: 3, retryDelay: 30_000 },
  );
  await settle();
  expect(shown.getCurrentResult().fetchStatus).toBe('fetching');
  online = true;
  back();
  await settle();
  expect(shown.getCurrentResult().data).toBe('there');
  end();
});

test('what the server refused is its word: it is not asked again', async () => {
  const { asked, back, end } = aScreen(() => Promise.reject(new ApiError(403, 'ERR_NO_PERMISSION', 'no')));
  await settle();
  back();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(asked).toHaveBeenCalledTimes(1);
  end();
});

test('a line that is up and yet gives no answer is tried a few times, not for ever', async () => {
  const { asked, end } = aScreen(() => Promise.reject(new ApiError(503, 'ERR_UNAVAILABLE', 'starting')));
  await settle();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(asked).toHaveBeenCalledTimes(5);
  end();
});

test('what nobody shows any more is asked for when it is shown next, not before', async () => {
  let online = true;
  const { asked, cache, hide, back, query, end } = aScreen(async () => {
    if (!online) throw away();
    return 'there';
  });
  await settle();
  online = false;
  await cache.invalidateQueries();
  hide();
  online = true;
  back();
  await settle();
  expect(asked).toHaveBeenCalledTimes(2);
  const hideAgain = new QueryObserver(cache, query).subscribe(() => {});
  await settle();
  expect(asked).toHaveBeenCalledTimes(3);
  hideAgain();
  end();
});
