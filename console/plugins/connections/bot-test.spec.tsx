import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionUserView } from '../../../contract/user.ts';
import { createI18n } from '../../shell/i18n.ts';
import { beginSession } from '../../shell/session-store.ts';
import { plugin } from './plugin.ts';

const queue = (id: string, name: string, orderQueue: number) => ({
  ...{ id, name, orderQueue, greetingMessage: `Aqui é ${name}`, outOfHoursMessage: '', schedules: [] },
  ...{ mediaPath: null, mediaName: null },
});
const rows: Record<string, object[]> = {
  '/api/queue': [
    queue('v', 'Vendas', 2),
    { ...queue('s', 'Suporte', 1), mediaPath: 'm', mediaName: 'mapa.png', mediaPathUrl: '/api/media/m' },
  ],
  '/api/queue-options': [
    {
      ...{
        id: 'o',
        title: 'Prazo',
        message: 'Dois dias',
        option: '1',
        queueId: 's',
        parentId: null,
        mediaPath: null,
      },
    },
  ],
};
const asked: string[] = [];
vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
  const { pathname } = new URL(url, 'http://localhost');
  if (method !== 'GET') asked.push(`${method} ${pathname}`);
  return Response.json(rows[pathname] ?? []);
});
afterEach(cleanup);

const user = {
  ...{
    id: 'clara',
    name: 'Clara',
    email: 'clara@casa.example',
    profile: 'admin',
    super: false,
    companyId: 'c1',
  },
  ...{ allTicket: 'desabled', connectionId: null, queues: [], queueIds: [], position: 1 },
  company: {
    ...{ id: 'c1', name: 'Casa Lume', dueDate: null, timeZone: 'America/Sao_Paulo', flags: [] },
    settings: [{ key: 'scheduleType', value: 'company' }],
  },
} as SessionUserView;

/** The form of the connection. */
const Shown = ({ children }: { readonly children: ReactNode }) => {
  const form = useForm({
    defaultValues: {
      greetingMessage: 'Bem-vinda, {{firstName}}',
      outOfHoursMessage: 'Fechamos',
      queueIds: ['v', 's'],
    },
  });
  return <FormProvider {...form}>{children}</FormProvider>;
};

test('a connection is talked to as its form stands: greeting, queues in their order, files, hours', async () => {
  beginSession(user, 'a token');
  const i18n = await createI18n([plugin]);
  const { BotTest } = await import('./bot-test.tsx');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <Shown>
          <BotTest close={() => {}} />
        </Shown>
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  const log = within(await screen.findByRole('log', { name: 'Conversa de teste' }));
  expect((await log.findByText(/Bem-vinda, Marina/)).textContent).toContain('1 – Suporte\n2 – Vendas');
  fireEvent.click(screen.getByRole('button', { name: 'Responder 0: falar com atendente' }));
  await log.findByText(/um atendente já vai falar/);
  fireEvent.click(screen.getByRole('button', { name: 'Começar de novo' }));
  const input = screen.getByLabelText('Responda como cliente');
  fireEvent.change(input, { target: { value: '1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
  expect((await log.findByRole('img', { name: 'mapa.png' })).getAttribute('src')).toBe('/api/media/m');
  await log.findByText(/Prazo/);
  fireEvent.mouseDown(screen.getByRole('combobox'));
  fireEvent.click(await screen.findByRole('option', { name: 'Fora do horário' }));
  await log.findByText('Fechamos');
  expect(asked).toEqual([]);
});
