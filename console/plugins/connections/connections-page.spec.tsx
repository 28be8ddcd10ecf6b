import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import type { SessionUserView } from '../../../contract/user.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { ConnectionsPage } from './connections-page.tsx';
import { plugin } from './plugin.ts';

const admin: SessionUserView = {
  ...{ id: 'clara', name: 'Clara', email: 'clara@casa.example', profile: 'admin', super: false },
  ...{ companyId: 'c1', allTicket: 'desabled', connectionId: null, queues: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: '2026-12-31', timeZone: 'America/Sao_Paulo', settings: [] },
    flags: [],
  },
};
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
const show = async () => {
  const held: ConnectionView[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, request: RequestInit = {}) => {
    const path = new URL(String(url), 'http://localhost').pathname;
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
        <ConnectionsPage />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
};
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
