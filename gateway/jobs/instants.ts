/** Returns things by the instant at which each is due, earliest first. Instants are numbers of any one clock. */
export function byInstant<K>() {
  const dueEntries: { readonly key: K; readonly at: number }[] = [];
  const instants = new Map<K, number>();

  /** Returns the place of the first that is due at or after `at`. */
  function placeOf(at: number): number {
    let low = 0;
    let high = dueEntries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (dueEntries[middle]!.at < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function remove(key: K): void {
    const at = instants.get(key);
    if (at === undefined) return;
    instants.delete(key);
    for (let place = placeOf(at); ; place++)
      if (dueEntries[place]?.key === key) return void dueEntries.splice(place, 1);
  }

  return {
    /** It is due then, and no longer when it was. */
    set(key: K, at: number): void {
      remove(key);
      dueEntries.splice(placeOf(at), 0, { key, at });
      instants.set(key, at);
    },
    remove,
    /** Returns when it is due; undefined: it is not known. */
    of: (key: K): number | undefined => instants.get(key),
    /** Returns when the next is due; infinity: there is none. */
    next: (): number => dueEntries[0]?.at ?? Number.POSITIVE_INFINITY,
    /** Takes out those that are due at `now`, earliest first. */
    take(now: number): readonly K[] {
      let count = placeOf(now);
      while (dueEntries[count]?.at === now) count += 1;
      const taken = dueEntries.splice(0, count).map(({ key }) => key);
      for (const key of taken) instants.delete(key);
      return taken;
    },
  };
}
