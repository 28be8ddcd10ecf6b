import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionUserView, UserView } from '../../../contract/user.ts';
import { admin } from '../../../testing/admin.ts';
import { createI18n } from '../../shell/i18n.ts';
import { sessionOf } from '../../shell/session.tsx';
import { beginSession } from '../../shell/session-store.ts';
import { plugin } from './plugin.ts';
import { UsersPage } from './users-page.tsx';

const user = (id: string, name: string, position = 1): UserView => ({
  ...{ id, name, email: `${id}@casa.example`, profile: 'user', super: false, companyId: 'c1' },
  ...{ allTicket: 'desabled', connectionId: null, queues: [], queueIds: [], position },
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Shows the page over a server with these people, and what it is asked. */
async function show(held: UserView[], me: SessionUserView = admin) {
  const asked: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET', body }: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    if (method !== 'GET') asked.push([`${method} ${pathname}`, JSON.parse(String(body ?? '{}'))]);
    if (method !== 'GET') return Response.json(held[0]);
    if (pathname !== '/api/users') return Response.json([]);
    const users = held.filter(({ name }) =>
      name.toLowerCase().includes(searchParams.get('searchParam') ?? ''),
    );
    return Response.json({ users, count: users.length, hasMore: false });
  });
  beginSession(me, 'a token');
  const i18n = await createI18n([plugin]);
  const cache = new QueryClient();
  const element = <UsersPage tabs={null} />;
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={i18n}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByText(held[0]!.name);
  return { asked, cache };
}

test('a search asks the server, and who is not found goes', async () => {
  await show([user('ana', 'Ana'), user('bruno', 'Bruno')]);
  await screen.findByText('Bruno');
  fireEvent.change(screen.getByRole('searchbox', { name: 'Buscar por nome ou e-mail' }), {
    target: { value: 'Bru' },
  });
  await vi.waitFor(() => expect(screen.queryByText('Ana')).toBeNull(), 5_000);
  screen.getByText('Bruno');
});

test('who is corrected is opened by their row, and saved by what was changed of them', async () => {
  const { asked } = await show([user('ana', 'Ana'), user('bruno', 'Bruno')]);
  fireEvent.click(screen.getByRole('button', { name: 'Editar Bruno' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar usuário' }));
  expect(dialog.getByLabelText<HTMLInputElement>('E-mail').value).toBe('bruno@casa.example');
  fireEvent.change(dialog.getByLabelText('Nome'), { target: { value: 'Bruno Lima' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 5_000);
  expect(asked).toEqual([['PUT /api/users/bruno', { name: 'Bruno Lima' }]]);
});

test('a change that the feed tells of stands in the list', async () => {
  const { cache } = await show([user('ana', 'Ana')]);
  const document = user('ana', 'Ana Prado', 7);
  for (const { channel, apply } of plugin.live)
    if (channel === 'user')
      apply({ action: 'update', id: 'ana', document, position: 7 } as never, cache, sessionOf(admin));
  await screen.findByText('Ana Prado');
});

test('who serves every queue without one of their own is said to have all, who sees nothing that comes in to have none', async () => {
  await show([
    { ...user('sonia', 'Sônia'), profile: 'supervisor' },
    { ...user('ana', 'Ana') },
    { ...user('bruno', 'Bruno'), queues: [{ id: 'q1', name: 'Vendas', color: '#000000' }] },
  ]);
  const queuesOf = (name: string) =>
    screen.getByText(name).closest('tr')!.querySelector('[data-label="Filas"]')!.textContent;
  expect(['Sônia', 'Ana', 'Bruno'].map(queuesOf)).toEqual(['Todas', 'Nenhuma', 'Vendas']);
});

test('queues and what comes beside them stand apart, to the eye and to a screen reader', async () => {
  const queue = { id: 'v', name: 'Vendas', color: '#4073d4' };
  await show([{ ...user('bia', 'Bia'), allTicket: 'enabled', queues: [queue], queueIds: ['v'] } as UserView]);
  const cell = screen.getByText('+ sem fila').closest('td');
  expect(cell?.textContent).toMatch(/Vendas \+ sem fila$/);
});

test('of who works in other queues the e-mail, the password and the second step are not offered', async () => {
  const rules = ['users:manage', 'user-modal:editProfile', 'user-modal:editQueues'];
  const lead: SessionUserView = { ...admin, profile: 'user', rules, queueIds: ['q1'] };
  const beside = { ...user('bia', 'Bia'), secondStep: true, queueIds: ['q1'] };
  const { asked } = await show([{ ...beside, ...user('ana', 'Ana'), queueIds: ['q1', 'q2'] }, beside], lead);
  const dialogOf = async (name: string) => {
    fireEvent.click(screen.getByRole('button', { name: `Editar ${name}` }));
    return within(await screen.findByRole('dialog', { name: 'Editar usuário' }));
  };
  screen.getByRole('button', { name: 'Tirar a segunda etapa de Bia' });
  expect(screen.queryByRole('button', { name: 'Tirar a segunda etapa de Ana' })).toBeNull();
  const locked = await dialogOf('Ana');
  expect(locked.getByLabelText<HTMLInputElement>('E-mail').disabled).toBe(true);
  expect(locked.getAllByText('Trabalha em filas que você não vê: isto não é seu para mudar.')).toHaveLength(
    2,
  );
  expect(locked.getByLabelText<HTMLInputElement>('Nome').disabled).toBe(false);
  fireEvent.change(locked.getByLabelText('Nome'), { target: { value: 'Ana Lima' } });
  fireEvent.click(locked.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 5_000);
  expect(asked).toEqual([['PUT /api/users/ana', { name: 'Ana Lima' }]]);
  expect((await dialogOf('Bia')).getByLabelText<HTMLInputElement>('E-mail').disabled).toBe(false);
});
