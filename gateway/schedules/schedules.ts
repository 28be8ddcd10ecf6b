import type { Logger } from 'pino';
import { defaultTimeZone } from '../../domain/company/events.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { errorStatus } from '../../domain/error-codes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import { nextOf } from '../../domain/schedule/recurrence.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { MediaType } from '../../domain/ticket/events.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import type { DueJob } from '../jobs/due-work.ts';
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

const page = 500;
const secondMs = 1_000;

const kindOf = (mime: string | undefined): MediaType => (mime?.startsWith('image/') ? 'image' : 'chat');

/**
 * Sends what was scheduled when its time has come. Whose turn it is the read models tell; the schedule's own stream says that it
 * begins, in which ticket and as which message, before anything else is done: whoever finds it begun goes on with the same
 * ticket and message, so that a death between any two steps, or a second gateway, sends it once.
 */
export function createSchedules(deps: SchedulesDeps): DueJob {
  const { desk, eventStore, readStore, log } = deps;

  const contextFor = (companyId: string, scheduleId: string, step: string): Context => ({
    companyId,
    actor: { kind: 'system', id: 'schedules' },
    causationId: scheduleId,
    commandId: deriveId(scheduleId, step),
    at: deps.now().toISOString(),
  });

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

  /** Makes the next of a series, once: its id derives from this one's. */
  async function succeed(companyId: string, schedule: Schedule): Promise<void> {
    if (schedule.recurrence === null) return;
    const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    const now = deps.now().toISOString();
    const next = nextOf(schedule, company?.timeZone ?? defaultTimeZone, now);
    if (next === undefined) return;
    const { id, contactId, body, connectionId, queueId, userId, media, recurrence } = schedule;
    const content = { contactId, body, connectionId, queueId, userId, media, recurrence };
    const scheduleId = deriveId(id, 'next');
    await desk.schedules.create(contextFor(companyId, id, 'next'), { ...content, ...next, scheduleId });
  }

  /** Writes down what became of its message, as far as the read models have come. Returns how far that is. */
  async function settle(
    companyId: string,
    { id: scheduleId, message }: Schedule,
  ): Promise<'unsaid' | 'waits' | 'settled'> {
    if (message === undefined) return 'unsaid';
    const said = await readStore.forCompany(companyId).get<MessageDocument>('messages', message.messageId);
    if (said?.failure) {
      const { code } = said.failure;
      const step = contextFor(companyId, scheduleId, `failed-${said.id}`);
      await desk.schedules.failed(step, { scheduleId, code });
      return 'settled';
    }
    if (said?.isDeleted) throw new DomainError('ERR_NO_MESSAGE_FOUND');
    if (!said) return 'unsaid';
    if (said.externalId === null && said.ack < 1) return 'waits';
    const sentAt = deps.now().toISOString();
    await desk.schedules.sent(contextFor(companyId, scheduleId, `sent-${said.id}`), { scheduleId, sentAt });
    return 'settled';
  }

  /** Everything that is to be done about one that is due or on its way. Returns whether it waits for something. */
  async function attend(companyId: string, scheduleId: string): Promise<boolean> {
    const look = async () => {
      const state = await desk.schedules.look(companyId, scheduleId);
      return state.status === 'pending' || state.status === 'sending' ? state : undefined;
    };
    let schedule = await look();
    if (schedule === undefined) return false;
    if (schedule.status === 'pending') {
      const { ticketId = deriveId(scheduleId, 'ticket', schedule.attempts) } = await recipient(
        companyId,
        schedule,
      );
      const step = contextFor(companyId, scheduleId, `send-${schedule.attempts}-${schedule.sendAt}`);
      await desk.schedules.send(step, { scheduleId, ticketId });
      schedule = await look();
    }
    if (schedule?.status !== 'sending') return false;
    await succeed(companyId, schedule);
    const settled = await settle(companyId, schedule);
    if (settled === 'unsaid') await say(companyId, schedule);
    return settled !== 'settled';
  }

  async function attendSafely({ companyId, id: scheduleId }: ScheduleDocument): Promise<boolean> {
    try {
      return await attend(companyId, scheduleId);
    } catch (error) {
      if (isDomainError(error) && error.code !== 'ERR_CONFLICT' && errorStatus[error.code] < 500) {
        log.warn({ scheduleId, code: error.code }, 'a scheduled message was not sent');
        const state = await desk.schedules.look(companyId, scheduleId);
        const attempt = 'attempts' in state ? state.attempts : 0;
        const step = contextFor(companyId, scheduleId, `refused-${attempt}`);
        await desk.schedules.failed(step, { scheduleId, code: error.code });
        return false;
      }
      log.warn({ err: error, scheduleId }, 'a scheduled message waits');
      return true;
    }
  }

  async function round(signal: AbortSignal): Promise<number> {
    const reader = readStore.allCompanies();
    const works = ({ companyId }: ScheduleDocument) => !deps.settings.isStopped(companyId);
    const under = (where: object, skip = 0) =>
      reader.find<ScheduleDocument>('schedules', {
        where: where as never,
        sort: ['sendAt'],
        limit: page,
        skip,
      });
    let waiting = false;
    for (const where of [
      { status: 'ENVIANDO' },
      { status: 'PENDENTE', sendAt: { lte: deps.now().toISOString() } },
    ])
      for (let skip = 0; ; skip += page) {
        const some = await under(where, skip);
        for (const document of some.filter(works)) {
          if (signal.aborted) return 0;
          waiting = (await attendSafely(document)) || waiting;
        }
        if (some.length < page) break;
      }
    const [next] = await under({ status: 'PENDENTE', sendAt: { gt: deps.now().toISOString() } });
    const nextMs = next ? Date.parse(next.sendAt) - deps.now().getTime() : Number.POSITIVE_INFINITY;
    return Math.max(1, Math.min(nextMs, waiting ? secondMs / 4 : deps.everyMs));
  }

  return {
    name: 'schedules',
    everyMs: deps.everyMs,
    after: ['ScheduleCreated', 'ScheduleUpdated', 'ScheduleRetried'],
    waiting: 'scheduled messages wait for the stores',
    round,
  };
}
