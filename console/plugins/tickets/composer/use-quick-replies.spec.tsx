import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { keys } from '../live-cache/keys.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { useQuickReplies } from './use-quick-replies.ts';

const saved = ['pix', 'horario'].map((shortcode) => ({
  id: shortcode,
  shortcode,
  message: `Sobre ${shortcode}`,
}));
const setText = vi.fn<(text: string) => void>();

/** The suggestions at a text, on a screen of this width. */
function suggested(text: string, width: number) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width <= Number(/max-width: ([\d.]+)px/.exec(query)?.[1] ?? 0),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const cache = new QueryClient();
  cache.setQueryData(keys.quickMessages, saved);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const ticket = aTicket({ status: 'open' });
  return renderHook(() => useQuickReplies(ticket, { text, setText, fetchOf: () => undefined }), { wrapper })
    .result;
}

beforeEach(() => {
  setText.mockClear();
  beginSession({
    ...{ id: 'ana', name: 'Ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.unstubAllGlobals();
});

test('a slash alone shows all of them on a phone, which has no button for that; the one taken is its place', () => {
  const replies = suggested('/', 390);
  expect(replies.current.open).toBe(true);
  expect(replies.current.matches.map(({ id }) => id)).toEqual(['horario', 'pix']);
  act(() => replies.current.take(replies.current.matches[1]!));
  expect(setText).toHaveBeenCalledExactlyOnceWith('Sobre pix');
});

test.each([
  ['a slash alone, on a wide screen', '/', 1440],
  ['a slash within a text, on a phone', '1/2', 390],
])('%s suggests nothing', (_what, text, width) => {
  expect(suggested(text, width).current.open).toBe(false);
});
