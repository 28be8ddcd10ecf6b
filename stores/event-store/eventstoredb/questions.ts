import { StreamDeletedError } from '@eventstore/db-client';
import {
  AppendTooLargeError,
  ConflictError,
  LogRewoundError,
  UnavailableError,
} from '../../../domain/kernel/event-store.ts';
import { AppendRefusedError } from './appends.ts';
import type { LogWatch } from './log-watch.ts';

/** What asking again would not change; all else is the connection's or the server's, and may pass. */
const final = [
  TypeError,
  RangeError,
  ConflictError,
  AppendTooLargeError,
  AppendRefusedError,
  StreamDeletedError,
  UnavailableError,
  LogRewoundError,
];
function unavailable(error: unknown): Error {
  if (error instanceof Error && final.some((kind) => error instanceof kind)) return error;
  return new UnavailableError(error instanceof Error ? error.message : String(error), { cause: error });
}

/** Returns what asks the server a question, once the log that answers is known to be the same as before. */
export function createQuestions(watch: LogWatch, closeSignal: AbortSignal) {
  return async <T>(question: () => Promise<T>): Promise<T> => {
    let answer: T | undefined;
    let failure: unknown;
    try {
      if (!closeSignal.aborted) {
        await watch.sure();
        answer = await question();
      }
    } catch (error) {
      failure = error;
    }
    // A call that closing cancelled looks like one that ended: what it read so far is not the whole answer.
    if (closeSignal.aborted) throw new UnavailableError('the event store is closed', { cause: failure });
    if (failure === undefined) return answer as T;
    const error = unavailable(failure);
    if (error instanceof UnavailableError) watch.doubt();
    throw error;
  };
}
