import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import { admin } from '../../../testing/admin.ts';
import { createI18n, translate } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { beginSession } from '../../shell/session-store.ts';
import { ConnectionsPage } from './connections-page.tsx';
import { plugin } from './plugin.ts';

const made = (values: Partial<ConnectionView>): ConnectionView => ({
  ...{ id: 'w1', name: 'Loja', number: '', status: 'DISCONNECTED', channel: 'whatsapp', isDefault: true },
  ...{
    qrcode: '',
    gateway: { alive: true, seenAt: null },
    retries: 0,
    reason: null,
    queues: [],
    updatedAt: '2026-11-22T12:00:00.000Z',
    position: 1,
  },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  ...values,
});

/** A server that keeps what it is sent. */
const show = async (held: ConnectionView[] = []) => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, request: RequestInit = {}) => {
    const path = new URL(String(url), 'http://localhost').pathname;
    if (request.method !== undefined && request.method !== 'GET') asked.push(`${request.method} ${path}`);
    if (path !== '/api/whatsapp') return Response.json(path === '/api/parked' ? { parked: [] } : []);
    if (request.method !== 'POST') return Response.json(held);
    const one = made(JSON.parse(String(request.body)) as Partial<ConnectionView>);
    held.push({ ...one, queues: [] });
    return Response.json(one, { status: 201 });
  });
  beginSession(admin, 'a token');
  const i18n = await createI18n([plugin]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element: <ConnectionsPage /> }])} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  return asked;
};
test('a number that another was paired in place of stands with it, until when', async () => {
  const formerNumber = { number: '5511955500142', until: '2026-11-22T12:00:00.000Z' };
  await show([made({ number: '5511955500199', status: 'CONNECTED', formerNumber })]);
  const cell = (await screen.findByText(/^\+55 11 95550-0199/)).closest('td');
  expect(cell?.textContent).toContain('Até 22/11/26 09:00: +55 11 95550-0142');
});

const create = async (channel: 'whatsapp' | 'simulator') => {
  fireEvent.click(screen.getByRole('button', { name: 'Nova conexão' }));
  fireEvent.change(screen.getByLabelText('Nome'), { target: { value: 'Loja' } });
  fireEvent.change(screen.getByLabelText('Canal'), { target: { value: channel } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('who has no number yet is led to the first one from the middle of the page, and has nothing to restart', async () => {
  await show();
  const text = await screen.findByText('Conecte um número para receber conversas aqui.');
  expect(screen.queryByRole('button', { name: 'Reiniciar conexões' })).toBeNull();
  const empty = text.parentElement as HTMLElement;
  fireEvent.click(within(empty).getByRole('button', { name: 'Nova conexão' }));
  await screen.findByRole('dialog', { name: 'Nova conexão' });
});

test('a number that was just created opens its code at once', async () => {
  await show();
  await create('whatsapp');
  await screen.findByRole('dialog', { name: 'Conectar Loja' });
});

test('a test phone needs no code', async () => {
  await show();
  await create('simulator');
  await screen.findByText('Loja');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the table has the spec’s columns: the last change as dd/MM/yy HH:mm, the default, what its row offers', async () => {
  const usual = {
    status: 'CONNECTED',
    number: '5511988887777',
    updatedAt: '2026-11-22T12:05:00.000Z',
  } as const;
  await show([made(usual), made({ id: 'w2', name: 'Filial', isDefault: false })]);
  await screen.findByText('Loja');
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    ...['Nome', 'Número', 'Status', 'Sessão', 'Última atualização', 'Padrão', 'Ações'],
  ]);
  const [, shop, branch] = screen.getAllByRole('row').map((row) => within(row));
  shop!.getByText('+55 11 98888-7777');
  shop!.getByText('22/11/26 09:05');
  shop!.getByRole('img', { name: 'Conexão padrão' });
  shop!.getByRole('button', { name: 'Editar Loja' });
  shop!.getByRole('button', { name: 'Excluir Loja' });
  shop!.getByRole('button', { name: 'Desconectar: Loja' });
  expect(branch!.queryByRole('img', { name: 'Conexão padrão' })).toBeNull();
});

test('disconnecting and deleting ask first; restarting says to wait', async () => {
  const asked = await show([made({ status: 'CONNECTED' })]);
  for (const [opens, title, does] of [
    ['Desconectar: Loja', 'Desconectar Loja?', 'DELETE /api/whatsappsession/w1'],
    ['Excluir Loja', 'Excluir a conexão Loja?', 'DELETE /api/whatsapp/w1'],
  ] as const) {
    fireEvent.click(await screen.findByRole('button', { name: opens }));
    const dialog = within(await screen.findByRole('dialog', { name: title }));
    expect(asked).not.toContain(does);
    fireEvent.click(dialog.getByRole('button', { name: /^(Desconectar|Excluir)$/ }));
    await waitFor(() => expect(asked).toContain(does));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  const said = vi.spyOn(notify, 'info');
  fireEvent.click(screen.getByRole('button', { name: 'Reiniciar conexões' }));
  await waitFor(() => expect(asked).toContain('POST /api/whatsapp-restart'));
  expect(said).toHaveBeenCalledWith('connections.restarting');
  expect(translate('connections.restarting')).toBe('Aguarde… reiniciando…');
});
