import { LRUCache } from 'lru-cache';
import { backoff } from '../../domain/kernel/retry.ts';
import type { Notice } from '../../projections/ports/read-store.ts';
import type { ApiDeps } from '../deps.ts';

const pollMs = 20;
/** Beside a projector of this process: how often to look for what another process's projector has committed. */
const besideMs = 100;
/** After a commit of this process there is nobody else who commits: the lease is ours. */
const oursMs = 1_000;
const mostNotices = 1_000;
/** A feed that cannot be read holds nobody up for longer. */
const patienceMs = 1_000;

export interface Feed {
  /**
   * Resolves once everything committed up to this position, and before this call, has been received here: what another
   * process answered after a command is then known in this one. After a second it resolves all the same.
   */
  caughtUp(position: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Returns the feed of all companies, followed from now on: told directly by commits of this process, and polled for
 * those of another (this process's projector may only be standing by). What comes both ways comes twice, with the same
 * numbers; of what was told nothing is read back once all is known up to there.
 * @param isKnown whether all up to these numbers of the companies has been received
 */
export async function followFeed(
  { readStore, sharesProcess, log }: Pick<ApiDeps, 'readStore' | 'sharesProcess' | 'log'>,
  receive: (notices: readonly Notice[]) => void,
  isKnown: (heads: ReadonlyMap<string, number>) => boolean,
): Promise<Feed> {
  let committedAt = Number.NEGATIVE_INFINITY;
  let committedCursor = 0;
  let isBehind = false;
  // Each by itself and not the highest of them: positions come from clients, who may name any.
  const confirmedCursors = new LRUCache<number, true>({ max: 1_000 });
  let waiters: (() => void)[] = [];
  const stopListening = sharesProcess
    ? readStore.onCommit((notices, position) => {
        committedAt = performance.now();
        receive(notices);
        committedCursor = position;
        isBehind = true;
      })
    : () => {};
  let { cursor } = await readStore.tail(0, mostNotices);
  let stopped = false;
  let failures = 0;
  let wake: (() => void) | undefined;
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, ms);
    });
  /** After commits of this process: past what they told, without reading it. */
  async function catchUp(): Promise<void> {
    isBehind = false;
    const end = (await readStore.tail(0, mostNotices)).cursor;
    // A store may count on before another's notices stand in it; by then they do, and its heads tell of them.
    await pause(every);
    if (isKnown(await readStore.heads())) cursor = Math.max(cursor, end);
  }
  const every = sharesProcess ? besideMs : pollMs;
  const delays = backoff(2 * every, 2_000);
  const loop = (async () => {
    while (!stopped) {
      try {
        if (waiters.length > 0 || performance.now() - committedAt > oursMs) {
          if (isBehind && waiters.length === 0) await catchUp();
          const askedWaiters = waiters;
          waiters = [];
          const nextNotices = await readStore.tail(cursor, mostNotices);
          if (stopped) {
            for (const resolve of askedWaiters) resolve();
            return;
          }
          cursor = nextNotices.cursor;
          failures = 0;
          delays.reset();
          receive(nextNotices.notices);
          if (nextNotices.notices.length === mostNotices) {
            waiters = [...askedWaiters, ...waiters];
            continue;
          }
          for (const resolve of askedWaiters) resolve();
        }
      } catch (err) {
        if (failures++ === 0) log.warn({ err }, 'the change feed cannot be read');
      }
      if (waiters.length > 0 && failures === 0) continue;
      await pause(failures === 0 ? every : delays.next());
    }
  })();
  return {
    async caughtUp(position) {
      if (stopped || position <= committedCursor || confirmedCursors.has(position)) return;
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiters.push(() => resolve(true));
      wake?.();
      const timer = setTimeout(() => resolve(false), patienceMs);
      if (await promise) confirmedCursors.set(position, true);
      clearTimeout(timer);
    },
    async stop() {
      stopped = true;
      stopListening();
      for (const resolve of waiters) resolve();
      wake?.();
      await loop;
    },
  };
}
