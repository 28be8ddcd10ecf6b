import type { Logger } from 'pino';
import type { ParkedReason } from '../../domain/connection/parked-kind.ts';
import { retry } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { cleanText } from '../../domain/text/clean.ts';
import { type Parked, park } from '../../messaging/parked.ts';
import type { DriverChange } from '../driver/driver.ts';
import { inboundLimits } from '../driver/limits.ts';
import { hopeless } from '../scheduling/hopeless.ts';

/** What the network handed over, as it is set aside if it must be. */
export interface Handed extends Pick<DriverChange, 'addresses' | 'externalId'> {
  readonly kind: Parked['kind'];
  readonly what: object;
}

/** Things set aside with their content, a connection and hour. */
const mostParked = 200;

/**
 * Returns what sets aside, whole, for a person, what is refused for good: it must not hold its conversation up. A flood
 * of such things must not fill the store either: beyond so many an hour they are only logged and counted.
 */
export function createSetAside(deps: {
  readonly companyId: string;
  readonly connectionId: string;
  readonly state: StateStore;
  /** Told of each, also of those that are only counted. */
  readonly onParked?: ((reason: ParkedReason) => void) | undefined;
  readonly log: Logger;
  readonly signal: AbortSignal;
}) {
  const { companyId, connectionId, state, log, signal } = deps;
  let hour = { since: Date.now(), parked: 0 };

  return async ({ kind, externalId, addresses, what }: Handed, error: unknown): Promise<void> => {
    const reason = hopeless(error) ?? 'defect';
    deps.onParked?.(reason);
    const now = Date.now();
    if (now - hour.since > 3_600_000) hour = { since: now, parked: 0 };
    const kept = ++hour.parked <= mostParked;
    log.error({ err: error, connectionId, externalId, kind, kept }, 'could not be taken in: set aside');
    if (!kept) return;
    const { name = '', body = '' } = what as { name?: string; body?: string };
    const detail = cleanText(String(error), inboundLimits.detail);
    const at = new Date(now).toISOString();
    const parked = { connectionId, kind, externalId, addresses, reason, what, name, body, detail, at };
    await retry(() => park(state, companyId, parked), {
      signal,
      giveUp: (failure) => hopeless(failure) !== undefined,
    });
  };
}
