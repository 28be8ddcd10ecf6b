import { LRUCache } from 'lru-cache';
import { type HeldReason, noPace, type Pace } from '../../domain/connection/pace.ts';
import { retry, StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { freeAt, isLimited, remembered } from './pace-plan.ts';

/** Who waits less than this is not told of. */
const briefMs = 3_000;
/** Said again when it comes out so much sooner or later than was said. */
const noticeableMs = 60_000;
const keptMs = 2 * 24 * 3_600_000;

/** What the network itself allows this number, until when (milliseconds since the epoch). */
interface NetworkLimits {
  readonly new?: number;
  readonly all?: number;
}
interface Kept {
  readonly taken: readonly number[];
  readonly network: NetworkLimits;
  /** Of the owner who wrote it. */
  readonly fence: number;
}

export interface PacerDeps {
  readonly connectionId: string;
  readonly state: Pick<StateStore, 'get' | 'set'>;
  /** Of the lease. */
  readonly fence: number;
  /** As it is set now; null: the network minds nothing. */
  readonly pace: () => Pace | null;
  /** Whether this contact has ever written to this connection, or been written to. */
  readonly isFamiliar: (contactId: string) => Promise<boolean>;
  readonly signal: AbortSignal;
  readonly random?: () => number;
}

export interface Asker {
  /** It waits, until about then; told again when that changes. */
  readonly onHeld: (until: Date, reason: HeldReason) => void;
  /** Whether it is still to be sent: asked when something happened to it. */
  readonly isWanted: () => Promise<boolean>;
}

interface Waiter extends Asker {
  readonly contactId: string;
  readonly done: (turn: 'new' | 'familiar' | 'gone') => void;
  planned: number;
  told: { at: number; reason: HeldReason } | undefined;
}

const key = (connectionId: string) => `pace/${connectionId}`;

/**
 * The one place that says when a message may go out over a connection. Contacts who wrote, or were written to, are
 * answered at once; each new one takes a turn, first come first served, as far apart as the connection's pace asks, and
 * none while the network says no. Turns taken lie in the state store, so that a restart or another gateway counts on.
 */
export function createPacer(deps: PacerDeps) {
  const { state, connectionId, fence, signal } = deps;
  const random = deps.random ?? Math.random;
  const familiar = new LRUCache<string, true>({ maxSize: 50_000, sizeCalculation: () => 1 });
  const line: Waiter[] = [];
  let taken: readonly number[] = [];
  let network: NetworkLimits = {};
  let version: number | null = null;
  let gapMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let granting = false;
  let isLoaded = false;

  const pace = (): Pace => deps.pace() ?? noPace;
  const drawGap = () => random() * pace().jitterSeconds * 1_000;
  const durably = <T>(work: () => Promise<T>) => retry(work, { signal });

  const loaded = durably(async () => {
    const there = await state.get<Kept>(key(connectionId));
    version = there?.version ?? null;
    taken = there?.value.taken ?? [];
    network = there?.value.network ?? {};
    gapMs = drawGap();
    isLoaded = true;
  });
  // Whoever asks sees it; a session that ends before anybody asked must not end the process.
  loaded.catch(() => {});

  async function keep(): Promise<void> {
    const value: Kept = { taken, network, fence };
    const written = await durably(() =>
      state.set(key(connectionId), value, { expected: version, ttlMs: keptMs }),
    );
    if (written) {
      version = written.version;
      return;
    }
    // Written although the answer was lost, or by an owner before us; one after us has the say.
    const there = await durably(() => state.get<Kept>(key(connectionId)));
    if ((there?.value.fence ?? 0) > fence) throw new StoppedError('another gateway has the connection');
    version = there?.version ?? null;
    taken = [...new Set([...(there?.value.taken ?? []), ...taken])].sort((a, b) => a - b);
    return keep();
  }

  function tell(waiter: Waiter): void {
    const { planned: at, told } = waiter;
    if (at - Date.now() < briefMs) return;
    const reason = (network.new ?? 0) > Date.now() ? 'network' : 'newContacts';
    if (told?.reason === reason && Math.abs(told.at - at) < noticeableMs) return;
    waiter.told = { at, reason };
    waiter.onHeld(new Date(at), reason);
  }

  /** When each in the line may go, as far as can be said now: those before it go first. */
  function plan(from = 0): void {
    const before = line[from - 1];
    const turns = [...taken, ...line.slice(0, from).map(({ planned }) => planned)];
    const start = Math.max(Date.now(), network.new ?? 0, before?.planned ?? 0);
    const usualGap = (pace().jitterSeconds * 1_000) / 2;
    for (const [n, waiter] of line.slice(from).entries()) {
      waiter.planned = freeAt(turns, start, pace(), from + n === 0 ? gapMs : usualGap);
      turns.push(waiter.planned);
      tell(waiter);
    }
  }

  function leave(waiter: Waiter, turn: 'familiar' | 'gone'): void {
    const place = line.indexOf(waiter);
    if (place < 0) return;
    line.splice(place, 1);
    waiter.done(turn);
    plan(place);
    schedule();
  }

  function meet(contactId: string): void {
    familiar.set(contactId, true);
    for (const waiter of line.filter((one) => one.contactId === contactId)) leave(waiter, 'familiar');
  }

  function schedule(): void {
    clearTimeout(timer);
    if (granting || line.length === 0 || signal.aborted) return;
    const at = freeAt(taken, Math.max(Date.now(), network.new ?? 0), pace(), gapMs);
    timer = setTimeout(() => void grant(), Math.min(Math.max(0, at - Date.now()), 30_000));
  }

  async function grant(): Promise<void> {
    const now = Date.now();
    const [first] = line;
    if (first === undefined) return;
    if (freeAt(taken, Math.max(now, network.new ?? 0), pace(), gapMs) > now) return schedule();
    granting = true;
    try {
      const late = now - first.planned;
      taken = [...taken, now].slice(-remembered(pace()));
      gapMs = drawGap();
      // Kept before anything is sent: a death in between wastes a turn, and never gives one twice.
      await keep();
      if (line[0] === first) line.shift();
      first.done('new');
      meet(first.contactId);
      if (Math.abs(late) > noticeableMs) plan();
    } catch {
      // Stopped, or another gateway has the connection: whoever waits is told by the signal.
    } finally {
      granting = false;
      schedule();
    }
  }

  async function whileAllRest({ onHeld, isWanted }: Asker): Promise<boolean> {
    for (let told = 0; (network.all ?? 0) > Date.now(); ) {
      const until = network.all ?? 0;
      if (until - Date.now() >= briefMs && Math.abs(until - told) >= noticeableMs) {
        told = until;
        onHeld(new Date(until), 'network');
      }
      await sleep(Math.min(until - Date.now(), 1_000), signal);
      if (signal.aborted) throw new StoppedError('stopped');
      if (!(await isWanted())) return false;
    }
    return true;
  }

  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    /** Nothing holds a message to this contact back: known without asking. */
    isOpen: (contactId: string): boolean =>
      isLoaded && (network.all ?? 0) <= Date.now() && familiar.has(contactId),
    /**
     * Resolves when a message to this contact may go out: `familiar`, at once; `new`, when its turn has come; `gone`, it
     * need not be sent any more. @throws StoppedError
     */
    async turn(contactId: string, asker: Asker): Promise<'new' | 'familiar' | 'gone'> {
      await loaded;
      if (!(await whileAllRest(asker))) return 'gone';
      if (familiar.has(contactId)) return 'familiar';
      const minds = isLimited(pace()) || (network.new ?? 0) > Date.now();
      if (!minds && pace().typing !== 'new') return 'familiar';
      if (await deps.isFamiliar(contactId)) {
        familiar.set(contactId, true);
        return 'familiar';
      }
      if (!minds) return 'new';
      if (signal.aborted) throw new StoppedError('stopped');
      return new Promise((resolve, reject) => {
        const stop = () => reject(new StoppedError('stopped'));
        signal.addEventListener('abort', stop, { once: true });
        const done = (turn: 'new' | 'familiar' | 'gone') => {
          signal.removeEventListener('abort', stop);
          resolve(turn);
        };
        line.push({ ...asker, contactId, done, planned: 0, told: undefined });
        plan(line.length - 1);
        schedule();
      });
    },
    /** This contact wrote, or was written to from the phone: what waits for them is an answer now. */
    heard: meet,
    /** Something happened to what waits for this contact. */
    async look(contactId: string): Promise<void> {
      for (const waiter of line.filter((one) => one.contactId === contactId))
        if (!(await waiter.isWanted())) leave(waiter, 'gone');
    },
    /** The network says until when nothing (`all`), or nothing to new contacts, may go out; null: it may again. */
    async limit(what: 'new' | 'all', until: Date | null): Promise<void> {
      await loaded;
      network = { ...network, [what]: until?.getTime() ?? 0 };
      plan();
      schedule();
      await keep();
    },
    /** Another pace was set. */
    changed(): void {
      gapMs = Math.min(gapMs, pace().jitterSeconds * 1_000);
      plan();
      schedule();
    },
    get waiting() {
      return line.length;
    },
  };
}
export type Pacer = ReturnType<typeof createPacer>;
