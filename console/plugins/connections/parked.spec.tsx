import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { ParkedNotice } from './parked.tsx';
import { plugin } from './plugin.ts';

const one = {
  id: '8204000000000-a1',
  connection: { id: 'c1', name: 'Loja' },
  ...{ kind: 'message', from: '5511955500142', name: 'Marina', body: 'Oi', reason: 'unreadable' },
  ...{ detail: 'UnreadableEventError', at: '2026-11-21T10:00:00.000Z' },
};
let parked = [one];
const asked: string[] = [];
vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
  asked.push(`${method} ${url}`);
  if (method === 'DELETE') {
    parked = [];
    return new Response(null, { status: 204 });
  }
  return Response.json({ parked, hasMore: false });
});
afterEach(cleanup);

test('an admin is told of messages that could not be received, sees why, and ticks them off', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <MemoryRouter>
          <ParkedNotice moment={() => '21/11/26 07:00'} />
        </MemoryRouter>
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('1 mensagem não pôde ser recebida.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Ver' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Mensagens que não puderam ser recebidas' }),
  );
  for (const text of ['Marina', 'Oi', '21/11/26 07:00', /danificado/, /\+55 11 95550-0142 · Loja/])
    expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Ver contato' }).getAttribute('href')).toBe(
    '/contacts?search=5511955500142',
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Já conferi: Marina' }));
  expect(await dialog.findByText('Nada mais por aqui.')).toBeTruthy();
  expect(asked).toContain(`DELETE /api/parked/${one.id}`);
});
