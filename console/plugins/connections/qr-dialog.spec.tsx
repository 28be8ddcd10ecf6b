import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import type { ConnectionView } from '../../../domain/views/index.ts';
import { createI18n } from '../../shell/i18n.ts';
import { plugin } from './plugin.ts';
import { QrDialog } from './qr-dialog.tsx';

const connection = (over: Partial<ConnectionView>): ConnectionView => ({
  ...{ id: 'w1', name: 'Loja', number: '', status: 'OPENING', channel: 'whatsapp', isDefault: true },
  ...{ qrcode: '', retries: 0, reason: null, queues: [], updatedAt: '2026-11-22T12:00:00.000Z', position: 1 },
  ...{ greetingMessage: '', complationMessage: '', outOfHoursMessage: '', ratingMessage: '' },
  ...over,
});
const show = async (over: Partial<ConnectionView>) => {
  const i18n = await createI18n([plugin]);
  render(
    <I18nContextProvider value={i18n}>
      <QrDialog connection={connection(over)} close={() => {}} />
    </I18nContextProvider>,
  );
};
afterEach(cleanup);

test('a code that does not come says why, in words and for whoever helps', async () => {
  const reason = 'WebSocket Error (getaddrinfo ENOTFOUND web.whatsapp.com)';
  await show({ status: 'DISCONNECTED', reason, retries: 4 });
  expect(screen.getByRole('alert').textContent).toContain('O servidor não alcança o WhatsApp.');
  expect(screen.getByText(reason)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Tentando de novo (tentativa 4)');
});

test('one that nobody read in time asks for another', async () => {
  await show({ status: 'TIMEOUT', reason: 'unpaired' });
  expect(screen.getByRole('alert').textContent).toContain('Ninguém leu o QR Code a tempo.');
  expect(screen.getByRole('status').textContent).toBe('Parada até você gerar um novo código');
});

test('one that is on its way is only waited for', async () => {
  await show({ status: 'OPENING' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('O código ainda não chegou.');
});
