import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { backoff, StoppedError, sleep } from '../../domain/kernel/retry.ts';
import { statePages } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import type { FileClaim, MediaType } from '../../domain/ticket/events.ts';
import { mayFetchAgain } from '../../domain/ticket/fetch-again.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import { type Driver, DriverError } from '../driver/driver.ts';
import { outboxPages } from '../outbound/outbox.ts';
import { durably } from '../scheduling/durably.ts';
import type { FairSlots } from '../scheduling/fair-slots.ts';
import type { Pacing } from '../scheduling/pacing.ts';
import { DownloadError, type FetchedFile, fetchFile, type MediaIntakeDeps } from './media-intake.ts';

export interface FileWork {
  readonly ticketId: string;
  readonly messageId: string;
  readonly contactId: string;
}

/** What it takes to fetch a file, sealed. */
interface Recipe {
  readonly mediaType: MediaType;
  readonly claim: FileClaim;
  readonly handle: string;
}
interface Kept extends FileWork {
  readonly tries: number;
  readonly sealed: string;
}

export interface FilesDeps extends MediaIntakeDeps {
  readonly connectionId: string;
  readonly driver: Pick<Driver, 'downloadMedia'>;
  readonly desk: Pick<Desk, 'tickets'>;
  readonly eventStore: Pick<EventStore, 'head'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly vault: Vault;
  /** Shared by all connections of this gateway. */
  readonly slots: FairSlots;
  /** When the next file of a conversation may be fetched. */
  readonly pacing: Pacing;
  readonly projectorReached: (position: number, signal: AbortSignal) => Promise<void>;
  readonly isUp: () => boolean;
  readonly whenUp: (signal: AbortSignal) => Promise<void>;
  /** Tries until it is said to have failed. */
  readonly tries: number;
  /** Between the first two tries, milliseconds; then doubling. */
  readonly retryMs: number;
  /** Between two looks for what is due, milliseconds. */
  readonly everyMs: number;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** Nobody asks for a file after that, and no network has it any more. */
const keptMs = 30 * 24 * 3_600_000;
const longestPauseMs = 120_000;

/**
 * Fetches the files of messages that came, beside their conversations: a message is recorded first, and what fetching its
 * file takes is then kept, sealed, in `file/{connection}/{message}` until the file is there, was given up for good, or
 * its contact erased. What is due stands in the outbox, so that whoever has the connection next goes on: each step may be
 * done twice, for the file's id is its message's.
 */
export function createFiles(deps: FilesDeps) {
  const { companyId, connectionId, desk, state, vault, signal, log, media } = deps;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const reader = deps.readStore.forCompany(companyId);
  const prefix = `file/${connectionId}/`;
  const keyOf = (messageId: string) => prefix + messageId;
  const inFlight = new Set<string>();
  /** Asked for while another try was ending. */
  const again = new Map<string, FileWork>();
  /** Due, but nothing kept of them when they were last looked at. */
  const missing = new Set<string>();

  const insist = durably({ signal, log, waiting: 'a file waits for the stores' });
  const forget = (messageId: string) => insist(() => state.delete(keyOf(messageId)));

  function enqueue(work: FileWork): void {
    const { messageId } = work;
    if (inFlight.has(messageId)) {
      again.set(messageId, work);
      return;
    }
    inFlight.add(messageId);
    carryOut(work)
      .catch((error: unknown) => {
        if (!(error instanceof StoppedError) && !signal.aborted)
          log.error({ err: error, messageId }, 'a file is not fetched for now');
      })
      .finally(() => {
        inFlight.delete(messageId);
        const more = again.get(messageId);
        again.delete(messageId);
        if (more && !signal.aborted) enqueue(more);
      });
  }

  async function carryOut(work: FileWork): Promise<void> {
    const { messageId, contactId } = work;
    await sleep(Math.max(0, deps.pacing.turn(contactId) - Date.now()), signal);
    const delays = backoff(deps.retryMs, longestPauseMs);
    while (!signal.aborted) {
      const entry = await insist(() => state.get<Kept>(keyOf(messageId)));
      if (!entry) return;
      const { sealed, tries } = entry.value;
      let outcome: FetchedFile;
      try {
        const recipe = JSON.parse(vault.open(keyOf(messageId), sealed)) as Recipe;
        const file = { id: fileIdOf(messageId), ...recipe };
        outcome = await deps.slots.run(connectionId, contactId, () => {
          signal.throwIfAborted();
          return fetchFile(deps, file);
        });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, messageId, connectionId, tries }, 'a file is not fetched yet');
        if (!(await anotherTry(error, entry.value))) return fail(work, 'ERR_WAPP_DOWNLOAD_MEDIA');
        await sleep(delays.next(), signal);
        continue;
      }
      return 'refusal' in outcome ? fail(work, outcome.refusal) : attach(work, outcome);
    }
  }

  /** Counts what the network says no to; a line that fell, or a store that is away, says nothing of the file. */
  async function anotherTry(error: unknown, kept: Kept): Promise<boolean> {
    if (!(error instanceof DownloadError)) return true;
    const offline = error.cause instanceof DriverError && error.cause.failure === 'offline';
    if (offline || !deps.isUp()) {
      await deps.whenUp(signal);
      return true;
    }
    const tries = kept.tries + 1;
    if (tries >= deps.tries) return false;
    await insist(() => state.set<Kept>(keyOf(kept.messageId), { ...kept, tries }, { ttlMs: keptMs }));
    return true;
  }

  async function attach(work: FileWork, file: Exclude<FetchedFile, { refusal: unknown }>): Promise<void> {
    const { ticketId, messageId } = work;
    try {
      await insist(() => desk.tickets.attachFile(context, { ticketId, messageId, ...file }));
    } catch (error) {
      if (error instanceof StoppedError) throw error;
      // Its ticket was deleted, its contact erased: nothing of it is kept.
      log.warn({ err: error, messageId }, 'a file that belongs to nothing any more is deleted');
      await insist(() => media.delete(companyId, file.media.id));
    }
    await forget(messageId);
  }

  async function fail({ ticketId, messageId }: FileWork, code: ErrorCode): Promise<void> {
    log.warn({ messageId, connectionId, code }, 'a file is given up');
    const entry = await insist(() => state.get<Kept>(keyOf(messageId)));
    // Kept for whoever asks again: with all its tries.
    if (entry && mayFetchAgain(code)) {
      const afresh = { ...entry.value, tries: 0 };
      await insist(() => state.set<Kept>(entry.key, afresh, { ttlMs: keptMs }));
    }
    await insist(() => desk.tickets.failFile(context, { ticketId, messageId, code })).catch(
      (error: unknown) => {
        if (error instanceof StoppedError) throw error;
        log.warn({ err: error, messageId }, 'the desk refused what became of a file');
      },
    );
    if (!mayFetchAgain(code)) await forget(messageId);
  }

  /** What is due by the read models, also of a former owner of the connection. */
  async function look(): Promise<void> {
    for await (const due of outboxPages(reader, connectionId)) {
      if (signal.aborted) return;
      for (const { id: messageId, ticketId, contactId, work } of due)
        if (work.includes('file') && !inFlight.has(messageId)) {
          if (await state.get(keyOf(messageId))) enqueue({ ticketId, messageId, contactId });
          // At the second look only: what was just recorded may be about to be kept.
          else if (missing.has(messageId)) await fail({ ticketId, messageId, contactId }, 'ERR_MEDIA_GONE');
          else missing.add(messageId);
        }
    }
  }

  /** What a process that died left behind of files that are there. */
  async function clear(): Promise<void> {
    for await (const entries of statePages<Kept>(state, prefix)) {
      if (signal.aborted) return;
      const ids = entries.map(({ value }) => value.messageId);
      await deps.projectorReached(await deps.eventStore.head(), signal);
      const wanted = new Set(
        (await reader.getMany<MessageDocument>('messages', ids)).flatMap(({ id, file }) =>
          file ? [id] : [],
        ),
      );
      for (const id of ids) if (!wanted.has(id)) await state.delete(keyOf(id));
    }
  }

  return {
    /** Of a message that was recorded. Resolves when it is kept that its file is to be fetched. */
    async expect(work: FileWork, recipe: Recipe): Promise<void> {
      const key = keyOf(work.messageId);
      const sealed = vault.seal(key, JSON.stringify(recipe));
      await state.set<Kept>(key, { ...work, tries: 0, sealed }, { expected: null, ttlMs: keptMs });
      enqueue(work);
    },
    /** Somebody asked for it again. */
    async touch(work: FileWork): Promise<void> {
      if (await insist(() => state.get(keyOf(work.messageId)))) enqueue(work);
      else await fail(work, 'ERR_MEDIA_GONE');
    },
    /** Looks for what is due, now and from time to time, until the session ends. */
    async run(): Promise<void> {
      await insist(clear);
      while (!signal.aborted) {
        await look().catch((error: unknown) => log.warn({ err: error }, 'files that are due wait'));
        await sleep(deps.everyMs, signal);
      }
    },
    get size() {
      return inFlight.size;
    },
  };
}
export type Files = ReturnType<typeof createFiles>;
