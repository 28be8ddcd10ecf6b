import { cleanup, renderHook } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { afterEach, expect, test } from 'vitest';
import type { TicketView } from '../../../../contract/ticket.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { plugin } from '../plugin.ts';
import { aTicket } from '../ticket/fixtures.ts';
import { useTicketLines } from './use-ticket-lines.tsx';

afterEach(cleanup);

/** The lines of a ticket below that of its beginning, in Portuguese unless said otherwise. */
const linesOf = async (ticket: TicketView, locale = 'pt') => {
  const i18n = await createI18n([plugin]);
  await i18n.changeLocale(locale);
  const { result } = renderHook(() => useTicketLines(ticket, undefined), {
    wrapper: ({ children }) => <I18nContextProvider value={i18n}>{children}</I18nContextProvider>,
  });
  return result.current.slice(1);
};
const createdAt = '2026-11-21T10:00:00.000Z';
const at = '2026-11-21T10:05:00.000Z';

test('it says why the assistant is done, before who accepted after it', async () => {
  const ticket = aTicket({
    createdAt,
    handover: { by: 'assistant', reason: 'failed', failure: 'keys', at },
    acceptedAt: '2026-11-21T10:06:00.000Z',
    acceptedBy: { id: 'ana', name: 'Ana' },
  });
  expect((await linesOf(ticket)).map(({ key, text }) => [key, text])).toEqual([
    ['ticket-handover', 'O provedor recusou a chave e o assistente passou a um atendente'],
    ['ticket-accepted', 'Ana aceitou'],
  ]);
});

test.each([
  ['pt', 'O robô não entendeu três vezes e passou a um atendente'],
  ['en', 'The bot did not understand three times and handed over to an agent'],
  ['es', 'El bot no entendió tres veces y pasó la conversación a un agente'],
])('in %s it says that nobody understood the menu', async (locale, said) => {
  const ticket = aTicket({ createdAt, handover: { by: 'bot', reason: 'wrong', at } });
  expect((await linesOf(ticket, locale)).map(({ text }) => text)).toEqual([said]);
});

test('while nobody handed over there is nothing to say', async () => {
  expect(await linesOf(aTicket({ createdAt }))).toEqual([]);
});
