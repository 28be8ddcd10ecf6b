import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../contract/user.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { DashboardPage } from './dashboard-page.tsx';
import { plugin } from './plugin.ts';

const owner: SessionUserView = {
  ...{ id: 'rui', name: 'Rui', email: 'rui@loja.example', profile: 'admin', super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', connectionId: null, queues: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Loja', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
};
const compared = { supportFinished: 0, leads: 0, avgSupportTime: 0, avgWaitTime: 0 };
const show = async ({ pending = 0, queues = [{}] }: { pending?: number; queues?: object[] } = {}) => {
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    '/api/dashboard': {
      counters: { ...compared, supportHappening: 0, supportPending: pending, previous: compared },
      attendants: [],
    },
    '/api/dashboard/ticketsUsers': { data: [], count: 0 },
    '/api/dashboard/ticketsDay': { data: [], count: 0 },
    '/api/whatsapp': [{ status: 'CONNECTED', number: '' }],
    '/api/users/list': [{}, {}],
    '/api/queue': queues,
    '/api/quick-messages': { records: pending > 0 ? [{}] : [] },
  };
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { pathname } = new URL(String(url), 'http://localhost');
    asked.push(pathname);
    // What other plugins show at the foot of the page is not what is looked at here.
    if (pathname === '/api/usage') return Response.json({ error: 'ERR_UNAVAILABLE' }, { status: 503 });
    return Response.json(answers[pathname] ?? []);
  });
  beginSession(owner, 'a token');
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <I18nContextProvider value={await createI18n([plugin])}>
          <DashboardPage />
        </I18nContextProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return asked;
};
const list = () => screen.queryByRole('region', { name: 'Primeiros passos' });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('an empty desk is led on instead of being shown zeros and other dates', async () => {
  await show();
  await screen.findByText('3 de 5');
  const next = screen.getByRole('link', { current: 'step' });
  expect(next.getAttribute('href')).toBe('/tickets');
  expect(next.textContent).toContain('Receba uma mensagem de teste');
  expect(screen.getByRole('link', { name: /Crie uma fila feito/ }).getAttribute('href')).toBe('/queues');
  expect(screen.queryByText('Em conversa')).toBeNull();
  await screen.findByText('Aqui fica quantas conversas cada pessoa atendeu.');
  expect(screen.queryByText('Escolha outras datas e filtre de novo.')).toBeNull();
});

test('put away, it stays away, and the cards are there', async () => {
  await show();
  fireEvent.click(await screen.findByRole('button', { name: 'Esconder os primeiros passos' }));
  expect(list()).toBeNull();
  await screen.findByText('Em conversa');
  cleanup();
  const asked = await show();
  await screen.findByText('Em conversa');
  expect(list()).toBeNull();
  expect(asked).not.toContain('/api/users/list');
});

test('with all done it is gone', async () => {
  const asked = await show({ pending: 1 });
  await screen.findByText('Em conversa');
  await waitFor(() => expect(asked).toContain('/api/quick-messages'));
  await waitFor(() => expect(list()).toBeNull());
});

test('a desk at work is asked nothing for it', async () => {
  const asked = await show({ pending: 20, queues: [] });
  await screen.findByText('Em conversa');
  expect(list()).toBeNull();
  expect(asked).not.toContain('/api/queue');
});
