import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ConnectionView } from '../../../contract/connection.ts';
import { createI18n } from '../../shell/i18n.ts';
import { Toasts } from '../../shell/ui/toasts.tsx';
import { plugin } from './plugin.ts';
import { QrDialog } from './qr-dialog.tsx';

const connection = (over: Partial<ConnectionView>): ConnectionView => ({
  ...{ id: 'w1', name: 'Loja', number: '', status: 'OPENING', channel: 'whatsapp', isDefault: true },
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
  ...over,
});
const show = async (over: Partial<ConnectionView>) => {
  const i18n = await createI18n([plugin]);
  const close = vi.fn<() => void>();
  const at = (held: Partial<ConnectionView>) => (
    <I18nContextProvider value={i18n}>
      <QrDialog connection={connection(held)} close={close} />
      <Toasts />
    </I18nContextProvider>
  );
  const { rerender } = render(at(over));
  return { close, become: (next: Partial<ConnectionView>) => rerender(at(next)) };
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
  expect(screen.getByRole('alert').textContent).toContain('Ninguém usou o código a tempo.');
  expect(screen.getByRole('status').textContent).toBe('Parada até você gerar um novo código');
});

test('one that is on its way is only waited for', async () => {
  await show({ status: 'OPENING' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('O código ainda não chegou.');
});

test('the phone that has read the code closes it, with success', async () => {
  const { close, become } = await show({ status: 'qrcode', qrcode: '2@abc' });
  expect(screen.getByRole('status', { name: '' }).textContent).toBe('Aguardando leitura');
  expect(screen.getByTitle('QR Code de pareamento')).toBeTruthy();
  become({ status: 'PAIRING', qrcode: '' });
  expect(close).not.toHaveBeenCalled();
  become({ status: 'CONNECTED' });
  expect(close).toHaveBeenCalledOnce();
  expect(screen.getByText('Conexão feita!')).toBeTruthy();
});

test('a phone with another number than before says so, until somebody has read it', async () => {
  const { close, become } = await show({ status: 'qrcode', qrcode: '2@abc', number: '5511955500142' });
  become({ status: 'CONNECTED', number: '5511955500199' });
  const said = screen.getByRole('alert').textContent;
  for (const number of ['era +55 11 95550-0142', 'agora é +55 11 95550-0199']) expect(said).toContain(number);
  expect(close).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: 'Gerar novo código' })).toBeNull();
  fireEvent.click(screen.getAllByRole('button', { name: 'Fechar' })[0]!);
  expect(close).toHaveBeenCalledOnce();
});

test('the same number again closes it, as the first one does', async () => {
  const { close, become } = await show({ status: 'qrcode', qrcode: '2@abc', number: '5511955500142' });
  become({ status: 'CONNECTED', number: '5511955500142' });
  expect(close).toHaveBeenCalledOnce();
});

describe('by a code that is typed into the phone', () => {
  let asked: unknown[];
  beforeEach(() => {
    asked = [];
    vi.stubGlobal('fetch', async (_url: string, request: RequestInit = {}) => {
      const body = JSON.parse(String(request.body ?? '{}')) as { number?: string };
      asked.push(body);
      return body.number === '123'
        ? Response.json(
            { error: 'ERR_VALIDATION', message: '', errors: { number: 'invalid' } },
            { status: 400 },
          )
        : Response.json({});
    });
  });
  afterEach(() => vi.unstubAllGlobals());
  const ask = (number: string) => {
    fireEvent.change(screen.getByLabelText('Número do celular a conectar'), { target: { value: number } });
    fireEvent.click(screen.getByRole('button', { name: 'Gerar código' }));
  };

  test('the number is asked for, a wrong one is said to be wrong, and the code stands large, four and four', async () => {
    const { become } = await show({ status: 'qrcode', qrcode: '2@abc' });
    fireEvent.click(screen.getByRole('tab', { name: 'Digitar código' }));
    ask('123');
    await screen.findByText(/^Valor inválido · Com código do país/);
    ask('11 98888-7777');
    await expect.poll(() => asked).toContainEqual({ number: '11 98888-7777' });
    become({ status: 'qrcode', qrcode: '', pairingCode: 'ABCD1234' });
    expect((await screen.findByLabelText('Código de pareamento')).textContent).toBe('ABCD-1234');
    expect(screen.getByText('Aguardando o código ser digitado')).toBeTruthy();
  });

  test('who typed the wrong number asks for another code, by the number that is there to be mended', async () => {
    const { become } = await show({ status: 'qrcode', qrcode: '2@abc' });
    fireEvent.click(screen.getByRole('tab', { name: 'Digitar código' }));
    ask('11 98888-7778');
    await expect.poll(() => asked).toHaveLength(1);
    become({ status: 'qrcode', qrcode: '', pairingCode: 'ABCD1234' });
    expect(screen.getAllByRole('listitem').map((one) => one.textContent?.[0])).toEqual(['1', '2', '3']);
    fireEvent.click(screen.getByRole('button', { name: 'Gerar novo código' }));
    await expect.poll(() => asked).toEqual([{ number: '11 98888-7778' }, {}]);
    become({ status: 'qrcode', qrcode: '2@def', pairingCode: '' });
    expect(screen.getByLabelText<HTMLInputElement>('Número do celular a conectar').value).toBe(
      '11 98888-7778',
    );
  });

  test('who wants the picture after all is given one', async () => {
    await show({ status: 'qrcode', qrcode: '', pairingCode: 'ABCD1234' });
    fireEvent.click(screen.getByRole('tab', { name: 'Ler QR Code' }));
    await expect.poll(() => asked).toEqual([{}]);
  });
});
