import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, it, vi } from 'vitest';
import { createI18n } from '../../../console/shell/i18n.ts';
import type { ConnectionView } from '../../../contract/connection.ts';
import { plugin } from './plugin.ts';
import { Version } from './version.tsx';

const asked: unknown[] = [];
vi.mock('../../../console/shell/api.ts', () => ({
  api: async (_path: string, options?: { body?: unknown }) => {
    if (options === undefined) return { version: '2.3000.1', source: 'built-in' };
    asked.push(options.body);
    return { version: '2.3000.2', source: 'found', outcome: 'newer' };
  },
}));
afterEach(cleanup);

const connection = {
  ...{ id: 'w1', name: 'Vendas', channel: 'whatsapp', status: 'DISCONNECTED', reason: 'outdated (405)' },
} as ConnectionView;

it('says which version is in use and, looked up, what was found', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <Version connection={connection} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('2.3000.1, a que veio com este programa');
  fireEvent.click(screen.getByRole('button', { name: 'Procurar versão nova: Vendas' }));
  await screen.findByText(/Encontrada a versão 2\.3000\.2/);
  await screen.findByText('2.3000.2, encontrada por este servidor');
  expect(asked).toEqual([{ connectionId: 'w1' }]);
});

it('stands beside a number that is outdated, and beside no other', () => {
  const [row] = plugin.slots['connection.action'];
  const shows = (more: Partial<ConnectionView>) => row.match({ connection: { ...connection, ...more } });
  expect(shows({})).toBe(true);
  expect(shows({ reason: 'banned (403)' })).toBe(false);
  expect(shows({ status: 'CONNECTED' })).toBe(false);
  expect(shows({ channel: 'simulator' })).toBe(false);
});
