import { given } from '../../testing/decider.ts';
import type { Incoming } from './commands.ts';
import type { TicketEvent } from './events.ts';
import { ticketDecider } from './ticket.ts';

type Data<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];

export const givenTicket = given(ticketDecider);

const ids = { ticketId: 't1' };
const route = { contactId: 'carla', connectionId: 'phone' };
export const atRest = { status: 'pending', queueId: 'support', userId: null } as const;
export const withAna = { status: 'open', queueId: 'support', userId: 'ana' } as const;

export const opened = (more: Partial<Data<'TicketOpened'>> = {}): TicketEvent => ({
  type: 'TicketOpened',
  data: {
    ...ids,
    ...route,
    protocol: '2EK7QX4A',
    isGroup: false,
    claim: 'claim-c1_x',
    claimRevision: 0,
    ...atRest,
    ...more,
  },
});
export const accepted = (userId = 'ana'): TicketEvent => ({
  type: 'TicketAccepted',
  data: { ...ids, userId, queueId: 'support', before: atRest, waitedMs: 0 },
});
export const resolved: TicketEvent = {
  type: 'TicketResolved',
  data: { ...ids, before: withAna, handledMs: 0, reason: 'agent' },
};
export const deleted: TicketEvent = { type: 'TicketDeleted', data: { ...ids, before: withAna } };
export const queued = (messageId = 'm1', body = 'olá'): TicketEvent => ({
  type: 'MessageQueued',
  data: { ...ids, ...route, messageId, body, mediaType: 'chat', userId: 'ana', queueId: 'support' },
});
export const sent = (messageId = 'm1'): TicketEvent => ({
  type: 'MessageSent',
  data: { ...ids, messageId, externalId: `x-${messageId}` },
});
export const failed = (messageId = 'm1'): TicketEvent => ({
  type: 'MessageFailed',
  data: { ...ids, messageId, code: 'ERR_SENDING_WAPP_MSG', reason: 'offline' },
});
export const acknowledged = (ack: number, ...messageIds: string[]): TicketEvent => ({
  type: 'MessageAcknowledged',
  data: { ...ids, messageIds, ack },
});
export const incoming = (messageId = 'in1', more: Partial<Incoming> = {}): Incoming => ({
  messageId,
  externalId: `e-${messageId}`,
  fromMe: false,
  contactId: 'carla',
  body: 'oi',
  mediaType: 'chat',
  sentAt: '2026-11-02T12:00:00.000Z',
  ...more,
});
export const received = (messageId = 'in1', more: Partial<Data<'MessageReceived'>> = {}): TicketEvent => ({
  type: 'MessageReceived',
  data: {
    ...ids,
    ...route,
    ...incoming(messageId),
    queueId: 'support',
    userId: null,
    ...more,
  } as Data<'MessageReceived'>,
});
export const claimLost = (claimRevision = 0): TicketEvent => ({
  type: 'ClaimLost',
  data: { claim: 'claim-c1_x', claimRevision },
});
