import { type ErrorCode, errorStatus } from '../../domain/error-codes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import type { Where } from '../../domain/where.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import type { DueJob } from '../jobs/due-work.ts';
import { fairSlots } from '../scheduling/fair-slots.ts';
import { isLongPast, isUnpaid } from '../scheduling/standing-still.ts';
import { createAnswers } from './answers.ts';
import { contextsOf, createRecipients, createSaying, type SchedulesDeps } from './saying.ts';
import { createSuccession } from './succession.ts';

const page = 500;
/** Attended to in a round: more follow at once. */
const mostAtOnce = 10_000;
/** At the same time: in all, of a company, of a contact. */
const places = { total: 16, ofGroup: 8, ofKey: 1 };
const shortestMs = 250;
/** Until its message stands in its ticket: as a rule it is opened, spoken in, and that is all. */
const mostSteps = 8;

/** Returns what says how a schedule's message ended. */
function createOutcome(deps: SchedulesDeps) {
  const { desk, readStore } = deps;
  const contextFor = contextsOf(deps);

  /** Writes down what became of its message, as far as the read models have come. Returns how far that is. */
  async function settle(
    companyId: string,
    { id: scheduleId, message }: Schedule,
  ): Promise<'unsaid' | 'waits' | 'settled'> {
    if (message === undefined) return 'unsaid';
    const saidMessage = await readStore
      .forCompany(companyId)
      .get<MessageDocument>('messages', message.messageId);
    if (saidMessage?.failure) {
      const { code } = saidMessage.failure;
      const step = contextFor(companyId, scheduleId, `failed-${saidMessage.id}`);
      await desk.schedules.failed(step, { scheduleId, code });
      return 'settled';
    }
    if (saidMessage?.isDeleted) throw new DomainError('ERR_NO_MESSAGE_FOUND');
    if (!saidMessage) return 'unsaid';
    if (waits(saidMessage)) return 'waits';
    const sentAt = deps.now().toISOString();
    await desk.schedules.sent(contextFor(companyId, scheduleId, `sent-${saidMessage.id}`), {
      scheduleId,
      sentAt,
    });
    return 'settled';
  }

  return settle;
}

/** Returns what does everything that is to be done about one schedule. */
function createAttending(deps: SchedulesDeps) {
  const { desk, log } = deps;
  const contextFor = contextsOf(deps);
  const recipient = createRecipients(deps);
  const say = createSaying(deps, recipient);
  const settle = createOutcome(deps);
  const succeed = createSuccession(deps);
  const answerTo = createAnswers(deps);

  async function look(companyId: string, scheduleId: string): Promise<Schedule | undefined> {
    const state = await desk.schedules.look(companyId, scheduleId);
    return state.status === 'pending' || state.status === 'sending' ? state : undefined;
  }

  /** Returns whether whom it awaits has written, by which it is cancelled. */
  async function isAnswered(
    companyId: string,
    { id: scheduleId, cancelOnReply }: Schedule,
  ): Promise<boolean> {
    const answer = cancelOnReply ? await answerTo(companyId, scheduleId) : undefined;
    if (answer === undefined) return false;
    const step = contextFor(companyId, scheduleId, `cancel-${answer.messageId}`);
    await desk.schedules.cancel(step, { scheduleId, ...answer });
    return true;
  }

  /** Everything that is to be done about one that is due or on its way. Returns whether it waits for something. */
  async function attend(companyId: string, seenSchedule: Schedule): Promise<boolean> {
    const { id: scheduleId } = seenSchedule;
    let schedule: Schedule | undefined = seenSchedule;
    if (schedule.status === 'pending') {
      const { ticketId = deriveId(scheduleId, 'ticket', schedule.attempts) } = await recipient(
        companyId,
        schedule,
      );
      if (await isAnswered(companyId, schedule)) return false;
      const step = contextFor(companyId, scheduleId, `send-${schedule.attempts}-${schedule.sendAt}`);
      await desk.schedules.send(step, { scheduleId, ticketId, seen: seenSchedule });
      schedule = await look(companyId, scheduleId);
    }
    if (schedule?.status !== 'sending') return false;
    await succeed(companyId, schedule);
    const settled = await settle(companyId, schedule);
    if (settled === 'unsaid')
      for (let step = 0; step < mostSteps && (await say(companyId, schedule)); ) step += 1;
    return settled !== 'settled';
  }

  /** Writes down why it is not sent. */
  async function refuse(companyId: string, seenSchedule: Schedule, code: ErrorCode | 'late'): Promise<void> {
    const { id: scheduleId, attempts } = seenSchedule;
    log.warn({ scheduleId, code }, 'a scheduled message was not sent');
    if ((await look(companyId, scheduleId)) === undefined) return;
    const step = contextFor(companyId, scheduleId, `refused-${attempts}`);
    await desk.schedules.failed(step, { scheduleId, code, seen: seenSchedule });
  }

  /**
   * Returns whether one whose time has come is somebody's again, and says so: its time passed long ago. Whom it awaits has to have
   * written nothing meanwhile, for then it is over.
   */
  async function isLate(document: ScheduleDocument, seenSchedule: Schedule): Promise<boolean> {
    const { companyId } = document;
    if (seenSchedule.status !== 'pending') return false;
    if (!isLongPast(seenSchedule.sendAt, document, deps.now())) return false;
    if (await isAnswered(companyId, seenSchedule)) return true;
    await succeed(companyId, seenSchedule);
    await refuse(companyId, seenSchedule, 'late');
    return true;
  }

  /** As `attend`; one that cannot be attended to waits, and holds back no other. */
  return async (document: ScheduleDocument): Promise<boolean> => {
    const { companyId, id } = document;
    try {
      const seenSchedule = await look(companyId, id);
      if (seenSchedule === undefined) return false;
      if (await isLate(document, seenSchedule)) return false;
      const refusal = await attend(companyId, seenSchedule).catch((error: unknown) => {
        const isRefused =
          isDomainError(error) && error.code !== 'ERR_CONFLICT' && errorStatus[error.code] < 500;
        if (!isRefused) throw error;
        return error.code;
      });
      if (typeof refusal === 'boolean') return refusal;
      await refuse(companyId, seenSchedule, refusal);
      return false;
    } catch (error) {
      log.warn({ err: error, scheduleId: id }, 'a scheduled message waits');
      return true;
    }
  };
}

