import { retry, StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { CompanySettings } from './company-settings.ts';
import type { KnownConnections } from './connections.ts';
import type { Start } from './follow-log.ts';

/** Where the read models stand in the log: the follower starts there. */
const projectorName = 'main';

/** Returns what waits until the read models know an event. @throws StoppedError */
export function awaitsReadModels({ reached, log }: Pick<GatewayDeps, 'reached' | 'log'>) {
  return async (position: number, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        if (await reached(position, 1_000)) return;
      } catch (error) {
        log.warn({ err: error }, 'the read models do not answer');
        await sleep(500, signal);
      }
    }
    throw new StoppedError('stopped');
  };
}

/**
 * Resolves with where to follow the log from, once connections and companies are loaded from the read models, which are
 * those of this log.
 */
export function loadFromReadModels(
  { eventStore, readStore, log }: Pick<GatewayDeps, 'eventStore' | 'readStore' | 'log'>,
  knownFacts: { readonly connections: KnownConnections; readonly settings: CompanySettings },
  signal: AbortSignal,
): Promise<Start> {
  const attempt = async (): Promise<Start> => {
    // Read before the documents: what the documents miss comes again from the log.
    const checkpoint = await readStore.checkpoint(projectorName);
    if (checkpoint?.mark && !(await eventStore.stands(checkpoint.mark)))
      throw new Error('the read models are of a log that an older copy has replaced');
    await knownFacts.connections.load(readStore);
    await knownFacts.settings.load(readStore);
    return { after: checkpoint?.position ?? 0, mark: checkpoint?.mark };
  };
  return retry(attempt, {
    signal,
    onFailure(error, failures) {
      if (failures === 1) log.warn({ err: error }, 'the gateway waits for the read models');
    },
  });
}
