import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, it } from 'vitest';
import type { ConnectionView } from '../../../../contract/connection.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import { connectionsQuery } from '../../../shell/connections.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { LineNotice } from './line-notice.tsx';

const ticket = { id: 't1', connection: { id: 'w1', name: 'Loja' } } as TicketView;
const show = async (status: ConnectionView['status'], alive: boolean) => {
  const cache = new QueryClient();
  const i18n = await createI18n([plugin]);
  const connection = { id: 'w1', name: 'Loja', status, gateway: { alive, seenAt: null } } as ConnectionView;
  cache.setQueryData(connectionsQuery.queryKey, [connection]);
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={i18n}>
        <LineNotice ticket={ticket} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  return (change: Partial<ConnectionView>) =>
    cache.setQueryData(connectionsQuery.queryKey, [{ ...connection, ...change }]);
};
afterEach(cleanup);
const patient = { timeout: 10_000 };

it('who writes is told that a connection nobody drives will not send it now, until it is back', async () => {
  const change = await show('CONNECTED', false);
  await screen.findByText(/A conexão Loja está fora do ar/, undefined, patient);
  change({ gateway: { alive: true, seenAt: null } });
  await expect.poll(() => screen.queryByText(/fora do ar/), patient).toBeNull();
});

it('nothing is said of one that works', async () => {
  const change = await show('CONNECTED', true);
  change({ status: 'DISCONNECTED' });
  await screen.findByText(/fora do ar/, undefined, patient);
});
