import { isDomainError } from '../../domain/errors.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { Where } from '../../domain/where.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { collectionPages, everyDocument } from '../../projections/ports/collection-pages.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { ProcessManager } from '../process/process-manager.ts';
import { demandReached } from '../process/read-models.ts';
import type { SchedulesDeps } from './saying.ts';
import { createSuccession } from './succession.ts';

/** How long the read models may take to know of what was written. */
const behindMs = 10_000;

/** Whether a message that stands in the log at `position`, of this instant, answers a schedule. */
const answers = ({ answersAfter, answersFrom }: ScheduleDocument, position: number, at: string): boolean =>
  position > answersAfter && (answersFrom === null || at > answersFrom);

interface Answer {
  readonly ticketId: string;
  readonly messageId: string;
}

/**
 * Returns what finds what a contact wrote since a schedule awaits it. Asked right before it would be sent: the process manager that cancels
 * may be behind, or have had no process to run in. Everything counts that stood in the log when it was asked.
 */
export function createAnswers({ eventStore, readStore, reached }: SchedulesDeps) {
  return async (companyId: string, scheduleId: string): Promise<Answer | undefined> => {
    await demandReached(reached, await eventStore.head(), behindMs);
    const reader = readStore.forCompany(companyId);
    const schedule = await reader.get<ScheduleDocument>('schedules', scheduleId);
    if (!schedule?.cancelOnReply) return undefined;
    const present = await presentContact(reader, schedule.contactId);
    const contactIds = [...new Set([schedule.contactId, present?.id ?? schedule.contactId])];
    // What came since it awaits an answer moved its ticket.
    const tickets = { where: { contactId: { in: contactIds } }, sort: ['-updatedAt'] };
    for await (const some of collectionPages<TicketDocument>(reader, 'tickets', tickets))
      for (const { id: ticketId, position } of some) {
        if (position <= schedule.answersAfter) continue;
        const where: Where = { ticketId, order: { gt: schedule.answersAfter } };
        for await (const said of collectionPages<MessageDocument>(reader, 'messages', {
          where,
          sort: ['-order'],
        })) {
          const answer = said.find(
            (one) => !one.fromMe && answers(schedule, one.order, one.createdAt) && one.ticketId === ticketId,
          );
          if (answer) return { ticketId, messageId: answer.id };
        }
      }
    return undefined;
  };
}

/** How long a company without a schedule that awaits an answer is taken for one, while none is made: hundreds of messages a second must not each ask. */
const quietMs = 1_000;
const mostCompanies = 1_000;

/** Returns what is known of whether a company has any schedule that awaits an answer: most have none. */
function createAwaiting({ readStore }: Pick<GatewayDeps, 'readStore'>) {
  const quietCompanies = boundedCache<true>(mostCompanies, quietMs);
  /** Where one began to await a moment ago, which the read models may not know yet. */
  const freshCompanies = boundedCache<true>(mostCompanies, behindMs);
  return {
    isQuiet: (companyId: string): boolean => quietCompanies.has(companyId),
    began(companyId: string): void {
      freshCompanies.set(companyId, true);
      quietCompanies.delete(companyId);
    },
    /** Returns whether there may be one. */
    async ask(companyId: string): Promise<boolean> {
      const where = { awaits: { gt: '' } };
      const some = await readStore.forCompany(companyId).find('schedules', { where, limit: 1 });
      if (some.length > 0 || freshCompanies.has(companyId)) return true;
      quietCompanies.set(companyId, true);
      return false;
    },
  };
}

/** Deleted, or erased with its contact, meanwhile: nothing is left to be done. */
async function unlessGone(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!isDomainError(error, 'ERR_NO_SCHEDULE_FOUND') && !isDomainError(error, 'ERR_CONTACT_ERASED'))
      throw error;
  }
}

/**
 * Returns the process manager that cancels what a contact was to be sent unless they wrote before, as soon as they
 * write. Which of the two was first, their message or the sending, the schedule's stream decides. Of a series the one
 * that is next is cancelled: the one after it is made at once, and waits for what is written after the time of this
 * one.
 */
export function createAnswered(
  deps: Pick<GatewayDeps, 'desk' | 'readStore' | 'reached'> & { readonly now: () => Date },
): ProcessManager {
  const { desk, readStore, reached } = deps;
  const succeed = createSuccession(deps);
  const awaiting = createAwaiting(deps);
  const began = async ({ metadata }: { readonly metadata: { readonly companyId: string } }) =>
    awaiting.began(metadata.companyId);
  return {
    name: 'schedule-answers',
    start: 'head',
    key: ({ data }) => {
      const { contactId, scheduleId } = data as { contactId?: string; scheduleId?: string };
      return contactId ?? scheduleId!;
    },
    skips: ({ type, data, metadata }) =>
      type === 'MessageReceived' &&
      ((data as { fromMe?: boolean }).fromMe === true || awaiting.isQuiet(metadata.companyId)),
    handles: {
      async MessageReceived({ data, metadata: { companyId, at }, position }, { command }) {
        const { contactId, ticketId, messageId } = data;
        if (!(await awaiting.ask(companyId))) return;
        const reader = readStore.forCompany(companyId);
        // A ticket that came with a merge names whose it was.
        const present = await presentContact(reader, contactId);
        const where = { awaits: { in: [...new Set([contactId, present?.id ?? contactId])] } };
        // What is not in the read models yet is found right before it would be sent.
        for (const schedule of await everyDocument<ScheduleDocument>(reader, 'schedules', { where })) {
          if (!answers(schedule, position, at)) continue;
          const answer = { scheduleId: schedule.id, ticketId, messageId };
          await unlessGone(desk.schedules.cancel(command(schedule.id), answer));
        }
      },
      ScheduleCreated: began,
      ScheduleUpdated: began,
      ScheduleRetried: began,
      async ScheduleCancelled({ data: { scheduleId }, metadata: { companyId }, position }) {
        await demandReached(reached, position, behindMs);
        const schedule = await desk.schedules.look(companyId, scheduleId);
        if (schedule.status === 'cancelled') await unlessGone(succeed(companyId, schedule));
      },
    },
  };
}
