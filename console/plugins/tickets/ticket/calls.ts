import type { ContactPage, ContactView, GroupMemberView } from '../../../../contract/contact.ts';
import type { AsOfView, HistoryEventView, HistoryPage } from '../../../../contract/history.ts';
import type { MessageView } from '../../../../contract/message.ts';
import type { NoteView } from '../../../../contract/note.ts';
import type { TagView } from '../../../../contract/refs.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import type { ChoiceValues } from '../../../../domain/ticket/fields/derive.ts';
import { api } from '../../../shell/api.ts';
import type { Counts } from '../live-cache/counts.ts';
import type { TicketFilter } from '../live-cache/filter.ts';
import { filterQuery } from '../live-cache/filter-query.ts';
import { ownChange } from '../live-cache/own-changes.ts';
import type { Before, MessagePage } from '../live-cache/thread.ts';
import type { TicketPage } from '../live-cache/ticket-list.ts';
import type { Colleague } from '../transfer/transfer.ts';

// Every call of the workspace, by the spec's paths; nothing else in this plugin names an address.

export const listTickets = (filter: TicketFilter, pageNumber: number, signal?: AbortSignal) =>
  api<TicketPage>('/tickets', { query: { ...filterQuery(filter), pageNumber }, signal });

export const countTickets = (filter: TicketFilter, signal?: AbortSignal) =>
  api<Counts>('/tickets/counts', { query: filterQuery({ ...filter, status: undefined }), signal });

export const getTicket = (id: string, signal?: AbortSignal) =>
  api<TicketView>(`/tickets/u/${encodeURIComponent(id)}`, { signal });

export interface TicketChange extends Partial<ChoiceValues> {
  readonly status?: 'pending' | 'open' | 'closed';
  readonly userId?: string | null;
  readonly queueId?: string | null;
}
export function updateTicket(id: string, change: TicketChange) {
  const done = ownChange(id);
  return api<TicketView>(`/tickets/${encodeURIComponent(id)}`, { method: 'PUT', body: change }).finally(done);
}

export interface NewTicket {
  readonly contactId: string;
  readonly queueId: string | null;
  readonly connectionId?: string;
  readonly userId: string;
  readonly status: 'open';
}
export const createTicket = (ticket: NewTicket, idempotencyKey: string) =>
  api<TicketView>('/tickets', { method: 'POST', body: ticket, idempotencyKey });

export function deleteTicket(id: string) {
  const done = ownChange(id);
  return api<unknown>(`/tickets/${encodeURIComponent(id)}`, { method: 'DELETE' }).finally(done);
}

export const markRead = (id: string) =>
  api<unknown>(`/tickets/${encodeURIComponent(id)}/read`, { method: 'POST' });

export function markUnread(id: string) {
  const done = ownChange(id);
  return api<TicketView>(`/tickets/${encodeURIComponent(id)}/unread`, { method: 'POST' }).finally(done);
}

/** Resolves when the history keeps that somebody looked. */
export const peekTicket = (id: string) =>
  api<unknown>(`/tickets/${encodeURIComponent(id)}/peek`, { method: 'POST' });

export const listMessages = (ticketId: string, before: Before, signal?: AbortSignal) =>
  api<MessagePage>(`/messages/${encodeURIComponent(ticketId)}`, { query: { before }, signal });

export interface NewMessage {
  readonly id: string;
  readonly ticketId: string;
  readonly body: string;
  readonly quotedId: string | null;
  readonly file?: File;
  readonly seconds?: number;
}
/** A text that has no answer by then went into a line that died without a word: it is sent again, and is the same one. */
const ANSWER_MS = 30_000;

/**
 * Resolves with the message that was sent. Its id is the request's idempotency key as well: sent again, it is the same
 * message. A file may take as long as it takes.
 */
