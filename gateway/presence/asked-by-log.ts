import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { OutboundWork } from '../outbound/scope.ts';

export interface Routed {
  readonly ticketId: string;
  readonly messageId: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly byContact?: boolean;
}

/** Returns the ticket that an event says was seen, for who looks at one, and who answers, has seen what stands there; undefined: none. */
export function seenBy({
  type,
  data,
}: RecordedEvent): { ticketId: string; connectionId: string } | undefined {
  const { ticketId, connectionId, userId, automatic } = data as Partial<Routed> & {
    readonly userId?: string | null;
    readonly automatic?: string;
  };
  const seen = type === 'TicketRead' || (type === 'MessageQueued' && userId && automatic === undefined);
  return seen && ticketId && connectionId ? { ticketId, connectionId } : undefined;
}

/** Returns what an event of the log asks of the connection it names. */
export function outboundWork(event: RecordedEvent): (OutboundWork & { connectionId: string }) | undefined {
  const data = event.data as Routed;
  const { ticketId, messageId, contactId, connectionId } = data;
  const work = { ticketId, messageId, contactId, connectionId };
  switch (event.type) {
    case 'MessageQueued':
      return { ...work, from: event.revision };
    case 'MessageRetried':
      return work;
    case 'MessageEdited':
    case 'MessageDeleted':
    case 'MessageReacted':
      return data.byContact ? undefined : work;
    default:
      return undefined;
  }
}
