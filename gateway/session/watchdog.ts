import type { Logger } from 'pino';
import { sleep, withTimeout } from '../../domain/kernel/retry.ts';
import type { Driver } from '../driver/driver.ts';

export interface WatchdogConfig {
  /** Heard nothing for so long, the network is asked something. */
  readonly quietMs: number;
  /** How long it may take to answer. */
  readonly probeMs: number;
  /** Answers, but nothing else was heard for so long: the link is made anew. Doubles while that changes nothing. */
  readonly staleMs: number;
  readonly mostStaleMs: number;
}

export const usualWatch: WatchdogConfig = {
  quietMs: 10 * 60_000,
  probeMs: 20_000,
  staleMs: 2 * 3_600_000,
  mostStaleMs: 12 * 3_600_000,
};

/**
 * Finds links that are open and deaf. One that does not answer a question of ours is ended as lost (`deaf`). One that
 * answers may all the same have stopped handing over what people write, which looks like a quiet night: it
 * is made anew now and then, ever less often while nothing comes.
 */
export async function watchLink(deps: {
  readonly driver: Pick<Driver, 'heardAt' | 'probe'>;
  readonly isUp: () => boolean;
  /** The link is dead. */
  readonly onDeaf: () => Promise<void>;
  /** The link may be deaf: another one, without a word. */
  readonly onStale: () => Promise<void>;
  readonly config: WatchdogConfig;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly now?: () => number;
}): Promise<void> {
  const { driver, isUp, config, log, signal } = deps;
  const now = deps.now ?? Date.now;
  const probe = driver.probe;
  const heardAt = driver.heardAt;
  if (!probe || !heardAt) return;
  let staleMs = config.staleMs;
  let lastHeardAt = heardAt();
  let renewedAt = now();
  let probedAt = now();
  while (!signal.aborted) {
    // Not all numbers of a process at once.
    await sleep((config.quietMs / 4) * (0.75 + Math.random() / 2), signal);
    if (signal.aborted || !isUp()) continue;
    if (heardAt() !== lastHeardAt) {
      lastHeardAt = heardAt();
      staleMs = config.staleMs;
      renewedAt = now();
    }
    if (now() - Math.max(lastHeardAt, probedAt) < config.quietMs) continue;
    probedAt = now();
    try {
      await withTimeout(config.probeMs, probe(), () => new Error('no answer'));
    } catch (error) {
      if (signal.aborted || !isUp()) continue;
      log.warn({ err: error }, 'the link is open and deaf');
      await deps.onDeaf();
      continue;
    }
    if (now() - Math.max(lastHeardAt, renewedAt) < staleMs) continue;
    log.info({ quietMs: now() - lastHeardAt }, 'nothing was heard for long: the link is made anew');
    staleMs = Math.min(staleMs * 2, config.mostStaleMs);
    renewedAt = now();
    await deps.onStale();
  }
}
