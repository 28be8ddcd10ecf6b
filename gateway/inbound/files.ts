import type { Logger } from 'pino';
import type { Desk } from '../../domain/desk/desk.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import { type Driver, DriverError } from '../driver/driver.ts';
import type { FileRecipe } from '../driver/driver-event.ts';
import { outboxPages } from '../outbound/outbox.ts';
import { durably } from '../scheduling/durably.ts';
import type { FairSlots } from '../scheduling/fair-slots.ts';
import type { Pacing } from '../scheduling/pacing.ts';
import { NotYetError, untilSettled } from '../scheduling/until-settled.ts';
import { createFileOutcomes } from './file-outcomes.ts';
import { createFileRecipes, type FileWork, type KeptRecipe } from './file-recipes.ts';
import { DownloadError, type FetchedFile, fetchFile, type MediaIntakeDeps } from './media-intake.ts';
import { createSingleRuns } from './single-runs.ts';

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

const longestPauseMs = 120_000;

/** Returns which of these messages still wait for their file, by read models that know all there is now. */
async function waitingFiles(
  { companyId, readStore, eventStore, projectorReached, signal }: FilesDeps,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  await projectorReached(await eventStore.head(), signal);
  const messages = await readStore.forCompany(companyId).getMany<MessageDocument>('messages', ids);
  return new Set(messages.flatMap(({ id, file }) => (file ? [id] : [])));
}

/**
 * Returns what fetches the files of messages that came, beside their conversations: a message is recorded first, and
 * what fetching its file takes is then kept, sealed, in `file/{connection}/{message}` until the file is there, was
 * given up for good, or its contact erased. What is due stands in the outbox, so that whoever has the connection next
 * goes on: each step may be done twice, for the file's id is its message's.
 */
export function createFiles(deps: FilesDeps) {
  const { companyId, connectionId, signal, log } = deps;
  const reader = deps.readStore.forCompany(companyId);
  /** Due, but nothing kept of them when they were last looked at. */
  const missingFiles = new Set<string>();
  const insist = durably({ signal, log, waiting: 'a file waits for the stores' });
  const recipes = createFileRecipes(deps, insist);
  const { attach, fail } = createFileOutcomes(deps, { recipes, insist });
  const runs = createSingleRuns<FileWork>({
    idOf: ({ messageId }) => messageId,
    run: (work) =>
      carryOut(work).catch((error: unknown) => {
        if (!(error instanceof StoppedError) && !signal.aborted)
          log.error({ err: error, messageId: work.messageId }, 'a file is not fetched for now');
      }),
    signal,
  });

  async function carryOut(work: FileWork): Promise<void> {
    const { messageId, contactId } = work;
    await sleep(Math.max(0, deps.pacing.turn(contactId) - Date.now()), signal);
    const attempt = async (): Promise<FetchedFile | undefined> => {
      const keptRecipe = await insist(() => recipes.find(messageId));
      if (!keptRecipe) return undefined;
      try {
        const file = { id: fileIdOf(messageId), ...recipes.open(keptRecipe) };
        return await deps.slots.run(connectionId, contactId, () => {
          signal.throwIfAborted();
          return fetchFile(deps, file);
        });
      } catch (error) {
        if (signal.aborted) return undefined;
        log.warn(
          { err: error, messageId, connectionId, tries: keptRecipe.tries },
          'a file is not fetched yet',
        );
        if (await anotherTry(error, keptRecipe)) throw new NotYetError(error);
        return { refusal: 'ERR_WAPP_DOWNLOAD_MEDIA' };
      }
    };
    const outcome = await untilSettled(attempt, { signal, firstMs: deps.retryMs, capMs: longestPauseMs });
    if (outcome) await ('refusal' in outcome ? fail(work, outcome.refusal) : attach(work, outcome));
  }

  /** Counts what the network says no to; a line that fell, or a store that is away, says nothing of the file. */
  async function anotherTry(error: unknown, keptRecipe: KeptRecipe): Promise<boolean> {
    if (!(error instanceof DownloadError)) return true;
    const offline = error.cause instanceof DriverError && error.cause.failure === 'offline';
    if (offline || !deps.isUp()) {
      await deps.whenUp(signal);
      return true;
    }
    if (keptRecipe.tries + 1 >= deps.tries) return false;
    await recipes.countTry(keptRecipe);
    return true;
  }

  /** What is due by the read models, also of a former owner of the connection. */
  async function look(): Promise<void> {
    for await (const due of outboxPages(reader, connectionId)) {
      if (signal.aborted) return;
      for (const { id: messageId, ticketId, contactId, work } of due)
        if (work.includes('file') && !runs.has(messageId)) {
          if (await recipes.find(messageId)) runs.add({ ticketId, messageId, contactId });
          // At the second look only: what was just recorded may be about to be kept.
          else if (missingFiles.has(messageId))
            await fail({ ticketId, messageId, contactId }, 'ERR_MEDIA_GONE');
          else missingFiles.add(messageId);
        }
    }
  }

  return {
    /** Of a message that was recorded. Resolves when it is kept that its file is to be fetched. */
    async expect(work: FileWork, recipe: FileRecipe): Promise<void> {
      await recipes.keep(work, recipe);
      runs.add(work);
    },
    /** Somebody asked for it again. */
    async touch(work: FileWork): Promise<void> {
      if (await insist(() => recipes.find(work.messageId))) runs.add(work);
      else await fail(work, 'ERR_MEDIA_GONE');
    },
    /** Looks for what is due, now and from time to time, until the session ends. */
    async run(): Promise<void> {
      // What a process that died left behind of files that are there.
      await insist(() => recipes.prune((ids) => waitingFiles(deps, ids), signal));
      while (!signal.aborted) {
        await look().catch((error: unknown) => log.warn({ err: error }, 'files that are due wait'));
        await sleep(deps.everyMs, signal);
      }
    },
    get size() {
      return runs.size;
    },
  };
}
export type Files = ReturnType<typeof createFiles>;
