import type { TicketCommandOf } from './commands.ts';
import type { TicketEvent } from './events.ts';
import type { CampaignMark, KnownTicket, Reach } from './state.ts';

/** Returns what an event names a campaign's message by. */
export const namesOf = ({ ticketId }: KnownTicket, { messageId, campaignId, shippingId }: CampaignMark) => ({
  ticketId,
  messageId,
  campaignId,
  shippingId,
});

const steps: readonly (Reach | 'sent')[] = ['sent', 'received', 'read', 'answered'];
/** From which receipt on it arrived, and was read. */
const receivedAck = 3;
const readAck = 4;

type FromContact = Extract<TicketEvent, { type: 'MessageReceived' }>;
/** Whether a contact says something by it: a call that was missed says nothing. */
export const isFromContact = (event: TicketEvent): event is FromContact =>
  event.type === 'MessageReceived' && !event.data.fromMe && event.data.mediaType !== 'call_log';

/** Returns how far an event says that a message came; what its contact writes answers the last one that went out. */
function reachOf(mark: CampaignMark, event: TicketEvent, ticket: KnownTicket): Reach | undefined {
  if (event.type === 'MessageAcknowledged' && event.data.messageIds.includes(mark.messageId)) {
    if (event.data.ack < receivedAck) return undefined;
    return event.data.ack < readAck ? 'received' : 'read';
  }
  const isLast = ticket.campaigns?.findLast(({ state }) => state === 'sent') === mark;
  return isLast && isFromContact(event) ? 'answered' : undefined;
}

/** Returns how much further an event says that a message came: each step is told once, and none backwards. */
export function reaches(mark: CampaignMark, event: TicketEvent, ticket: KnownTicket): TicketEvent[] {
  const reached = mark.kind === 'message' ? reachOf(mark, event, ticket) : undefined;
  const before = mark.reach ?? 'sent';
  if (reached === undefined || before === 'answered') return [];
  if (steps.indexOf(reached) <= steps.indexOf(before)) return [];
  const { variant } = mark;
  return [{ type: 'CampaignMessageReached', data: { ...namesOf(ticket, mark), variant, before, reached } }];
}

/** Returns the events of leaving: whoever leaves does so for what was written to them last. */
export function leaveCampaign(
  _command: TicketCommandOf<'LeaveCampaign'>,
  ticket: KnownTicket,
): TicketEvent[] {
  const mark = ticket.campaigns?.findLast(({ state }) => state === 'sent');
  const isTold = ticket.campaigns?.some(({ shippingId, left }) => left && shippingId === mark?.shippingId);
  return mark === undefined || isTold ? [] : [{ type: 'CampaignLeft', data: namesOf(ticket, mark) }];
}