/** Returns what tells of which of those on their way nothing can be said before the network has taken their message. */
function createStillWaiting({ readStore }: Pick<SchedulesDeps, 'readStore'>) {
  return async (documents: readonly ScheduleDocument[]): Promise<ReadonlySet<string>> => {
    const ids = documents.flatMap(({ messageId }) => messageId ?? []);
    const messages = await readStore.allCompanies().getMany<MessageDocument>('messages', ids);
    return new Set(messages.filter(waits).map(({ id }) => id));
  };
}
const waits = ({ failure, isDeleted, externalId, ack }: MessageDocument) =>
  failure === null && !isDeleted && externalId === null && ack < 1;

/**
 * Returns the job that sends what was scheduled when its time has come. Whose turn it is the read models tell; the
 * schedule's own stream says that it begins, in which ticket and as which message, before anything else is done:
 * whoever finds it begun goes on with the same ticket and message, so that a death between any two steps, or a second
 * gateway, sends it once.
 */
export function createSchedules(deps: SchedulesDeps): DueJob {
  const { readStore } = deps;
  const attendSafely = createAttending(deps);
  const stillWaiting = createStillWaiting(deps);
  /** Milliseconds until those on their way are looked at again: the longer nothing comes of it, the more. */
  let patienceMs = shortestMs;

  /** Returns what tells of a company whether it has to pay, looking once: however much of it waits, that costs nobody else. */
  function createUnpaid() {
    const known = new Map<string, boolean>();
    return async (companyId: string): Promise<boolean> => {
      const seen = known.get(companyId);
      if (seen !== undefined) return seen;
      const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
      const unpaid = company !== undefined && isUnpaid(company, deps.now());
      known.set(companyId, unpaid);
      return unpaid;
    };
  }

  /** Returns those of companies that work, by their time, read before anything is done that would move the pages. */
  async function findSchedules(
    where: Where,
    isHeld: (companyId: string) => Promise<boolean> | boolean = () => false,
  ): Promise<readonly ScheduleDocument[]> {
    const documents: ScheduleDocument[] = [];
    const query = { where, sort: ['sendAt'] };
    for await (const some of collectionPages<ScheduleDocument>(
      readStore.allCompanies(),
      'schedules',
      query,
      page,
    )) {
      for (const one of some)
        if (!deps.settings.isStopped(one.companyId) && !(await isHeld(one.companyId))) documents.push(one);
      if (documents.length >= mostAtOnce) break;
    }
    return documents;
  }

  /** Returns how many of them wait for something. Companies take turns; what goes to one contact goes in order. */
  async function attendAll(documents: readonly ScheduleDocument[], signal: AbortSignal): Promise<number> {
    const slots = fairSlots(places);
    const attended = documents.map((document) =>
      slots.run(document.companyId, document.contactId, async () => signal.aborted || attendSafely(document)),
    );
    return (await Promise.all(attended)).filter(Boolean).length;
  }

  async function round(signal: AbortSignal): Promise<number> {
    // Those whose time has come before those that wait for a connection, however many these are.
    const due = { status: 'PENDENTE', sendAt: { lte: deps.now().toISOString() } };
    // What waits until it is paid for is not even late before: nobody there could try it again, and of a series only the first is.
    const dueSchedules = await findSchedules(due, createUnpaid());
    const begun = await attendAll(dueSchedules, signal);
    const underWay = await findSchedules({ status: 'ENVIANDO' });
    const waitingIds = await stillWaiting(underWay);
    const rest = underWay.filter(({ messageId }) => messageId === null || !waitingIds.has(messageId));
    const unfinishedCount = begun + (await attendAll(rest, signal));
    patienceMs = unfinishedCount > 0 || rest.length > 0 ? shortestMs : Math.min(deps.everyMs, 2 * patienceMs);
    const [next] = await readStore.allCompanies().find<ScheduleDocument>('schedules', {
      where: { status: 'PENDENTE', sendAt: { gt: deps.now().toISOString() } },
      sort: ['sendAt'],
      limit: 1,
    });
    const nextMs = next ? Date.parse(next.sendAt) - deps.now().getTime() : Number.POSITIVE_INFINITY;
    const againMs = unfinishedCount + waitingIds.size > 0 ? patienceMs : deps.everyMs;
    return Math.max(1, Math.min(nextMs, dueSchedules.length >= mostAtOnce ? 1 : againMs, deps.everyMs));
  }

  return {
    name: 'schedules',
    everyMs: deps.everyMs,
    after: ['ScheduleCreated', 'ScheduleUpdated', 'ScheduleRetried'],
    waiting: 'scheduled messages wait for the stores',
    round,
  };
}
