import { cleanup, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createI18n } from '../../../shell/i18n.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { plugin } from '../plugin.ts';
import { aMessage } from '../ticket/fixtures.ts';
import { Thread } from './thread.tsx';

type Session = Parameters<typeof beginSession>[0];

beforeEach(() =>
  beginSession({
    id: 'u1',
    companyId: 'c',
    profile: 'user',
    queues: [],
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Session),
);
afterEach(() => {
  cleanup();
  endSession('logout');
});

const said = (id: string, createdAt: string) => aMessage({ id, body: id, createdAt });
const happened = (key: string, at: string) => ({ key, at, text: key });

test('what happened to a ticket stands below the day on which it happened', async () => {
  render(
    <I18nContextProvider value={await createI18n([plugin])}>
      <Thread
        thread="t1"
        contact="Marina"
        messages={[said('first', '2026-11-18T12:00:00.000Z'), said('second', '2026-11-20T12:00:00.000Z')]}
        lines={[
          happened('opened', '2026-11-18T11:59:00.000Z'),
          happened('accepted', '2026-11-18T15:00:00.000Z'),
          happened('transferred', '2026-11-19T15:00:00.000Z'),
          happened('returned', '2026-11-20T11:00:00.000Z'),
          happened('resolved', '2026-11-21T15:00:00.000Z'),
        ]}
      />
    </I18nContextProvider>,
  );
  // On paper, where 'today' is another day: as dates are written here.
  expect(screen.getByRole('log').querySelector('.tk-day time')?.getAttribute('data-date')).toBe('18/11/2026');
  const shown = [...screen.getByRole('log').querySelectorAll('.tk-day time, .tk-sys, article')];
  expect(
    shown.map(
      (element) =>
        element.getAttribute('datetime') ??
        element.getAttribute('data-message') ??
        element.getAttribute('data-key'),
    ),
  ).toEqual([
    '2026-11-18',
    'opened',
    'first',
    'accepted',
    '2026-11-19',
    'transferred',
    '2026-11-20',
    'returned',
    'second',
    '2026-11-21',
    'resolved',
  ]);
});

test('the line above what was unread goes with the answer', async () => {
  const i18n = await createI18n([plugin]);
  const theirs = said('question', '2026-11-18T12:00:00.000Z');
  const thread = (...more: ReturnType<typeof said>[]) => (
    <I18nContextProvider value={i18n}>
      <Thread thread="t1" contact="Marina" messages={[theirs, ...more]} unread={1} />
    </I18nContextProvider>
  );
  const { rerender } = render(thread());
  expect(screen.getByText('1 mensagem não lida')).toBeTruthy();
  rerender(thread(aMessage({ id: 'answer', fromMe: true, ack: 0, createdAt: '2026-11-18T12:01:00.000Z' })));
  expect(screen.queryByText('1 mensagem não lida')).toBeNull();
});
