import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { aMessage } from '../ticket/fixtures.ts';
import { Bubble } from './bubble.tsx';
import type { MessageActions } from './message-menu.tsx';

type Session = Parameters<typeof beginSession>[0];

beforeEach(() =>
  beginSession({
    id: 'u1',
    name: 'Ana',
    email: 'ana@demo.example',
    profile: 'user',
    super: false,
    companyId: 'c',
    queues: [],
    allTicket: 'disabled',
    company: { id: 'c', name: 'Demo', dueDate: null, timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Session),
);
afterEach(() => {
  cleanup();
  endSession('logout');
});

const failed = aMessage({
  fromMe: true,
  failure: { code: 'refused', reason: 'o aplicativo recusou a mensagem' },
});
const draw = async (message: typeof failed, more: MessageActions = {}) => {
  const nothing = () => undefined;
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <Bubble
        message={message}
        same={false}
        contact="Marina"
        actions={{ onRetry: nothing, onDiscard: nothing, ...more }}
      />
    </I18nContextProvider>,
  );
};

test('a message that did not go out can be sent again or discarded', async () => {
  await draw(failed);
  expect(screen.getByRole('button', { name: 'Tentar de novo' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Descartar' })).toBeTruthy();
});

test('once discarded it says that it was never sent, with nothing left to be sent again', async () => {
  await draw({ ...failed, isDeleted: true, body: '' });
  expect(screen.getByText('Mensagem descartada: não foi enviada')).toBeTruthy();
  expect(screen.queryByText(/apagada/)).toBeNull();
  expect(screen.queryByText(/Não enviada/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  // Of one that may have arrived nobody says so.
  await draw({ ...failed, isDeleted: true, body: '', failure: { code: 'UNKNOWN_OUTCOME', reason: '' } });
  expect(screen.getByText('Mensagem apagada')).toBeTruthy();
});

const bruno = { id: 'u2', name: 'Bruno' };
const own = aMessage({ fromMe: true, userId: 'u1', user: { id: 'u1', name: 'Ana' }, body: 'até amanhã' });

test('what a colleague changed is said in their name; what its author changed is not', async () => {
  await draw({ ...own, isEdited: true, editedBy: bruno });
  expect(screen.getByText(/editada por Bruno/)).toBeTruthy();
  cleanup();
  await draw({ ...own, isEdited: true, editedBy: { id: 'u1', name: 'Ana' } });
  expect(screen.queryByText(/por Ana/)).toBeNull();
  cleanup();
  await draw({ ...own, isDeleted: true, deletedBy: bruno });
  expect(screen.getByText(/apagada por Bruno/)).toBeTruthy();
  cleanup();
  await draw({ ...own, isDeleted: true, deletedBy: bruno, body: '' });
  expect(screen.getByText(/apagada por Bruno/)).toBeTruthy();
});

const awaiting = aMessage({
  body: 'veja',
  mediaType: 'image',
  file: { name: 'foto.jpg', mime: 'image/jpeg', size: 40_000, width: 800, height: 600 },
});

test('the place of a file that is on its way says so, and is as large as the file will be', async () => {
  await draw(awaiting);
  expect(screen.getByText('Arquivo a caminho')).toBeTruthy();
  expect(screen.getByText(/foto\.jpg · JPG · 39 KB/)).toBeTruthy();
  expect(screen.getByText('veja')).toBeTruthy();
  const place = document.querySelector<HTMLElement>('.tk-coming')!;
  expect(place.style.aspectRatio).toBe('800 / 600');
  expect(screen.queryByRole('button')).toBeNull();
});

test('a file that did not come says why, and is asked for again where another try may bring it', async () => {
  const asked: string[] = [];
  const lost = { ...awaiting, mediaError: 'ERR_WAPP_DOWNLOAD_MEDIA' };
  await draw(lost, { onFetchFile: ({ id }) => void asked.push(id) });
  expect(screen.getByText('Não foi possível baixar a mídia.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(asked).toEqual(['m1']);
  cleanup();
  await draw({ ...lost, mediaError: 'ERR_TOO_LARGE' }, { onFetchFile: () => {} });
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  await draw({ ...lost, isDeleted: true, body: '' }, { onFetchFile: () => {} });
  expect(screen.queryByText('Não foi possível baixar a mídia.')).toBeNull();
});

test('a text is laid out in the direction it is written in', async () => {
  await draw({ ...aMessage(), body: 'مرحبا، هل وصل الطلب 123؟' });
  expect(screen.getByText(/مرحبا/).getAttribute('dir')).toBe('auto');
});

test('of a very long message the beginning is shown, and the rest when it is asked for', async () => {
  await draw(aMessage({ body: `${'palavra '.repeat(2_000)}fim` }));
  expect(screen.queryByText(/fim$/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Ver mais' }));
  expect(screen.getByText(/fim$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ver mais' })).toBeNull();
});

const actions = { onReply: () => undefined };
const drawWith = async (
  message: typeof failed,
  onReact?: (message: typeof failed, emoji: string) => void,
) => {
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <Bubble
        message={message}
        same={false}
        contact="Marina"
        actions={{ ...actions, ...(onReact && { onReact }) }}
      />
    </I18nContextProvider>,
  );
};
const reaction = { participant: null, user: null, at: '', pending: false, fromMe: false, emoji: '👍' };

test('reactions stand under the message with who gave them; pressed, the company gives and takes back its own', async () => {
  const asked: string[] = [];
  const message = aMessage({
    reactions: [reaction, { ...reaction, emoji: '❤️', fromMe: true, user: bruno, pending: true }],
  });
  await drawWith(message, (_message, emoji) => void asked.push(emoji));
  fireEvent.click(screen.getByRole('button', { name: '👍 de Marina' }));
  const own = screen.getByRole('button', { name: '❤️ de Bruno (enviando)' });
  expect(own.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(own);
  expect(asked).toEqual(['👍', '']);
});

test('the usual emoji are a button away, and where the channel knows none nothing is offered', async () => {
  const asked: string[] = [];
  await drawWith(aMessage(), (_message, emoji) => void asked.push(emoji));
  fireEvent.click(screen.getByRole('button', { name: 'Reagir' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Reagir com 🙏' }));
  expect(asked).toEqual(['🙏']);
  cleanup();
  await drawWith(aMessage({ reactions: [reaction] }));
  expect(screen.queryByRole('button', { name: 'Reagir' })).toBeNull();
  expect(screen.getByRole('img', { name: '👍 de Marina' })).toBeTruthy();
});

test('the menu, which a finger opens, says who gave which reaction', async () => {
  await drawWith(aMessage({ reactions: [reaction] }), () => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Ações da mensagem' }));
  const given = await screen.findAllByRole('list', { name: 'Reações', hidden: true });
  expect(given.map(({ textContent }) => textContent)).toContain('👍 de Marina');
});

test('a poll shows its options with who voted', async () => {
  await draw(
    aMessage({
      body: 'Que dia?',
      extra: { poll: { options: ['sexta', 'sábado'], choices: 1 } },
      votes: [{ fromMe: false, participant: null, choices: [1] }],
    }),
  );
  expect(screen.getByText('Que dia?')).toBeTruthy();
  expect(screen.getByText('sábado').closest('li')?.textContent).toContain('1 voto');
  // Read, not pointed at: a phone has no pointer, paper none either.
  expect(screen.getByText('sábado').closest('li')?.querySelector('small')?.textContent).toBeTruthy();
  expect(screen.getByText('sexta').closest('li')?.textContent).toContain('0');
});

test('an advertisement shows where it leads by its host, and runs nothing', async () => {
  await draw(
    aMessage({
      body: 'Quero saber mais',
      extra: { ad: { title: 'Promoção', text: 'Só hoje', url: 'https://www.fb.me/abc?x=1' } },
    }),
  );
  expect(screen.getByText('Veio de um anúncio')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'fb.me' });
  expect(link.getAttribute('rel')).toContain('noopener');
});

test('what cannot be shown says what it is', async () => {
  const said = async (extra: NonNullable<typeof failed.extra>, text: string | RegExp) => {
    await draw(aMessage({ body: '', extra }));
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    cleanup();
  };
  await said({ unreadable: { cause: 'undecryptable' } }, /Peça para reenviar/);
  await said({ unreadable: { cause: 'onPhone' } }, /só no celular da empresa/);
  await said({ viewOnce: { onPhone: true } }, 'Visualização única');
  await said({ unknown: { kind: 'order' } }, 'Pedido');
  await said({ unknown: { kind: 'somethingNew' } }, 'Mensagem que só o celular mostra');
  await said({ invite: { group: 'Vizinhos' } }, 'Vizinhos');
  await said({ event: { name: 'Visita', canceled: true } }, 'Evento cancelado');
  await said({ interactive: { title: 'Menu', footer: 'Loja', buttons: ['Sim'] } }, 'Sim');
  await said({ sticker: { animated: true } }, 'Figurinha');
});

test('why a message did not leave keeps its sign beside its words, however narrow the thread is', async () => {
  await draw(failed, { onRetry: () => undefined });
  expect(screen.getByText(/o aplicativo recusou a mensagem/).querySelector('svg')).not.toBeNull();
});
