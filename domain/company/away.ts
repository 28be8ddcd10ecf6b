/** How long nobody of a company can have been there before what it began is somebody's to decide again. */
export const longAwayMs = 24 * 3_600_000;

interface Presence {
  readonly active: boolean;
  readonly offSince?: string | null;
  readonly deletedAt: string | null;
}

/** Whether a company is switched off or deleted: nobody of it can sign in. */
const isAway = ({ active, deletedAt }: Presence): boolean => !active || deletedAt !== null;

/** Whether a company has been away for long at an instant; of one that was switched off nobody remembers when it was not. */
export function isLongAway({ active, offSince, deletedAt }: Presence, at: string): boolean {
  const sinces = [active ? null : offSince, deletedAt].flatMap((since) => since ?? []);
  return sinces.some((since) => Date.parse(at) - Date.parse(since) > longAwayMs);
}

/** Whether a change brings a company back that was away for long. */
export const isLateReturn = (before: Presence, after: Presence, at: string): boolean =>
  isAway(before) && !isAway(after) && isLongAway(before, at);
