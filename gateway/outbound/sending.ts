import { backoff, StoppedError, sleep, withTimeout } from '../../domain/kernel/retry.ts';
import { DriverError, type OutboundMessage } from '../driver/driver.ts';
import { NotYetError, untilSettled } from '../scheduling/until-settled.ts';
import type { Attempts } from './attempts.ts';
import { type Failure, failures, refusal } from './failures.ts';
import type { MessageState } from './message-state.ts';
import { UnsendableError } from './outbound-message.ts';
import { isPending, type Look, type OutboundScope, type OutboundWork } from './scope.ts';
import type { Targets } from './targets.ts';
import type { Turns } from './turns.ts';

/** Defects of ours until an attempt is said to have failed. */
const mostBroken = 4;

/** What has come of one message so far. */
interface Course {
  /** Whether the contact was shown that somebody types: once is enough. */
  typed: boolean;
  /** Failures that say nothing of the network. */
  broken: number;
}

/** Shows that somebody types, for as long as a person would take to write it, or nearly. */
async function showTyping(
  { driver, connectionId, queue, typing, log, signal }: OutboundScope,
  message: OutboundMessage,
  isFirst: boolean,
): Promise<void> {
  const whom = typing();
  if (!driver.typing || whom === 'never' || (whom === 'new' && !isFirst)) return;
  const ms = Math.min(1_000 + 45 * message.body.length, 8_000);
  try {
    await driver.typing(message, message.mediaType === 'audio' ? 'audio' : 'text');
    await queue.aside(() => sleep(ms, signal));
  } catch (error) {
    log.debug({ err: error, connectionId }, 'typing was not shown');
  }
}

/** Whether the network, or its absence, says that nothing went out, and that it may later. */
const isUnsent = (error: unknown): boolean =>
  error instanceof DriverError && (error.failure === 'offline' || error.failure === 'limited');

/** Returns what ends the attempt; undefined: the same message is sent again. */
function failureOf(error: unknown, isIdempotent: boolean, { broken }: Course): Failure | undefined {
  if (error instanceof UnsendableError) return error.failure;
  if (error instanceof DriverError) {
    if (error.failure === 'refused')
      return error.code === 'absent' ? failures.noAddress : refusal(error.code);
    return error.failure === 'unknown' && !isIdempotent ? failures.unknown : undefined;
  }
  return broken >= mostBroken ? failures.broken : undefined;
}

interface SendingParts {
  readonly attempts: Attempts;
  readonly targets: Targets;
  readonly turns: Turns;
  /** What is to be done with the message is looked up again. */
  readonly again: (work: OutboundWork) => void;
}

/**
 * Returns what brings messages to the network, each until it is out, is not wanted any more, or has failed for good.
 */
export function createSending(scope: OutboundScope, parts: SendingParts) {
  const { connectionId, driver, desk, context, sentIndex, pacer, progress, append, signal, log } = scope;
  const { attempts, targets, turns } = parts;
  const overruns = backoff(30_000, 30 * 60_000);

  /** Sends it once. @returns false when the link fell before: nothing was sent */
  async function sendOnce(work: OutboundWork, state: MessageState, course: Course): Promise<boolean> {
    const message = await targets.messageOf(work, state);
    if (!driver.idempotentSend && !(await attempts.begin(work.messageId, state.attempt)))
      throw new UnsendableError(failures.unknown);
    if (!scope.isUp()) return false;
    if (!course.typed) await showTyping(scope, message, turns.takeFirst(work.messageId));
    course.typed = true;
    if (!scope.isUp()) return false;
    const answer = driver.send(message, (fraction) => progress.report(work, fraction));
    const late = () => new DriverError('unknown', 'no answer');
    const externalId = await withTimeout(scope.sendTimeoutMs, answer, late)
      .catch((error: unknown) => {
        if (!driver.idempotentSend) awaitLate(work, answer);
        throw error;
      })
      .finally(() => progress.end(work));
    // A receipt may come before it is written down.
    if (externalId) sentIndex.set(externalId, work);
    await recordSent(work, externalId || message.externalId);
    overruns.reset();
    return true;
  }

  /** Nothing of it went out. */
  async function mayTryAgain({ messageId }: OutboundWork, { attempt }: MessageState): Promise<void> {
    if (!driver.idempotentSend) await attempts.takeBack(messageId, attempt);
  }

  const recordSent = ({ ticketId, messageId }: OutboundWork, externalId: string): Promise<void> =>
    append(() => desk.tickets.sent(context, { ticketId, messageId, externalId }));

  /** The answer that nobody waited for any more is worth having: without it a message has no id, and cannot be taken back. */
  function awaitLate(work: OutboundWork, answer: Promise<string | undefined>): void {
    answer
      .then(async (externalId) => {
        if (!externalId || signal.aborted) return;
        sentIndex.set(externalId, work);
        await recordSent(work, externalId);
        parts.again(work);
      })
      // It was refused, or the session has ended: nothing more is known of it than before.
      .catch((error: unknown) => log.warn({ err: error, messageId: work.messageId }, 'no late answer'));
  }

  /** The number rests for a while. @returns whether the message is still to be sent after it */
  async function restNumber(work: OutboundWork, look: Look, error: DriverError): Promise<boolean> {
    const restMs = overruns.next();
    log.warn({ err: error, connectionId, restMs }, 'the network says that this number sends too much');
    await pacer.limit('all', new Date(Date.now() + restMs));
    return (await turns.take(work, look)) !== 'gone';
  }

  /**
   * Resolves when it is out, is not wanted any more, or its failure is written down.
   * @param fresh as its stream tells it at this moment, where that was just read
   * @returns whether it went out as it was then
   */
  return async function send(work: OutboundWork, look: Look, fresh?: MessageState): Promise<boolean> {
    const course: Course = { typed: false, broken: 0 };
    let freshState = fresh;
    let isOutAsFresh = false;
    const attempt = async (): Promise<Failure | undefined> => {
      for (;;) {
        await scope.whenUp(signal);
        const isFresh = freshState !== undefined;
        const state = freshState ?? (await look());
        freshState = undefined;
        if (!isPending(state)) return undefined;
        try {
          if (await sendOnce(work, state, course)) {
            isOutAsFresh = isFresh;
            return undefined;
          }
          await mayTryAgain(work, state);
        } catch (error) {
          if (error instanceof StoppedError) throw error;
          if (isUnsent(error)) await mayTryAgain(work, state);
          if (error instanceof DriverError && error.failure === 'limited') {
            if (await restNumber(work, look, error)) continue;
            return undefined;
          }
          const failure = failureOf(error, driver.idempotentSend, course);
          if (failure) return failure;
          if (!(error instanceof DriverError)) course.broken++;
          log.warn({ err: error, messageId: work.messageId, connectionId }, 'not sent yet');
          throw new NotYetError(error);
        }
      }
    };
    const failure = await untilSettled(attempt, { signal, firstMs: 100, capMs: 30_000 });
    if (failure) await scope.fail(work, failure);
    return isOutAsFresh;
  };
}
