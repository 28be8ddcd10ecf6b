import { retry, StoppedError } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

const keptMs = 2 * 24 * 3_600_000;

/** What the network itself allows this number, until when (milliseconds since the epoch). */
export interface NetworkLimits {
  readonly new?: number;
  /** Its count of new contacts is used up; one and the other come and go by themselves. */
  readonly quota?: number;
  readonly all?: number;
}
interface Kept {
  readonly taken: readonly number[];
  readonly network: NetworkLimits;
  /** Of the owner who wrote it. */
  readonly fence: number;
}

const key = (connectionId: string) => `pace/${connectionId}`;

export type PaceLedger = ReturnType<typeof openPaceLedger>;

/** Returns what is kept of a number's pace: turns taken, and what the network allows, so that a restart or another gateway counts on. */
export function openPaceLedger(deps: {
  readonly connectionId: string;
  readonly state: Pick<StateStore, 'get' | 'set'>;
  /** Of the lease. */
  readonly fence: number;
  readonly signal: AbortSignal;
}) {
  const { connectionId, state, fence, signal } = deps;
  let takenTurns: readonly number[] = [];
  let network: NetworkLimits = {};
  let version: number | null = null;
  let isLoaded = false;

  const durably = <T>(work: () => Promise<T>) => retry(work, { signal });
  const readKept = () => state.get<Kept>(key(connectionId));

  const loaded = durably(async () => {
    const there = await readKept();
    version = there?.version ?? null;
    takenTurns = there?.value.taken ?? [];
    network = there?.value.network ?? {};
    isLoaded = true;
  });
  async function keep(): Promise<void> {
    const value: Kept = { taken: takenTurns, network, fence };
    const lastMs = Math.max(0, ...Object.values(network)) - Date.now();
    const options = { expected: version, ttlMs: Math.max(keptMs, lastMs) };
    const written = await durably(() => state.set(key(connectionId), value, options));
    if (written) {
      version = written.version;
      return;
    }
    // Written although the answer was lost, or by an owner before us; one after us has the say.
    const there = await durably(readKept);
    if ((there?.value.fence ?? 0) > fence) throw new StoppedError('another gateway has the connection');
    version = there?.version ?? null;
    takenTurns = [...new Set([...(there?.value.taken ?? []), ...takenTurns])].sort((a, b) => a - b);
    return keep();
  }

  return {
    /** Resolves when what was kept is known. */
    loaded,
    /** Known without waiting: it is loaded, and the network lets anything go. */
    get isOpen() {
      return isLoaded && (network.all ?? 0) <= Date.now();
    },
    get taken() {
      return takenTurns;
    },
    /** Until when the network takes nothing for new contacts, or nothing at all; 0: it takes everything. */
    restsUntil: (what: 'new' | 'all'): number =>
      Math.max(network[what] ?? 0, what === 'new' ? (network.quota ?? 0) : 0),
    /** Takes a turn now. @param most as many as are counted */
    take(at: number, most: number): Promise<void> {
      takenTurns = [...takenTurns, at].slice(-most);
      return keep();
    },
    /** Sets what the network allows; it is kept by `keep`. */
    limit(what: keyof NetworkLimits, until: number): void {
      network = { ...network, [what]: until };
    },
    keep,
  };
}
