import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../../contract/user.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { NewTicketDialog } from './new-ticket-dialog.tsx';

const somebody = (profile: 'user' | 'admin'): SessionUserView => ({
  ...{ id: 'clara', name: 'Clara', email: 'clara@casa.example', profile, super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', connectionId: null, position: 1 },
  queues: [{ id: 'q1', name: 'Vendas', color: '#112233' }],
  queueIds: ['q1'],
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
});

const Address = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};

/** The dialog over the page of this address, where a new ticket is answered with this. */
const begin = async (profile: 'user' | 'admin', at: string, answer: () => Response) => {
  vi.stubGlobal('fetch', async (_url: string, { method }: RequestInit = {}) =>
    method === 'POST' ? answer() : Response.json([]),
  );
  beginSession(somebody(profile), 'a token');
  const marina = { id: 'k1', name: 'Marina', number: '5511955500142' };
  const dialog = <NewTicketDialog contact={marina} onClose={() => {}} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <MemoryRouter initialEntries={[at]}>
          <Routes>
            <Route path="/tickets" element={dialog} />
            <Route path="/contacts" element={dialog} />
            <Route path="/tickets/:id" element={<Address />} />
            <Route path="/connections" element={<p>page of connections</p>} />
          </Routes>
        </MemoryRouter>
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Iniciar' }));
};

/** A company without a number: no conversation can begin. */
const start = async (profile: 'user' | 'admin') => {
  const refusal = () => Response.json({ error: 'ERR_NO_DEF_WAPP_FOUND' }, { status: 404 });
  await begin(profile, '/tickets', refusal);
  await screen.findByText('Nenhuma conexão padrão encontrada.');
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('without a number to write from, who may connect one is led there', async () => {
  await start('admin');
  fireEvent.click(screen.getByRole('link', { name: 'Abrir conexões' }));
  await screen.findByText('page of connections');
});

test('who may not is told whom to ask', async () => {
  await start('user');
  expect(screen.getByText('Peça a um administrador que conecte um número.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Abrir conexões' })).toBeNull();
});

test.each([
  ['/contacts?search=marina', '/tickets/t1'],
  ['/tickets?tab=closed&new=k1', '/tickets/t1?tab=closed'],
])('from %s the ticket is opened at %s: only what its list is filtered by stays', async (at, then) => {
  const details = { ticket: { id: 't1' }, user: { id: 'clara', name: 'Clara' } };
  const refusal = { error: 'ERR_OTHER_OPEN_TICKET', details };
  await begin('user', at, () => Response.json(refusal, { status: 409 }));
  expect((await screen.findByRole('status')).textContent).toBe(then);
});
