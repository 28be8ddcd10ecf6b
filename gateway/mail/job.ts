import type { Logger } from 'pino';
import { MailRefused, type MailTransport } from '../../domain/ports/mail-transport.ts';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import type { StateEntry, StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import {
  isMailSent,
  mailSent,
  openMail,
  type WaitingMail,
  waitingMails,
} from '../../messaging/mail/outbox.ts';
import type { DueJob } from '../jobs/due-work.ts';

export interface MailJobDeps {
  readonly state: StateStore;
  readonly vault: Vault;
  readonly transport: MailTransport;
  readonly log: Logger;
  /** Between two looks, milliseconds. */
  readonly everyMs: number;
  readonly firstRetryMs?: number;
}

const hourMs = 3_600_000;

/**
 * Returns the job that sends the letters that wait. One that somebody else answers for is sent once, unless the process
 * dies between the two: the same letter then goes out again, with the Message-ID it had (the folder has it already).
 * One that is refused for good, or no longer of use, is dropped and logged.
 */
export function createMailJob(deps: MailJobDeps): DueJob {
  const { state, vault, transport, log } = deps;

  async function retryLater(entry: StateEntry<WaitingMail>, now: number): Promise<void> {
    const { key, value, version } = entry;
    const tries = value.tries + 1;
    const due = now + Math.min((deps.firstRetryMs ?? 5_000) * 2 ** value.tries, hourMs);
    await state.set<WaitingMail>(key, { ...value, tries, due }, { expected: version });
  }

  async function attend(entry: StateEntry<WaitingMail>): Promise<void> {
    const { key, value } = entry;
    const id = key.slice(waitingMails.length);
    if (await isMailSent(state, id)) return void (await state.delete(key));
    const now = await state.now();
    if (now > value.until) {
      log.error({ mail: id, tries: value.tries }, 'a letter could not be sent in time: dropped');
      return void (await state.delete(key));
    }
    if (now < value.due) return;
    try {
      await transport.send(openMail(vault, key, value));
      await mailSent(state, id);
    } catch (error) {
      if (error instanceof MailRefused) {
        log.error({ err: error, mail: id }, 'a letter was refused for good: dropped');
        await state.delete(key);
        return;
      }
      log.warn({ err: error, mail: id, tries: value.tries + 1 }, 'a letter waits to be sent');
      await retryLater(entry, now);
    }
  }

  return {
    name: 'mail',
    everyMs: deps.everyMs,
    waiting: 'letters wait to be sent',
    async round(signal) {
      for await (const entry of stateEntries<WaitingMail>(state, waitingMails)) {
        if (signal.aborted) return;
        await attend(entry);
      }
    },
  };
}
