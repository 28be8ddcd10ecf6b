import type { Logger } from 'pino';
import { longestText } from '../../channels/known.ts';
import { defaultTimeZone } from '../../domain/company/events.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { deriveId, newId } from '../../domain/kernel/ids.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { ticketStream } from '../../domain/streams.ts';
import { cutText } from '../../domain/text/clean.ts';
import type { MediaType } from '../../domain/ticket/events.ts';
import { expandTemplate, firstNameOf } from '../../domain/ticket/template.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import type { CompanySettings } from '../log/company-settings.ts';

export interface SchedulesDeps {
  readonly desk: Pick<Desk, 'schedules' | 'tickets'>;
  readonly eventStore: Pick<EventStore, 'read' | 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  readonly settings: Pick<CompanySettings, 'isStopped'>;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
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
    const { id: contactId, isGroup, name } = contact;
    const open = async ({ id: connectionId }: ConnectionDocument) =>
      desk.tickets.openOf(companyId, { connectionId, contactId });
    const namedConnection = connections.find(({ id }) => id === schedule.connectionId);
    const usual = connections.find(({ isDefault }) => isDefault) ?? connections[0];
    if (schedule.connectionId !== null && namedConnection === undefined)
      throw new DomainError('ERR_NO_WAPP_FOUND');
    // Where they are written to already comes before what is usual.
    for (const connection of namedConnection ? [namedConnection] : connections) {
      const ticketId = await open(connection);
      if (ticketId !== undefined) return { contactId, name, isGroup, connectionId: connection.id, ticketId };
    }
    const connection = namedConnection ?? usual;
    if (connection === undefined) throw new DomainError('ERR_NO_WAPP_FOUND');
    return { contactId, name, isGroup, connectionId: connection.id, ticketId: undefined };
  }

  return recipient;
}

/** Returns how a schedule's text reads for whom it is for, at the time it was scheduled for. */
function createWording({ eventStore, readStore }: Pick<SchedulesDeps, 'eventStore' | 'readStore'>) {
  return async (companyId: string, { body, sendAt, userId }: Schedule, name: string, ticketId: string) => {
    if (!body.includes('{{')) return body;
    const reader = readStore.forCompany(companyId);
    const [company, user, [openedEvent]] = await Promise.all([
      reader.get<CompanyDocument>('companies', companyId),
      userId === null ? undefined : reader.get<UserDocument>('users', userId),
      eventStore.read(ticketStream(companyId, ticketId), { limit: 1 }),
    ]);
    const said = expandTemplate(body, {
      name,
      firstName: firstNameOf(name),
      agent: user?.name ?? '',
      at: sendAt,
      locale: 'pt',
      protocol: (openedEvent?.data as { protocol?: string } | undefined)?.protocol ?? '',
      timeZone: company?.timeZone ?? defaultTimeZone,
    });
    // Ten thousand names make a long text a giant one, which no network takes.
    return cutText(said, longestText);
  };
}

type Whom = Awaited<ReturnType<ReturnType<typeof createRecipients>>>;

/** Returns what finds the ticket that a message goes into, of those named for it and those there are. */
function createPlace({ desk, eventStore }: Pick<SchedulesDeps, 'desk' | 'eventStore'>) {
  /** @throws ERR_NO_TICKET_FOUND when the message went with its ticket */
  async function readStanding(companyId: string, ticketId: string, messageId: string) {
    const foundStanding = await desk.tickets.standing(companyId, { ticketId, messageId });
    let said = foundStanding.said === true;
    if (foundStanding.said === 'unknown')
      for await (const { type, data } of streamEvents(eventStore, ticketStream(companyId, ticketId)))
        said ||= type === 'MessageQueued' && (data as { messageId: string }).messageId === messageId;
    if (said && foundStanding.status === 'deleted') throw new DomainError('ERR_NO_TICKET_FOUND');
    const isLive = foundStanding.status === 'pending' || foundStanding.status === 'open';
    const claimRevision = 'claimRevision' in foundStanding ? foundStanding.claimRevision : undefined;
    return { status: foundStanding.status, claimRevision, ticketId, said, isLive };
  }

  return async function wanted(
    companyId: string,
    { ticketId, messageId, named }: NonNullable<Schedule['message']>,
    whom: Whom,
  ) {
    const stands: Awaited<ReturnType<typeof readStanding>>[] = [];
    for (const one of named) stands.push(await readStanding(companyId, one, messageId));
    const stays = stands.find(({ said }) => said) ?? stands.find(({ isLive }) => isLive);
    if (stays) return stays;
    if (whom.ticketId !== undefined && whom.ticketId !== ticketId)
      return readStanding(companyId, whom.ticketId, messageId);
    const here = stands.find((one) => one.ticketId === ticketId)!;
    if (here.status === 'absent') return here;
    // Closed before it was said: another is opened.
    return readStanding(companyId, deriveId(ticketId, 'after'), messageId);
  };
}

