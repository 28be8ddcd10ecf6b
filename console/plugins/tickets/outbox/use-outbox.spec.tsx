import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { useOutbox } from './use-outbox.ts';

let users = 0;
/** Requests that nothing answers, until they are given up. */
const asked: RequestInit[] = [];
const giveUps: AbortController[] = [];

function outboxOf() {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const giveUp = new AbortController();
    giveUps.push(giveUp);
    return giveUp.signal;
  });
  vi.stubGlobal(
    'fetch',
    (_: string, options: RequestInit) =>
      new Promise<Response>((_, reject) => {
        asked.push(options);
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason));
      }),
  );
  // An outbox is kept for the life of the page, by whose it is.
  beginSession({
    ...{ id: `u${++users}`, name: 'Ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
  const cache = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  return renderHook(() => useOutbox(), { wrapper }).result;
}
const message = (id: string, file?: File) => ({
  ...{ id, ticketId: 't1', body: 'Bom dia', quoted: null, at: '2026-11-21T12:00:00.000Z' },
  ...(file && { file }),
});
const keyOf = ({ headers }: RequestInit) => Reflect.get(headers as object, 'idempotency-key') as unknown;

afterEach(() => {
  cleanup();
  endSession('logout');
  localStorage.clear();
  asked.length = 0;
  giveUps.length = 0;
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a text that nothing answers is sent again as the same one', async () => {
  const result = outboxOf();
  act(() => result.current.outbox.add(message('m1')));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  act(() => giveUps[0]?.abort(new DOMException('', 'TimeoutError')));
  await vi.waitFor(() => expect(result.current.items[0]?.state).toBe('waiting'));
  act(() => result.current.outbox.wake());
  await vi.waitFor(() => expect(asked.map(keyOf)).toEqual(['m1', 'm1']));
});

test('a file may take as long as it takes', async () => {
  const result = outboxOf();
  act(() => result.current.outbox.add(message('m2', new File(['x'], 'a.pdf', { type: 'application/pdf' }))));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.signal).toBeUndefined();
});
