import { defaultTimeZone } from '../../domain/company/events.ts';
import { errorStatus } from '../../domain/error-codes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import { nextOf } from '../../domain/schedule/recurrence.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import type { DueJob } from '../jobs/due-work.ts';
import { contextsOf, createRecipients, createSaying, type SchedulesDeps } from './saying.ts';

const page = 500;
const secondMs = 1_000;

/** Returns what comes of a schedule: the next of its series, and how its message ended. */
function createOutcomes(deps: SchedulesDeps) {
  const { desk, readStore } = deps;
  const contextFor = contextsOf(deps);

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

  return { succeed, settle };
}

/** Returns what does everything that is to be done about one schedule. */
function createAttending(deps: SchedulesDeps) {
  const { desk, log } = deps;
  const contextFor = contextsOf(deps);
  const recipient = createRecipients(deps);
  const say = createSaying(deps, recipient);
  const { succeed, settle } = createOutcomes(deps);

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

  return attendSafely;
}

/**
 * Sends what was scheduled when its time has come. Whose turn it is the read models tell; the schedule's own stream says that it
 * begins, in which ticket and as which message, before anything else is done: whoever finds it begun goes on with the same
 * ticket and message, so that a death between any two steps, or a second gateway, sends it once.
 */
export function createSchedules(deps: SchedulesDeps): DueJob {
  const { readStore } = deps;
  const attendSafely = createAttending(deps);

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
