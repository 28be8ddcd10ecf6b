/**
 * Returns what runs work at most once at a time for each id: what is asked for while it runs is run once more when it
 * has ended.
 * @param run must not fail for good: its failures are the caller's to tell of
 */
export function createSingleRuns<T>(deps: {
  readonly idOf: (work: T) => string;
  readonly run: (work: T) => Promise<void>;
  readonly signal: AbortSignal;
}) {
  const { idOf, run, signal } = deps;
  const inFlight = new Set<string>();
  const again = new Map<string, T>();

  function add(work: T): void {
    const id = idOf(work);
    if (inFlight.has(id)) {
      again.set(id, work);
      return;
    }
    inFlight.add(id);
    void run(work).finally(() => {
      inFlight.delete(id);
      const more = again.get(id);
      again.delete(id);
      if (more !== undefined && !signal.aborted) add(more);
    });
  }

  return {
    add,
    has: (id: string): boolean => inFlight.has(id),
    get size() {
      return inFlight.size;
    },
  };
}
