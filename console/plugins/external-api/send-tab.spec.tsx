import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import { createI18n } from '../../shell/i18n.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { plugin } from './plugin.ts';
import { SendTab } from './send-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Sends a text by the form. */
async function send(typed: { token?: string; key?: string }) {
  const i18n = await createI18n([plugin]);
  await plugin.routes?.[0]?.load();
  render(
    <I18nContextProvider value={i18n}>
      <SendTab />
      <Toasts />
    </I18nContextProvider>,
  );
  const fill = (name: string | RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  fill('Token', typed.token ?? 'blc_abc');
  fill('Número', '5511955500142');
  fill('Mensagem', 'Oi');
  fill(/^Chave de idempotência/, typed.key ?? '');
  fireEvent.click(screen.getByRole('button', { name: 'Enviar' }));
}

test.each([
  // Shortened on its way through a chat, and with a dash that a word processor has made.
  ['Token', { token: 'blc_abc…def' }],
  [/^Chave de idempotência/, { key: 'pedido–1' }],
])('what cannot stand in a header is told at its field: %s', async (name, typed) => {
  const asked = vi.fn();
  vi.stubGlobal('fetch', asked);
  await send(typed);
  await screen.findByText('Valor inválido');
  expect(screen.getByRole('textbox', { name }).getAttribute('aria-invalid')).toBe('true');
  expect(asked).not.toHaveBeenCalled();
});

test('a line that is away is named as everywhere else', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await send({});
  await screen.findByText('O servidor não responde. Tente de novo em instantes.');
});
