import type { TicketEvent } from './events.ts';
import type { MessageExtra } from './extra.ts';
import { attachedFile, awaitedFile, type FileFacts } from './files.ts';
import type { MessageFacts } from './messages.ts';
import { findMessage, mayStillFail, unsettledChanges, writeMessage } from './messages.ts';
import { sideOf } from './side.ts';
import type { Evolves, KnownTicket } from './state.ts';

const changeMessage = (
  ticket: KnownTicket,
  id: string,
  change: (facts: MessageFacts) => Partial<MessageFacts>,
): KnownTicket => {
  const facts = findMessage(ticket.messages, id);
  // No longer among those kept: a later command that names it folds the stream.
  if (facts === undefined) return ticket;
  return { ...ticket, messages: writeMessage(ticket.messages, id, { ...facts, ...change(facts) }) };
};

const isSent = (facts: MessageFacts): MessageFacts['status'] =>
  facts.status === 'received' ? 'received' : 'sent';

type Arrived = Pick<
  Extract<TicketEvent, { type: 'MessageReceived' }>['data'],
  'file' | 'media' | 'mediaError'
>;
const fileOf = ({ file, media, mediaError }: Arrived): FileFacts | undefined => {
  if (file === undefined) return undefined;
  if (mediaError !== undefined) return { is: 'failed', code: mediaError };
  return media === undefined ? awaitedFile : attachedFile;
};
/** Returns what decisions want of a message's kind. */
const keptOf = (extra: MessageExtra | undefined): Pick<MessageFacts, 'unreadable' | 'options'> => ({
  ...(extra?.unreadable && { unreadable: true }),
  ...(extra?.poll && { options: extra.poll.options.length }),
});

type Said = Extract<
  TicketEvent['type'],
  `Message${string}` | `TicketNote${string}` | 'PollVoted' | 'TicketErased'
>;

