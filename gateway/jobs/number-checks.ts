import type { Logger } from 'pino';
import { isDomainError } from '../../domain/errors.ts';
import { sleep, withTimeout } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import {
  answerNumberQuestion,
  hearNumberQuestions,
  type NumberAnswer,
  type NumberQuestion,
  numberQuestions,
} from '../../messaging/number-check.ts';

/** How soon a question of another process is found; those of this one are told at once. */
const lookMs = 400;
const askMs = 5_000;
const mostQuestions = 200;

/**
 * Answers the questions about numbers whose connections are driven here; others are left to their gateways, or expire.
 * @param drives whether the connection is this gateway's
 * @param ask the network; may throw
 */
export async function answerNumberQuestions(deps: {
  readonly state: StateStore;
  readonly drives: (connectionId: string) => boolean;
  readonly ask: (connectionId: string, number: string) => Promise<NumberAnswer>;
  readonly log: Logger;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { state, drives, ask, log, signal } = deps;
  const askedIds = new Set<string>();

  async function answer(question: NumberQuestion): Promise<void> {
    const { connectionId, number } = question;
    const key = `${connectionId}/${number}`;
    if (askedIds.has(key) || !drives(connectionId)) return;
    askedIds.add(key);
    try {
      const givenAnswer = await withTimeout(
        askMs,
        ask(connectionId, number),
        () => new Error('the network does not answer'),
      ).catch((error: unknown): NumberAnswer => {
        log.warn({ err: error, connectionId }, 'a number could not be checked');
        const early = isDomainError(error, 'ERR_WAPP_NOT_INITIALIZED');
        return { exists: 'unknown', ...(early && { because: 'not-initialized' as const }) };
      });
      await answerNumberQuestion(state, question, givenAnswer);
    } catch (error) {
      // The question stays, and is asked again or expires.
      log.warn({ err: error, connectionId }, 'the answer about a number could not be written');
    } finally {
      askedIds.delete(key);
    }
  }

  let occasion = new AbortController();
  const leave = hearNumberQuestions(state, () => occasion.abort());
  while (!signal.aborted) {
    // Made before the look: a question that comes during it is looked for again.
    occasion = new AbortController();
    try {
      for (const question of await numberQuestions(state, mostQuestions)) void answer(question);
    } catch (error) {
      log.warn({ err: error }, 'questions about numbers could not be read');
      await sleep(1_000, signal);
    }
    await sleep(lookMs, AbortSignal.any([signal, occasion.signal]));
  }
  leave();
}
