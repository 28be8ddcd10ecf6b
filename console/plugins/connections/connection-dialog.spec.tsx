import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import { createI18n } from '../../shell/i18n.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { plugin } from './plugin.ts';

const asked: [string, unknown][] = [];
vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
  if (method !== 'PATCH') return Response.json(url.endsWith('/secrets') ? {} : []);
  asked.push([url, JSON.parse(String(body))]);
  return Response.json({});
});
vi.mock('../../shell/slot.tsx', () => ({ Slot: () => null }));
afterEach(cleanup);

test('a connection that is corrected is saved by what was changed of it', async () => {
  const connection = {
    id: 'w1',
    name: 'Matriz',
    channel: 'whatsapp',
    isDefault: true,
    queues: [],
    greetingMessage: 'Olá',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
  } as unknown as ConnectionView;
  const saved = vi.fn(async () => {});
  const element = <ConnectionDialog connection={connection} close={() => {}} onSaved={saved} />;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  // A heading with nothing below it would look like something that failed to come.
  await screen.findByText('Nenhuma fila ainda: o que chegar espera sem fila.');
  fireEvent.change(await screen.findByLabelText('Nome'), { target: { value: 'Centro' } });
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await vi.waitFor(() => expect(saved).toHaveBeenCalled());
  expect(asked).toEqual([['/api/whatsapp/w1', { name: 'Centro' }]]);
});
