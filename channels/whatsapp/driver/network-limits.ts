import type { NewChatMessageCapInfo, ReachoutTimelockState } from 'baileys';
import type { DriverEvent } from '../../../gateway/driver/driver.ts';

type Limit = Extract<DriverEvent, { type: 'limit' }>;

/** As WhatsApp Web takes it, where the network names no end. */
const unnamedMs = 60_000;
const limit = (what: Limit['what'], until: Date | null): Limit => ({ type: 'limit', what, until });

/** Returns what the network's own lock on new conversations asks for. */
export const limitOfLock = (
  { isActive, timeEnforcementEnds }: ReachoutTimelockState,
  now = new Date(),
): Limit => limit('new', isActive ? (timeEnforcementEnds ?? new Date(now.getTime() + unnamedMs)) : null);

/** Returns what the network's count of new conversations asks for: used up, none until its next cycle. */
export function limitOfCap(
  { capping_status: status, cycle_end_timestamp: end }: NewChatMessageCapInfo,
  now = new Date(),
): Limit {
  if (String(status) !== 'CAPPED') return limit('quota', null);
  const seconds = Number(end);
  // A day is the cycle that the network speaks of where it speaks of one.
  const ends = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : now.getTime() + 24 * 3_600_000;
  return limit('quota', new Date(Math.min(ends, now.getTime() + 31 * 24 * 3_600_000)));
}
