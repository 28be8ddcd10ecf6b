import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import { connectionsQuery } from '../../shell/connections.ts';
import { createI18n } from '../../shell/i18n.ts';
import { Attention } from './attention.tsx';
import { plugin } from './plugin.ts';

afterEach(cleanup);

const show = async (updatedAt: Date) => {
  const cache = new QueryClient();
  const connection = { id: 'w1', name: 'Loja', status: 'DISCONNECTED', updatedAt: updatedAt.toISOString() };
  cache.setQueryData(connectionsQuery.queryKey, [connection as ConnectionView]);
  const i18n = await createI18n([plugin]);
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={i18n}>
        <Attention leads={false} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
};
const text = '1 conexão precisa de atenção.';

test('a connection that is down since long ago is said with the page, not two seconds later', async () => {
  await show(new Date(Date.now() - 60_000));
  expect(screen.getByText(text)).toBeTruthy();
});

test('one that went down just now is said when it lasts', async () => {
  await show(new Date());
  expect(screen.queryByText(text)).toBeNull();
  await screen.findByText(text, undefined, { timeout: 10_000 });
});
