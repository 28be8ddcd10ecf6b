import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { plugin } from './plugin.ts';
import { TokensTab } from './tokens-tab.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function show(expiresAt: string | null, more: object = {}, isNew = false) {
  const token = {
    ...{ id: 't', name: 'ERP', ending: 'abcd', scopes: ['messages:send', 'events:read'], lastUsedAt: null },
    ...{ whatsappId: null, whatsapp: null, createdAt: '2026-11-01T12:00:00.000Z', expiresAt },
    ...more,
  };
  const connection = { id: 'phone', name: 'Loja' };
  vi.stubGlobal('fetch', async (url: string | URL) =>
    Response.json(String(url).includes('/whatsapp') ? [connection] : { tokens: [token] }),
  );
  const i18n = await createI18n([plugin]);
  await plugin.routes?.[0]?.load();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nContextProvider value={i18n}>
        <TokensTab isNew={isNew} onNew={() => {}} />
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  await screen.findByText('ERP');
}

test('a token that ends while it is looked at says so', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.setSystemTime('2026-11-29T12:00:00.000Z');
  await show('2026-11-29T12:01:00.000Z');
  expect(screen.queryByText(/^Expirou/)).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(90_000));
  screen.getByText(/^Expirou/);
});

test('as a card each thing stands behind its name: nothing beside it takes its room', async () => {
  await show(null);
  const named = (text: string) => screen.getByText(text).closest('td')?.dataset.label;
  expect([named('blc_••••abcd'), named('events:read')]).toEqual(['Token', 'Pode']);
});

test('a token whose connection was deleted is not shown as one of the whole company', async () => {
  await show(null, { whatsappId: 'gone', whatsapp: null });
  screen.getByText('conexão excluída: não envia mais', { exact: false });
});

test('who gives a connection’s own token what it cannot do is told so before it is made', async () => {
  await show(null, {}, true);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('option', { name: 'Loja' });
  fireEvent.change(dialog.getByRole('combobox', { name: 'Conexão' }), { target: { value: 'phone' } });
  expect(dialog.queryByText(/^Só com/)).toBeNull();
  fireEvent.click(dialog.getByLabelText(/events:read/));
  await dialog.findByText(/^Só com “Qualquer uma da empresa”/);
});
