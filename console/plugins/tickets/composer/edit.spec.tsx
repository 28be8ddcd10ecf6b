import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nContextProvider } from 'ra-core';
import { type ComponentProps, useState } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { MessageView } from '../../../../contract/message.ts';
import { createI18n } from '../../../shell/i18n.ts';
import { notify } from '../../../shell/notify.ts';
import { beginSession, endSession } from '../../../shell/session-store.ts';
import { ticketCommands } from '../commands/ticket-commands.ts';
import { ConversationContext } from '../conversation/open-conversation.ts';
import { keys } from '../live-cache/keys.ts';
import type { Writing } from '../message/use-message-actions.ts';
import type { Outgoing } from '../outbox/outbox.ts';
import { plugin } from '../plugin.ts';
import { aMessage, aTicket } from '../ticket/fixtures.ts';
import { Composer } from './composer.tsx';

let messages = 0;
let said: MessageView;
/** Begins to edit it, as it is now. */
let edit: () => void;
/** Begins to edit the other message of the thread. */
let editOther: () => void;
let change: (over: Partial<MessageView>) => void;
/** A colleague resolves the ticket, or opens it again. */
let open: (isOpen: boolean) => void;

/** The thread's part of the conversation: its one message, whether the ticket is open, and what is being edited. */
function Conversation() {
  const [isOpen, setOpen] = useState(true);
  const [message, setMessage] = useState(said);
  const [writing, setWriting] = useState<Writing>();
  open = setOpen;
  edit = () => setWriting({ kind: 'edit', message });
  editOther = () => setWriting({ kind: 'edit', message: other });
  change = (over) => setMessage((now) => ({ ...now, ...over }));
  const other = aMessage({ id: `${said.id}-other`, ticketId: said.ticketId, fromMe: true, body: 'Tchau' });
  const outbox = { add: vi.fn(), store: createStore<readonly Outgoing[]>(() => []) };
  const value = {
    ...{ ticket: aTicket({ id: said.ticketId, status: 'open', userId: 'ana' }), open: isOpen },
    ...{ thread: { messages: [message, other], outbox } },
    doing: {
      writing,
      endWriting: (of?: MessageView) =>
        setWriting((now) => (of === undefined || now?.message.id === of.id ? undefined : now)),
      edit: () => undefined,
    },
  };
  return (
    <ConversationContext.Provider
      value={value as unknown as ComponentProps<typeof ConversationContext.Provider>['value']}
    >
      {isOpen ? <Composer /> : null}
    </ConversationContext.Provider>
  );
}

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Mensagem' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
let told: MockInstance<typeof notify.info>;

beforeEach(async () => {
  localStorage.clear();
  told = vi.spyOn(notify, 'info').mockReturnValue(undefined);
  vi.stubGlobal('fetch', () => new Promise<Response>(() => undefined));
  beginSession({
    ...{ id: 'ana', name: 'Ana', companyId: 'c', profile: 'user', queues: [] },
    company: { id: 'c', timeZone: 'America/Sao_Paulo', flags: [], settings: [] },
  } as unknown as Parameters<typeof beginSession>[0]);
  const id = `m${++messages}`;
  said = aMessage({ id, ticketId: `t${messages}`, fromMe: true, body: '*Ana:*\nBom dia' });
  const cache = new QueryClient();
  cache.setQueryData(keys.quickMessages, []);
  render(
    <QueryClientProvider client={cache}>
      <I18nContextProvider value={await createI18n([plugin])}>
        <MemoryRouter>
          <Conversation />
        </MemoryRouter>
      </I18nContextProvider>
    </QueryClientProvider>,
  );
  act(() => edit());
  expect(field().value).toBe('Bom dia');
});
afterEach(() => {
  cleanup();
  endSession('logout');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a note written in between keeps what was typed into an edit', () => {
  type('Boa tarde');
  act(() => ticketCommands.dispatch('write.note'));
  expect(screen.getByRole('textbox', { name: 'Observação para a equipe' })).toBeTruthy();
  act(() => ticketCommands.dispatch('write.message'));
  expect(field().value).toBe('Boa tarde');
});

test('so does a colleague who resolves the ticket, and opens it again', () => {
  type('Boa tarde');
  act(() => open(false));
  expect(screen.queryByRole('textbox')).toBeNull();
  act(() => open(true));
  expect(field().value).toBe('Boa tarde');
});

test('an edit that was called off begins anew', () => {
  type('Boa tarde');
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(field().value).toBe('');
  act(() => edit());
  expect(field().value).toBe('Bom dia');
});

test('a message that somebody else edits meanwhile: it is said, shown, and what was typed stays', () => {
  type('Boa tarde');
  act(() => change({ body: '*Ana:*\nBoa noite', editedBy: { id: 'bruno', name: 'Bruno' }, position: 9 }));
  expect(told.mock.calls).toEqual([['tickets.composer.changed']]);
  expect(screen.getByText('Boa noite')).toBeTruthy();
  expect(field().value).toBe('Boa tarde');
});

test('where nothing was typed yet, theirs is what is edited', () => {
  act(() => change({ body: '*Ana:*\nBoa noite', editedBy: { id: 'bruno', name: 'Bruno' }, position: 9 }));
  expect(field().value).toBe('Boa noite');
});

test('one’s own edit that comes back, and a receipt, are no news', () => {
  type('Boa tarde');
  act(() => change({ body: '*Ana:*\nBoa tarde', editedBy: { id: 'ana', name: 'Ana' }, position: 9 }));
  act(() => change({ ack: 3, position: 10 }));
  expect(told).not.toHaveBeenCalled();
});

const byBruno = {
  ...{ body: '*Ana:*\nBoa noite', position: 9 },
  editedBy: { id: 'bruno', name: 'Bruno' },
};

test('an edit that was left, and the message changed meanwhile: it is said once when it is taken up again', () => {
  type('Boa tarde');
  act(() => open(false));
  act(() => change(byBruno));
  expect(told).not.toHaveBeenCalled();
  act(() => open(true));
  expect(field().value).toBe('Boa tarde');
  expect(told.mock.calls).toEqual([['tickets.composer.changed']]);
  act(() => ticketCommands.dispatch('write.note'));
  act(() => ticketCommands.dispatch('write.message'));
  expect(told).toHaveBeenCalledOnce();
});

test('so it is where another was chosen from a note', () => {
  type('Boa tarde');
  act(() => ticketCommands.dispatch('write.note'));
  act(() => editOther());
  expect(field().value).toBe('Tchau');
  act(() => change(byBruno));
  act(() => edit());
  expect(field().value).toBe('Boa tarde');
  expect(told.mock.calls).toEqual([['tickets.composer.changed']]);
});

test('an edit whose answer comes while a note is open is over, and does not come back', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  type('Boa tarde');
  fireEvent.keyDown(field(), { key: 'Enter' });
  act(() => ticketCommands.dispatch('write.note'));
  const saved = { ...said, body: '*Ana:*\nBoa tarde', position: 9 };
  await act(async () => answer.resolve(Response.json(saved)));
  act(() => change(byBruno));
  act(() => ticketCommands.dispatch('write.message'));
  expect(field().value).toBe('');
  act(() => edit());
  expect(field().value).toBe('Boa noite');
});

test('an answer that comes when another message is being edited leaves that one alone', async () => {
  const answer = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => answer.promise);
  type('Boa tarde');
  fireEvent.keyDown(field(), { key: 'Enter' });
  act(() => editOther());
  type('Até logo');
  await act(async () => answer.resolve(Response.json({ ...said, body: '*Ana:*\nBoa tarde', position: 9 })));
  expect(field().value).toBe('Até logo');
});