/** Returns what puts a schedule's message into its ticket, once. */
export function createSaying(deps: SchedulesDeps, recipient: ReturnType<typeof createRecipients>) {
  const { desk } = deps;
  const contextFor = contextsOf(deps);
  const wantedPlace = createPlace(deps);
  const wordSchedule = createWording(deps);

  /**
   * Goes a step towards its message standing in the ticket that its stream names. Of two that go, one may have stood still
   * for long: the tickets are read before the schedule's stream, which must still name the one that is spoken in, and that must
   * not have closed since; whoever names another ticket sees first that none of those before can take the message any more.
   * Returns whether another step is to be made.
   */
  async function say(companyId: string, { id: scheduleId, message: begun }: Schedule): Promise<boolean> {
    if (begun === undefined) return false;
    const before = await desk.schedules.look(companyId, scheduleId);
    if (before.status !== 'sending' || before.message?.messageId !== begun.messageId) return false;
    const { ticketId } = before.message;
    const whom = await recipient(companyId, before);
    const there = await wantedPlace(companyId, before.message, whom);
    if (there.ticketId !== ticketId) {
      // It may go back to one that it was moved from: no move is the same command as another.
      const step = contextFor(companyId, scheduleId, `move-${newId()}`);
      await desk.schedules.send(step, { scheduleId, ticketId: there.ticketId, insteadOf: ticketId });
      return true;
    }
    if (there.said) return false;
    const now = await desk.schedules.look(companyId, scheduleId);
    if (now.status !== 'sending' || now.message?.ticketId !== ticketId) return true;
    try {
      if (there.status === 'absent') await openTicket(companyId, now, ticketId, whom);
      else if (there.isLive) await speak(companyId, now, ticketId, whom, there.claimRevision);
      return there.status === 'absent';
    } catch (error) {
      if (!isDomainError(error)) throw error;
      // Closed, or another one opened, at this very moment: the next step finds it so.
      if (error.code !== 'ERR_TICKET_NOT_OPEN' && error.code !== 'ERR_OTHER_OPEN_TICKET') throw error;
      return true;
    }
  }

  async function openTicket(
    companyId: string,
    { id, queueId, userId }: Schedule,
    ticketId: string,
    whom: Whom,
  ) {
    const { contactId, connectionId, isGroup } = whom;
    await desk.tickets.open(contextFor(companyId, id, `open-${ticketId}`), {
      ticketId,
      contactId,
      connectionId,
      isGroup,
      queueId,
      userId,
      status: userId === null ? 'pending' : 'open',
    });
  }

  async function speak(
    companyId: string,
    schedule: Schedule,
    ticketId: string,
    { name }: Whom,
    claimRevision: number | undefined,
  ) {
    const { id, media, message } = schedule;
    const { messageId } = message!;
    await desk.tickets.send(contextFor(companyId, id, `say-${messageId}-${ticketId}`), {
      ticketId,
      messageId,
      ...(claimRevision !== undefined && { claimRevision }),
      body: await wordSchedule(companyId, schedule, name, ticketId),
      mediaType: kindOf(media?.mime),
      automatic: 'schedule',
      ...(media && { media }),
    });
  }

  return say;
}
