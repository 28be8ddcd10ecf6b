import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { aMessage } from '../model/fixtures.ts';
import { plugin } from '../plugin.ts';
import { Bubble } from './bubble.tsx';

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
const draw = async (message: typeof failed) => {
  const nothing = () => undefined;
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <Bubble
        message={message}
        same={false}
        contact="Marina"
        actions={{ onRetry: nothing, onDiscard: nothing }}
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

test('of a very long message the beginning is shown, and the rest when it is asked for', async () => {
  await draw(aMessage({ body: `${'palavra '.repeat(2_000)}fim` }));
  expect(screen.queryByText(/fim$/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Ver mais' }));
  expect(screen.getByText(/fim$/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Ver mais' })).toBeNull();
});
