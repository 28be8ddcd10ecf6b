import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { begin, projection } from '../definition.ts';
import type { OutboxDocument, Work } from './document.ts';

interface Routed {
  readonly messageId: string;
  readonly ticketId: string;
  readonly contactId: string;
  readonly connectionId: string;
}

type Arrived = Pick<
  Extract<TicketEvent, { type: 'MessageReceived' }>['data'],
  'file' | 'media' | 'mediaError'
>;

const id = (event: { data: { messageId: string } }) => event.data.messageId;

/** Returns what waits, with this work. It keeps the way of the work that waits before it: an edit goes where its message goes. */
const ask = (
  doc: OutboxDocument | undefined,
  event: RecordedEvent<string, Routed>,
  work: Work,
): OutboxDocument => ({
  ...(doc ?? {
    ...begin(event, event.data.messageId),
    ticketId: event.data.ticketId,
    connectionId: event.data.connectionId,
    contactId: event.data.contactId,
    order: event.position,
    changes: {},
  }),
  work: doc?.work.includes(work) ? doc.work : [...(doc?.work ?? []), work],
  ...(work !== 'send' && work !== 'file' && { changes: { ...doc?.changes, [work]: event.revision } }),
});

/** Whether the file of what came is still to be fetched. */
const isDue = ({ file, media, mediaError }: Arrived): boolean =>
  file !== undefined && media === undefined && mediaError === undefined;

const finishWork = (doc: OutboxDocument | undefined, work: Work): OutboxDocument | 'delete' | undefined => {
  if (!doc?.work.includes(work)) return undefined;
  const rest = doc.work.filter((other) => other !== work);
  return rest.length > 0 ? { ...doc, work: rest } : 'delete';
};

/** What the gateway has still to do on the messaging app: one document a message, gone when nothing is left. */
export const outbox = projection<OutboxDocument, TicketEvent>('outbox', {
  indexes: [['connectionId', 'order'], ['ticketId']],
  on: {
    MessageQueued: { id, creates: true, apply: (_doc, event) => ask(undefined, event, 'send') },
    MessageReceived: {
      id,
      creates: true,
      apply: (_doc, event) =>
        isDue(event.data) && !event.erased ? ask(undefined, event, 'file') : undefined,
    },
    MessageRecovered: {
      id,
      apply: (doc, event) => (isDue(event.data) && !event.erased ? ask(doc, event, 'file') : undefined),
    },
    MessageFileRequested: { id, apply: (doc, event) => ask(doc, event, 'file') },
    MessageFileAttached: { id, apply: (doc) => finishWork(doc, 'file') },
    MessageFileFailed: { id, apply: (doc) => finishWork(doc, 'file') },
    MessageRetried: { id, apply: (doc, event) => ask(doc, event, 'send') },
    MessageHeld: {
      id,
      apply: (doc, { data: { until, reason } }) => doc && { ...doc, held: { until, reason } },
    },
    MessageSent: { id, apply: (doc) => finishWork(doc, 'send') },
    // A receipt says that it was sent, even if the answer to the sending was lost.
    MessageAcknowledged: { id: (event) => event.data.messageIds, apply: (doc) => finishWork(doc, 'send') },
    // What never left needs neither edit nor deletion; a retry sends the text as it stands then.
    MessageFailed: { id, apply: (doc) => (doc ? 'delete' : undefined) },
    // Nothing is said any more to who was erased.
    TicketErased: {
      id: (event) => event.data.messageIds,
      apply: (doc, event) => (doc?.ticketId === event.data.ticketId ? 'delete' : undefined),
    },
    MessageEdited: {
      id,
      apply: (doc, event) => (event.data.byContact ? undefined : ask(doc, event, 'edit')),
    },
    MessageDeleted: {
      id,
      apply: (doc, event) => (event.data.byContact ? undefined : ask(doc, event, 'delete')),
    },
    MessageReacted: {
      id,
      apply: (doc, event) => {
        const { byContact, fromMe } = event.data;
        if (!byContact) return ask(doc, event, 'react');
        // Done on the company's phone meanwhile: what was asked for before is no longer wanted.
        return fromMe ? finishWork(doc, 'react') : undefined;
      },
    },
    MessageReactionSettled: {
      id,
      apply: (doc, event) =>
        (doc?.changes.react ?? Number.POSITIVE_INFINITY) > event.data.revision
          ? undefined
          : finishWork(doc, 'react'),
    },
    MessageChangeSettled: {
      id,
      apply: (doc, event) => {
        const { change, revision } = event.data;
        const asked = doc?.changes[change];
        if (!doc || asked === undefined || asked > revision) return undefined;
        // Nothing is left to send or edit of a message that is gone, sent or not.
        return change === 'delete' ? 'delete' : finishWork(doc, 'edit');
      },
    },
  },
  deleteBy: { TicketDeleted: { field: 'ticketId', few: true, value: (event) => event.data.ticketId } },
});