export function sendMessage(message: NewMessage) {
  const path = `/messages/${encodeURIComponent(message.ticketId)}`;
  const idempotencyKey = message.id;
  if (message.file === undefined)
    return api<{ messages?: MessageView[] } | MessageView>(path, {
      method: 'POST',
      body: {
        messageId: message.id,
        body: message.body,
        ...(message.quotedId === null ? {} : { quotedMsg: { id: message.quotedId } }),
      },
      idempotencyKey,
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  const form = new FormData();
  form.set('messageId', message.id);
  form.set('body', message.body);
  if (message.quotedId !== null) form.set('quotedMsg', JSON.stringify({ id: message.quotedId }));
  if (message.seconds !== undefined) form.set('seconds', String(message.seconds));
  form.append('medias', message.file, message.file.name);
  return api<{ messages?: MessageView[] } | MessageView>(path, { method: 'POST', form, idempotencyKey });
}

export const editMessage = (id: string, body: string) =>
  api<MessageView>(`/messages/edit/${encodeURIComponent(id)}`, { method: 'POST', body: { body } });
export const deleteMessage = (id: string) =>
  api<MessageView>(`/messages/${encodeURIComponent(id)}`, { method: 'DELETE' });
export const fetchFile = (id: string) =>
  api<MessageView>(`/messages/${encodeURIComponent(id)}/file`, { method: 'POST' });
/** Resolves with the message, reacted to in the company's name; '' takes it back. */
export const reactTo = (id: string, emoji: string) =>
  api<MessageView>(`/messages/${encodeURIComponent(id)}/reaction`, { method: 'POST', body: { emoji } });
export const retryMessage = (id: string) =>
  api<MessageView>(`/messages/${encodeURIComponent(id)}/retry`, { method: 'POST' });

/** Returns a contact's notes on every ticket in sight, oldest first. */
export const listNotes = (contactId: string, signal?: AbortSignal) =>
  api<readonly NoteView[]>('/ticket-notes/list', { query: { contactId }, signal });
export const createNote = (
  note: { readonly ticketId: string; readonly contactId: string; readonly note: string },
  idempotencyKey: string,
) => api<NoteView>('/ticket-notes', { method: 'POST', body: note, idempotencyKey });
export const deleteNote = (id: string) =>
  api<unknown>(`/ticket-notes/${encodeURIComponent(id)}`, { method: 'DELETE' });

export interface Draft {
  readonly body: string;
}
export type DraftKind = 'message' | 'note';
export const getDraft = (ticketId: string, kind: DraftKind, signal?: AbortSignal) =>
  api<Partial<Draft> | null>(`/drafts/${encodeURIComponent(ticketId)}`, { query: { kind }, signal });
export const putDraft = (ticketId: string, kind: DraftKind, body: string) =>
  api<unknown>(`/drafts/${encodeURIComponent(ticketId)}`, { method: 'PUT', query: { kind }, body: { body } });

export const sendPresence = (ticketId: string | null, typing: boolean) =>
  api<unknown>('/presence', { method: 'POST', body: { ticketId, typing } });

export const searchContacts = (searchParam: string, signal?: AbortSignal) =>
  api<ContactPage>('/contacts', { query: { searchParam, pageNumber: 1 }, signal });
export const getContact = (id: string, signal?: AbortSignal) =>
  api<ContactView>(`/contacts/${encodeURIComponent(id)}`, { signal });
/** Returns who is in a group. */
export const listMembers = (contactId: string, signal?: AbortSignal) =>
  api<{ members: GroupMemberView[] }>(`/contacts/${encodeURIComponent(contactId)}/members`, { signal });
export const listTags = (signal?: AbortSignal) => api<readonly TagView[]>('/tags/list', { signal });
export const listUsers = (signal?: AbortSignal) => api<readonly Colleague[]>('/users/list', { signal });

export const createTag = (name: string, color: string) =>
  api<TagView>('/tags', { method: 'POST', body: { name, color } });
export const syncTags = (ticketId: string, tags: readonly TagView[]) =>
  api<unknown>('/tags/sync', { method: 'POST', body: { ticketId, tags } });

/** What the server answers at most. */
const MOST_ASKED = 500;

export const getHistory = (
  ticketId: string,
  of: { readonly after: number } | { readonly before: number | 'end' },
  signal?: AbortSignal,
) => api<HistoryPage>(`/tickets/${encodeURIComponent(ticketId)}/history`, { query: { ...of }, signal });

/** Returns what happened to a message, in order: asked from the end of its ticket back to its beginning, and no further. */
export async function changesOf(ticketId: string, messageId: string, signal?: AbortSignal) {
  const found: HistoryEventView[] = [];
  for (let before: number | 'end' = 'end'; ; ) {
    const page: HistoryPage = await getHistory(ticketId, { before }, signal);
    found.unshift(...page.events.filter(({ data }) => data.messageId === messageId));
    const began = found.some(({ type }) => type === 'MessageQueued' || type === 'MessageReceived');
    const first = page.events[0];
    if (began || !page.hasMore || first === undefined) return found;
    before = first.revision;
  }
}

/** Resolves with a ticket as it was after a revision, with its newest messages, at least `count` of them if there are so many. */
export async function getAsOf(
  ticketId: string,
  revision: number,
  count: number,
  signal?: AbortSignal,
): Promise<AsOfView> {
  const ask = (limit: number, before?: number) =>
    api<AsOfView>(`/tickets/${encodeURIComponent(ticketId)}/as-of`, {
      query: { revision, before, limit: Math.min(limit, MOST_ASKED) },
      signal,
    });
  const newest = await ask(count);
  let { messages, before } = newest;
  while (before !== null && messages.length < count) {
    const page = await ask(count - messages.length, before);
    messages = [...page.messages, ...messages];
    before = page.before;
  }
  return { ...newest, messages, before };
}
