import { type Half, halves } from './place.ts';

/** What the list remembers for a user of this browser: the half last looked at and the filters. */
export interface Kept {
  readonly half: Half;
  /** Empty: every queue; null in it: no queue. */
  readonly queueIds: readonly (string | null)[];
  readonly showAll: boolean;
  /** Those who wait stand by who wrote last, instead of the longest wait first: its number is what a row shows. */
  readonly latestFirst: boolean;
}

export const usual: Kept = { half: 'pending', queueIds: [], showAll: false, latestFirst: false };

/** Reads what was kept; anything it cannot understand (another version's, somebody's edit) is the usual. */
export const readKept = (text: string | null): Kept => {
  if (text === null) return usual;
  let value: Record<string, unknown>;
  try {
    value = { ...(JSON.parse(text) as Record<string, unknown>) };
  } catch {
    return usual;
  }
  const { half, queueIds, showAll, latestFirst } = value;
  return {
    half: halves.find((name) => name === half) ?? usual.half,
    queueIds: Array.isArray(queueIds)
      ? queueIds.filter((id): id is string | null => id === null || typeof id === 'string')
      : usual.queueIds,
    showAll: showAll === true,
    latestFirst: latestFirst === true,
  };
};

/**
 * The queues to filter by, of those there are. One that was deleted or taken from the user since would leave an empty
 * list with nothing in sight that explains it.
 */
export const queuesInForce = (
  chosen: Kept['queueIds'],
  offered: readonly { readonly id: string | null }[],
): readonly (string | null)[] => {
  const there = new Set(offered.map((queue) => queue.id));
  const left = chosen.filter((id) => there.has(id));
  // All of them is no filter: a queue made tomorrow is shown too.
  return left.length === offered.length ? [] : left;
};
