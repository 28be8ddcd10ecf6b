import { cleanup, render, screen } from '@testing-library/react';
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

test('once discarded it is a deleted message, with nothing left to be sent again', async () => {
  await draw({ ...failed, isDeleted: true, body: '' });
  expect(screen.getByText('Mensagem apagada')).toBeTruthy();
  expect(screen.queryByText(/Não enviada/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
