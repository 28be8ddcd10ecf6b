/** At most so many are begun in one round, for each is a login at its network. */
const takenAtOnce = 100;
/** At most so many are given up in one round, for each is a moment without its line. */
const givenAtOnce = 10;
const restMs = 10 * 60_000;

export interface Round {
  /** This gateway's name and those of all that live, itself included. */
  readonly self: string;
  readonly alive: ReadonlySet<string>;
  /** Connections that are to be driven. */
  readonly wanted: readonly string[];
  /** Who drives which now. */
  readonly served: ReadonlyMap<string, string>;
  /** Being opened by this gateway. */
  readonly opening: ReadonlySet<string>;
  /** Driven by this gateway. */
  readonly mine: readonly string[];
  /** Those of them that may change hands, what is missed least first: one that is being paired may not. */
  readonly movable: readonly string[];
}

const sample = <T>(all: readonly T[], most: number): T[] =>
  all
    .map((one) => [Math.random(), one] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, Math.max(0, most))
    .map(([, one]) => one);

/** Returns how many of `total` each is to drive; whoever has most already keeps the odd one. */
function sharesOf(total: number, driven: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const byCount = [...driven].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const each = Math.floor(total / byCount.length);
  return new Map(byCount.map(([name], place) => [name, each + (place < total % byCount.length ? 1 : 0)]));
}

/**
 * Returns how gateways share the connections: each takes what nobody drives up to its share, and gives up what it has
 * beyond it while another has less. What stays without a driver for long is taken by whoever can, for a gateway may
 * live and be unable to serve; one that gets back what it gave up keeps what it has for a while.
 * @param patienceMs how long the others are given to take their share
 */
export function createShares({ patienceMs, now = Date.now }: { patienceMs: number; now?: () => number }) {
  let freeSince = new Map<string, number>();
  const givenUp = new Map<string, number>();
  let restsUntil = Number.NEGATIVE_INFINITY;

  return {
    /** Returns what to open and what to give up now. */
    round({ self, alive, wanted, served, opening, mine, movable }: Round): {
      take: string[];
      give: string[];
    } {
      const at = now();
      const ours = new Set(mine);
      const freeIds = wanted.filter((id) => !served.has(id) && !ours.has(id) && !opening.has(id));
      freeSince = new Map(freeIds.map((id) => [id, freeSince.get(id) ?? at]));
      for (const [id, since] of givenUp) if (since < at - restMs) givenUp.delete(id);

      const drivenCounts = new Map([...alive].map((name) => [name, 0]));
      for (const id of wanted) {
        const holder = served.get(id);
        if (holder !== undefined) drivenCounts.set(holder, (drivenCounts.get(holder) ?? 0) + 1);
      }
      drivenCounts.set(self, mine.length + opening.size);
      const share = sharesOf(wanted.length, drivenCounts);
      const ownShare = share.get(self) ?? 0;
      const room = Math.min(takenAtOnce, ownShare - mine.length - opening.size);

      const left = freeIds.filter((id) => (freeSince.get(id) ?? at) <= at - patienceMs);
      const take = [...new Set([...sample(freeIds, room), ...left])].slice(0, takenAtOnce);
      if (take.some((id) => givenUp.has(id))) restsUntil = at + restMs;

      // What nobody drives is theirs to take first.
      if (freeIds.length > 0 || opening.size > 0 || at < restsUntil) return { take, give: [] };
      let lacking = 0;
      for (const [name, count] of drivenCounts)
        if (name !== self && alive.has(name)) lacking += Math.max(0, (share.get(name) ?? 0) - count);
      const give = movable.slice(0, Math.max(0, Math.min(mine.length - ownShare, lacking, givenAtOnce)));
      for (const id of give) givenUp.set(id, at);
      return { take, give };
    },
  };
}
