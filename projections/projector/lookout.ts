import { watchLease } from './folding.ts';
import type { Health } from './health.ts';
import type { Leader } from './leader.ts';
import type { ProjectorOptions } from './options.ts';
import type { Progress } from './progress.ts';

const sweepEveryMs = 60_000;

interface Watched {
  readonly options: ProjectorOptions;
  readonly name: string;
  /** The lease, and how long it lasts. */
  readonly key: string;
  readonly leaseMs: number;
  readonly now: () => number;
  readonly progress: Progress;
  readonly health: Health;
  readonly leader: Pick<Leader, 'isLeading' | 'follow'>;
  readonly stopSignal: AbortSignal;
}

/** Returns what removes the read models of other versions now and then. */
function createSweep({ readStore, log, keepUnseenMs = 3_600_000 }: ProjectorOptions, now: () => number) {
  let sweptAt = now();
  return (): void => {
    if (now() - sweptAt < sweepEveryMs) return;
    sweptAt = now();
    readStore
      .sweepVersions(keepUnseenMs)
      .catch((err: unknown) => log.warn({ err }, 'read models of other versions could not be removed'));
  };
}

/**
 * Returns the looks at the stores, a few a second. The head for the lag. On a leader whether its read models are still
 * those it folds into: with nothing to commit it would not notice that another process found them damaged. On a standby
 * how far another process has come.
 */
export function createLookout(watched: Watched) {
  const { options, name, key, leaseMs, now, progress, health, leader, stopSignal } = watched;
  const { eventStore, readStore, state } = options;
  const otherLeases = watchLease({ state, key, leaseMs }, now);
  const sweep = createSweep(options, now);
  let rewinds = eventStore.rewinds();
  let timer: NodeJS.Timeout | undefined;

  const followOthers = async (generation: string) => {
    const position = (await readStore.checkpoint(name))?.position ?? 0;
    await otherLeases.look();
    if (leader.isLeading()) return;
    if (position !== progress.position()) progress.moveTo(position, 0);
    progress.attend(generation, otherLeases.lives());
  };

  const lookOnce = async () => {
    const head = await eventStore.head();
    if (eventStore.rewinds() !== rewinds) progress.lag.restart();
    rewinds = eventStore.rewinds();
    progress.lag.observe(head);
    const generation = await readStore.generation();
    if (!leader.isLeading()) return followOthers(generation);
    await readStore.ping();
    leader.follow(generation);
    sweep();
  };

  const look = async (): Promise<void> => {
    timer = undefined;
    try {
      await lookOnce();
      health.looked();
    } catch (error) {
      health.looked(error);
    }
    if (stopSignal.aborted) return;
    const hurry = progress.isWaitedFor() && !leader.isLeading();
    timer = setTimeout(look, hurry ? 10 : Math.min(500, leaseMs / 3));
  };

  return {
    /** Another process was seen folding. */
    seesFolding: otherLeases.lives,
    start: (): void => void look(),
    /** Somebody waits: a standby that looks twice a second would hold each of their commands up as long. */
    hasten: (): void => {
      if (!timer || leader.isLeading() || stopSignal.aborted) return;
      clearTimeout(timer);
      void look();
    },
    stop: (): void => clearTimeout(timer),
  };
}
