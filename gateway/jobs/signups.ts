import type { Logger } from 'pino';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import {
  finishSignUp,
  type PendingSignUp,
  pendingSignUps,
  type SignUpServices,
} from '../../messaging/signup/signups.ts';
import type { DueJob } from './due-work.ts';

/** Whoever began one is given this long to finish it themselves, milliseconds. */
const patienceMs = 30_000;

/**
 * Returns the job that finishes sign-ups whose process died between the company and its first admin; one that is
 * refused leaves nothing.
 */
export function createSignUps(
  deps: SignUpServices & {
    readonly log: Logger;
    /** Milliseconds between two rounds, over all gateways. */
    readonly everyMs: number;
    readonly patienceMs?: number;
  },
): DueJob {
  const { state, log } = deps;

  async function round(signal: AbortSignal): Promise<void> {
    const now = await state.now();
    for await (const entry of stateEntries<PendingSignUp>(state, pendingSignUps)) {
      if (signal.aborted) return;
      if (entry.value.since + (deps.patienceMs ?? patienceMs) > now) continue;
      await finishSignUp(deps, entry).then(
        () => log.info('a sign-up that was cut short is finished'),
        (err: unknown) => log.warn({ err }, 'a sign-up that was cut short was not finished'),
      );
    }
  }

  return { name: 'sign-ups', everyMs: deps.everyMs, waiting: 'sign-ups wait for the stores', round };
}
