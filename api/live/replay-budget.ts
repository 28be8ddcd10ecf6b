import { boundedCache } from '../../domain/kernel/bounded-cache.ts';

/** Twenty tabs that come back after a restart ask for so much at most; a change that is told again costs its document. */
const mostChanges = 20_000;
const withinMs = 10_000;
const mostPeople = 10_000;

/** Returns what says whether somebody may be told so many changes again now; if not, they reload. */
export function createReplayBudget() {
  const spent = boundedCache<{ changes: number }>(mostPeople, withinMs);
  return ({ companyId, userId }: { companyId: string; userId: string }, changes: number): boolean => {
    const key = `${companyId} ${userId}`;
    const own = spent.get(key) ?? { changes: 0 };
    if (own.changes + changes > mostChanges) return false;
    // Its time runs from the first change on.
    if (own.changes === 0) spent.set(key, own);
    own.changes += changes;
    return true;
  };
}
