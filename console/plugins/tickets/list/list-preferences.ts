import { type SubTab, subTabs } from './list-location.ts';

/** What the list remembers for a user of this browser: the half last looked at and the filters. */
export interface ListPreferences {
  readonly half: SubTab;
  /** Empty: every queue; null in it: no queue. */
  readonly queueIds: readonly (string | null)[];
  readonly showAll: boolean;
  /** Those who wait stand by who wrote last, instead of the longest wait first: its number is what a row shows. */
  readonly latestFirst: boolean;
}

export const defaults: ListPreferences = {
  half: 'pending',
  queueIds: [],
  showAll: false,
  latestFirst: false,
};

/** Returns what was kept; anything it cannot understand (another version's, somebody's edit) is the usual. */
export function readPreferences(text: string | null): ListPreferences {
  if (text === null) return defaults;
  let value: Record<string, unknown>;
  try {
    value = { ...(JSON.parse(text) as Record<string, unknown>) };
  } catch {
    return defaults;
  }
  const { half, queueIds, showAll, latestFirst } = value;
  return {
    half: subTabs.find((name) => name === half) ?? defaults.half,
    queueIds: Array.isArray(queueIds)
      ? queueIds.filter((id): id is string | null => id === null || typeof id === 'string')
      : defaults.queueIds,
    showAll: showAll === true,
    latestFirst: latestFirst === true,
  };
}

/**
 * Returns the queues to filter by, of those there are. One that was deleted or taken from the user since would leave an
 * empty list with nothing in sight that explains it.
 */
export function queuesInForce(
  chosen: ListPreferences['queueIds'],
  offered: readonly { readonly id: string | null }[],
): readonly (string | null)[] {
  const there = new Set(offered.map((queue) => queue.id));
  const left = chosen.filter((id) => there.has(id));
  // All of them is no filter: a queue made tomorrow is shown too.
  return left.length === offered.length ? [] : left;
}
