import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../domain/views/index.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { plugin } from './plugin.ts';
import { QueuesPage } from './queues-page.tsx';

const admin: SessionUserView = {
  ...{ id: 'clara', name: 'Clara', email: 'clara@casa.example', profile: 'admin', super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', whatsappId: null, queues: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
};

const show = async () => {
  const held = [
    { id: 'q1', number: 1, name: 'Suporte', color: '#112233' },
    { id: 'q2', number: 2, name: 'Vendas', color: '#112233' },
  ];
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(
      new URL(String(url), 'http://localhost').pathname === '/api/users/list'
        ? [{ queues: [{ id: 'q1' }] }]
        : [{ queues: [{ id: 'q1' }] }, { queues: [] }],
    ),
  );
  beginSession(admin, 'a token');
  const dataProvider = {
    getList: async () => ({ data: [...held], total: held.length }),
    create: async (_resource: string, { data }: { data: object }) => ({ data: { ...data, id: 'q3' } }),
  } as unknown as DataProvider;
  render(
    <MemoryRouter initialEntries={['/queues']}>
      <CoreAdminContext
        dataProvider={dataProvider}
        i18nProvider={await createI18n([plugin])}
        queryClient={new QueryClient()}
      >
        <Routes>
          <Route path="/queues" element={<QueuesPage />} />
          <Route path="/users" element={<p>page of users</p>} />
          <Route path="/connections" element={<p>page of connections</p>} />
        </Routes>
        <Toasts />
      </CoreAdminContext>
    </MemoryRouter>,
  );
};
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a queue of nobody says so in words, and leads to where that is mended', async () => {
  await show();
  const orphan = await row('Vendas');
  expect((await orphan.findByRole('link', { name: 'Nenhuma conexão' })).getAttribute('href')).toBe(
    '/connections',
  );
  fireEvent.click(orphan.getByRole('link', { name: 'Nenhum atendente' }));
  await screen.findByText('page of users');
});

test('one that somebody attends says nothing', async () => {
  await show();
  await (await row('Vendas')).findByRole('link', { name: 'Nenhuma conexão' });
  expect((await row('Suporte')).queryByRole('link')).toBeNull();
});

test('after one was created the next steps are offered', async () => {
  await show();
  await row('Suporte');
  fireEvent.click(screen.getByRole('button', { name: 'Nova fila' }));
  fireEvent.change(screen.getByLabelText('Nome'), { target: { value: 'Trocas' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByText(/^Fila criada\./);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Conexões' }));
  await screen.findByText('page of connections');
});