/** What becomes of what is said in a ticket: messages, reactions, votes, notes. */
export const evolveMessages: Evolves<Said> = {
  MessageReceived: (ticket, data, at) => {
    const { messageId, fromMe, externalId, body, sentAt, extra, via } = data;
    const file = fileOf(data);
    const facts: MessageFacts = {
      ...(file && { file }),
      fromMe,
      externalId,
      sentAt,
      at,
      deleted: false,
      settled: unsettledChanges,
      ...keptOf(extra),
      status: fromMe ? 'sent' : 'received',
      ack: fromMe ? 1 : 0,
      body: ticket.messages.bodies ? body : null,
    };
    const messages = writeMessage(ticket.messages, messageId, facts);
    const { strangers = [] } = ticket;
    return {
      ...ticket,
      messages,
      unread: ticket.unread || !fromMe,
      lastWrittenAt: at,
      ...(via !== undefined && !strangers.includes(via) && { strangers: [...strangers, via] }),
    };
  },
  MessageRecovered: (ticket, data) => {
    const { messageId, body, extra } = data;
    const file = fileOf(data);
    return changeMessage(ticket, messageId, () => ({
      ...(file && { file }),
      ...keptOf(extra),
      unreadable: false,
      body: ticket.messages.bodies ? body : null,
    }));
  },
  MessageFileAttached: (ticket, data) =>
    changeMessage(ticket, data.messageId, () => ({ file: attachedFile })),
  MessageFileFailed: (ticket, { messageId, code }) =>
    changeMessage(ticket, messageId, () => ({ file: { is: 'failed', code } })),
  MessageFileRequested: (ticket, data) =>
    changeMessage(ticket, data.messageId, () => ({ file: awaitedFile })),
  MessageQueued: (ticket, data, at) => {
    const body = ticket.messages.bodies ? data.body : null;
    const facts: MessageFacts = {
      fromMe: true,
      externalId: null,
      sentAt: at,
      at,
      deleted: false,
      settled: unsettledChanges,
      status: 'queued',
      ack: 0,
      body,
    };
    const messages = writeMessage(ticket.messages, data.messageId, facts);
    return { ...ticket, messages, lastWrittenAt: at };
  },
  MessageSent: (ticket, data) =>
    changeMessage(ticket, data.messageId, (facts) => ({
      externalId: data.externalId,
      status: isSent(facts),
      ack: Math.max(facts.ack, 1),
    })),
  // Any receipt implies sent.
  MessageAcknowledged: (ticket, data) =>
    data.messageIds.reduce<KnownTicket>(
      (ticket, id) =>
        changeMessage(ticket, id, (facts) => ({
          status: isSent(facts),
          ack: Math.max(facts.ack, data.ack),
        })),
      ticket,
    ),
  MessageEdited: (ticket, data) =>
    changeMessage(ticket, data.messageId, () => (ticket.messages.bodies ? { body: data.body } : {})),
  MessageDeleted: (ticket, data) => changeMessage(ticket, data.messageId, () => ({ deleted: true })),
  MessageReacted: (ticket, data) => {
    const { messageId, emoji, fromMe, byContact, sentAt } = data;
    return changeMessage(ticket, messageId, ({ reactions }) => ({
      reactions: { ...reactions, [sideOf(data)]: { value: emoji, sentAt } },
      ...(fromMe && !byContact && { reactionFailed: false }),
    }));
  },
  PollVoted: (ticket, data) => {
    const { messageId, choices, sentAt } = data;
    return changeMessage(ticket, messageId, ({ votes }) => ({
      votes: { ...votes, [sideOf(data)]: { value: choices.join(), sentAt } },
    }));
  },
  MessageReactionSettled: (ticket, { messageId, revision, failure }) =>
    changeMessage(ticket, messageId, ({ settled }) => ({
      settled: { ...settled, react: Math.max(settled.react, revision) },
      ...(failure && { reactionFailed: true }),
    })),
  MessageFailed: (ticket, data) =>
    changeMessage(ticket, data.messageId, (facts) =>
      facts.status === 'queued' || mayStillFail(facts) ? { status: 'failed' } : {},
    ),
  MessageHeld: (ticket, { messageId, until, reason }) =>
    changeMessage(ticket, messageId, () => ({ held: { until, reason } })),
  MessageRetried: (ticket, data) =>
    changeMessage(ticket, data.messageId, (facts) => (facts.status === 'failed' ? { status: 'queued' } : {})),
  MessageChangeSettled: (ticket, data) => {
    const { change, revision, failure } = data;
    return changeMessage(ticket, data.messageId, ({ settled }) => ({
      settled: { ...settled, [change]: Math.max(settled[change], revision) },
      ...(change === 'delete' && { deletionInDoubt: failure?.cause === 'deleteUnknown' }),
    }));
  },
  TicketNoteAdded: (ticket, { noteId, userId }) => ({
    ...ticket,
    notes: new Map([...ticket.notes, [noteId, { userId, deleted: false }]]),
  }),
  TicketNoteDeleted: (ticket, { noteId }) => {
    const facts = ticket.notes.get(noteId);
    if (facts === undefined) return ticket;
    return { ...ticket, notes: new Map([...ticket.notes, [noteId, { ...facts, deleted: true }]]) };
  },
  TicketErased: (ticket, { messageIds, noteIds }) => {
    const nextTicket = messageIds.reduce<KnownTicket>(
      (ticket, id) =>
        changeMessage(ticket, id, ({ status }) => ({
          erased: true as const,
          body: ticket.messages.bodies ? '' : null,
          ...(status === 'queued' && { status: 'failed' as const }),
        })),
      ticket,
    );
    const notes = new Map(ticket.notes);
    for (const id of noteIds) {
      const facts = notes.get(id);
      if (facts) notes.set(id, { ...facts, erased: true });
    }
    return { ...nextTicket, notes, erased: true };
  },
};
