import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import { createI18n } from '../../shell/i18n.ts';
import { plugin } from './plugin.ts';
import { SessionActions } from './session-actions.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What the row of a connection offers, and what it asks of the server. */
async function offered(
  status: ConnectionView['status'],
  channel = 'whatsapp',
  more: Partial<ConnectionView> = {},
) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string | URL, { method = 'GET' }: RequestInit = {}) => {
    asked.push(`${method} ${new URL(String(url), 'http://localhost').pathname}`);
    return Response.json({});
  });
  const onQr = vi.fn();
  const onDisconnect = vi.fn();
  const i18n = await createI18n([plugin]);
  render(
    <I18nContextProvider value={i18n}>
      <SessionActions
        connection={{ id: 'w1', name: 'Loja', status, channel, ...more } as ConnectionView}
        onQr={onQr}
        onDisconnect={onDisconnect}
      />
    </I18nContextProvider>,
  );
  const buttons = screen.getAllByRole<HTMLButtonElement>('button');
  return { asked, onQr, onDisconnect, buttons, labels: buttons.map(({ textContent }) => textContent) };
}

test('a code that waits is shown', async () => {
  const { labels, buttons, onQr } = await offered('qrcode');
  expect(labels).toEqual(['Ver QR Code']);
  fireEvent.click(buttons[0]!);
  expect(onQr).toHaveBeenCalledOnce();
});

test('one that is typed into the phone is no QR code', async () => {
  const { labels } = await offered('qrcode', 'whatsapp', { pairingCode: 'ABCD1234' });
  expect(labels).toEqual(['Ver código']);
});

test('one that is off tries again, or asks for another code and shows it', async () => {
  const { labels, buttons, asked, onQr } = await offered('DISCONNECTED');
  expect(labels).toEqual(['Tentar de novo', 'Gerar novo código']);
  fireEvent.click(buttons[0]!);
  await vi.waitFor(() => expect(buttons[1]!.getAttribute('aria-disabled')).toBe('false'));
  fireEvent.click(buttons[1]!);
  await vi.waitFor(() => expect(onQr).toHaveBeenCalledOnce());
  expect(asked).toEqual(['POST /api/whatsappsession/w1', 'PUT /api/whatsappsession/w1']);
});

test('one of a channel without codes offers none', async () => {
  expect((await offered('DISCONNECTED', 'simulator')).labels).toEqual(['Tentar de novo']);
});

test.each(['CONNECTED', 'PAIRING', 'TIMEOUT'] as const)(
  'one that is %s is disconnected, once asked',
  async (status) => {
    const { labels, buttons, asked, onDisconnect } = await offered(status);
    expect(labels).toEqual(['Desconectar']);
    fireEvent.click(buttons[0]!);
    expect(onDisconnect).toHaveBeenCalledOnce();
    expect(asked).toEqual([]);
  },
);

test('one that is on its way says so with a spinner, and nothing can be pressed', async () => {
  const { labels, buttons } = await offered('OPENING');
  expect(labels).toEqual(['Conectando…']);
  expect(buttons[0]!.disabled).toBe(true);
  expect(screen.getByRole('progressbar')).toBeTruthy();
});
