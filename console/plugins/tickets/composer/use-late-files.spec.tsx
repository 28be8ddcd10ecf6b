import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QuickMessage } from './quick-replies.ts';
import { useLateFiles } from './use-late-files.ts';

const catalogue: QuickMessage = {
  ...{ id: 'q1', shortcode: 'catalogo', message: 'Segue', isMedia: true },
  ...{ mediaPath: 'm1', mediaName: 'catalogo.png', mediaPathUrl: '/api/media/m1' },
} as QuickMessage;
let answer: (response: Response) => void;
beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const attached = vi.fn<(files: readonly File[]) => number>(() => 1);
let tickets = 0;
const begin = () => {
  attached.mockClear();
  const key = `ana.${++tickets}`;
  const { result } = renderHook(() => useLateFiles(key, attached));
  act(() => result.current.fetchOf(catalogue));
  act(() => result.current.waitFor('Segue'));
  return result;
};

test('what is sent while the file of a quick reply is on its way waits until it is attached', async () => {
  const late = begin();
  expect(late.current).toMatchObject({ areComing: true, waitingText: 'Segue' });
  await act(async () => answer(new Response('png')));
  await expect.poll(() => late.current.areComing).toBe(false);
  expect(attached.mock.calls[0]?.[0].map(({ name }) => name)).toEqual(['catalogo.png']);
  expect(late.current.waitingText).toBe('Segue');
});

test('a file that does not come leaves the text where it is, unsent', async () => {
  const late = begin();
  await act(async () => answer(new Response('', { status: 404 })));
  await expect.poll(() => late.current.areComing).toBe(false);
  expect(attached).not.toHaveBeenCalled();
  expect(late.current.waitingText).toBeUndefined();
});
