import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { MediaType } from '../../domain/ticket/events.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { CompanySettings } from '../log/company-settings.ts';

export interface SchedulesDeps {
  readonly desk: Pick<Desk, 'schedules' | 'tickets'>;
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly settings: Pick<CompanySettings, 'isStopped'>;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds after which it looks again, whatever it knows of: clocks are set. */
  readonly everyMs: number;
}

const kindOf = (mime: string | undefined): MediaType => (mime?.startsWith('image/') ? 'image' : 'chat');

/** Returns the context of one step of a schedule: the same command however often it comes. */
export function contextsOf({ now }: Pick<SchedulesDeps, 'now'>) {
  return (companyId: string, scheduleId: string, step: string): Context => ({
    companyId,
    actor: { kind: 'system', id: 'schedules' },
    causationId: scheduleId,
    commandId: deriveId(scheduleId, step),
    at: now().toISOString(),
  });
}

/** Returns what finds whom a schedule is for, and in which ticket they are written to now. */
export function createRecipients({ desk, readStore }: Pick<SchedulesDeps, 'desk' | 'readStore'>) {
  /** @throws ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND */
  async function recipient(companyId: string, schedule: Schedule) {
    const reader = readStore.forCompany(companyId);
    let contact = await reader.get<ContactDocument>('contacts', schedule.contactId);
    while (contact?.mergedInto) contact = await reader.get<ContactDocument>('contacts', contact.mergedInto);
    if (!contact || contact.deletedAt !== null) throw new DomainError('ERR_NO_CONTACT_FOUND');
    const connections = await reader.find<ConnectionDocument>('connections', {});
    const { id: contactId, isGroup } = contact;
    const open = async ({ id: connectionId }: ConnectionDocument) =>
      desk.tickets.openOf(companyId, { connectionId, contactId });
    const named = connections.find(({ id }) => id === schedule.connectionId);
    const usual = connections.find(({ isDefault }) => isDefault) ?? connections[0];
    if (schedule.connectionId !== null && named === undefined) throw new DomainError('ERR_NO_WAPP_FOUND');
    // Where they are written to already comes before what is usual.
    for (const connection of named ? [named] : connections) {
      const ticketId = await open(connection);
      if (ticketId !== undefined) return { contactId, isGroup, connectionId: connection.id, ticketId };
    }
    const connection = named ?? usual;
    if (connection === undefined) throw new DomainError('ERR_NO_WAPP_FOUND');
    return { contactId, isGroup, connectionId: connection.id, ticketId: undefined };
  }

  return recipient;
}

/** Returns what puts a schedule's message into its ticket, once. */
export function createSaying(deps: SchedulesDeps, recipient: ReturnType<typeof createRecipients>) {
  const { desk, eventStore } = deps;
  const contextFor = contextsOf(deps);

  /**
   * Returns whether this message stands in this ticket, by the ticket's own events; 'absent': there is no such ticket yet.
   * @throws ERR_NO_TICKET_FOUND when it was deleted
   */
  async function standing(companyId: string, ticketId: string, messageId: string) {
    let stands: 'absent' | 'begun' | 'said' = 'absent';
    for await (const { type, data } of streamEvents(eventStore, ticketStream(companyId, ticketId))) {
      if (type === 'TicketDeleted') throw new DomainError('ERR_NO_TICKET_FOUND');
      if (stands === 'absent') stands = 'begun';
      if (type === 'MessageQueued' && (data as { messageId: string }).messageId === messageId)
        stands = 'said';
    }
    return stands;
  }

  /** Puts its message into the ticket that its stream names, which is opened where there is none. */
  async function say(companyId: string, schedule: Schedule): Promise<void> {
    const { id: scheduleId, body, media, message, userId, queueId } = schedule;
    if (message === undefined) return;
    const { ticketId, messageId } = message;
    const context = contextFor(companyId, scheduleId, `say-${messageId}`);
    const stands = await standing(companyId, ticketId, messageId);
    if (stands === 'said') return;
    const whom = await recipient(companyId, schedule);
    if (whom.ticketId !== undefined && whom.ticketId !== ticketId) return move(whom.ticketId);
    // Closed before it was said: another is opened.
    if (stands === 'begun' && whom.ticketId === undefined) return move(deriveId(ticketId, 'after'));
    try {
      if (stands === 'absent')
        await desk.tickets.open(
          { ...context, commandId: deriveId(scheduleId, 'open', ticketId) },
          {
            ticketId,
            contactId: whom.contactId,
            connectionId: whom.connectionId,
            isGroup: whom.isGroup,
            queueId,
            userId,
            status: userId === null ? 'pending' : 'open',
          },
        );
      await desk.tickets.send(context, {
        ticketId,
        messageId,
        body,
        mediaType: kindOf(media?.mime),
        automatic: 'schedule',
        ...(media && { media }),
      });
    } catch (error) {
      if (!isDomainError(error)) throw error;
      const other = (error.details as { ticketId?: string } | undefined)?.ticketId;
      if (error.code === 'ERR_OTHER_OPEN_TICKET' && other !== undefined) return move(other);
      // Closed at this very moment: the next look finds it so.
      if (error.code !== 'ERR_TICKET_NOT_OPEN') throw error;
    }

    async function move(to: string): Promise<void> {
      const step = contextFor(companyId, scheduleId, `move-${ticketId}-${to}`);
      await desk.schedules.send(step, { scheduleId, ticketId: to, insteadOf: ticketId });
    }
  }

  return say;
}
