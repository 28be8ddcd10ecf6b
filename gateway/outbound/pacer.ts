import { noPace, type Pace } from '../../domain/connection/pace.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import { StoppedError, sleep } from '../../domain/kernel/retry.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { type NetworkLimits, openPaceLedger, type PaceLedger } from './pace-ledger.ts';
import { isLimited, remembered } from './pace-plan.ts';
import { type Asker, briefMs, createWaitingLine, noticeableMs, type Turn } from './waiting-line.ts';

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

/** Resolves when the network lets anything at all go out; false: it need not be sent any more. */
async function waitForAll(
  ledger: PaceLedger,
  { onHeld, onWait, isWanted }: Asker,
  signal: AbortSignal,
): Promise<boolean> {
  let told = 0;
  for (let until = ledger.restsUntil('all'); until > Date.now(); until = ledger.restsUntil('all')) {
    onWait?.();
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

/**
 * Returns the one place that says when a message may go out over a connection. Contacts who wrote, or were written to,
 * are answered at once; each new one takes a turn, first come first served, as far apart as the connection's pace asks,
 * and none while the network says no. Turns taken lie in the state store, so that a restart or another gateway counts
 * on.
 */
export function createPacer(deps: PacerDeps) {
  const { signal } = deps;
  const pace = (): Pace => deps.pace() ?? noPace;
  const familiar = boundedCache<true>(50_000);
  const ledger = openPaceLedger(deps);
  const random = deps.random ?? Math.random;
  const line = createWaitingLine({ ledger, pace, random, onLeave: schedule, signal });
  let timer: NodeJS.Timeout | undefined;
  let granting = false;

  const ready = ledger.loaded.then(line.drawGap);
  // Whoever asks sees it; a session that ends before anybody asked must not end the process.
  ready.catch(() => {});

  function meet(contactId: string): void {
    familiar.set(contactId, true);
    for (const waiter of line.of(contactId)) line.leave(waiter, 'familiar');
  }

  function schedule(): void {
    clearTimeout(timer);
    if (granting || line.length === 0 || signal.aborted) return;
    timer = setTimeout(() => void grant(), Math.min(Math.max(0, line.nextAt() - Date.now()), 30_000));
  }

  async function grant(): Promise<void> {
    const now = Date.now();
    const { first: firstWaiter } = line;
    if (firstWaiter === undefined) return;
    if (line.nextAt() > now) return schedule();
    granting = true;
    try {
      const late = now - firstWaiter.planned;
      const kept = ledger.take(now, remembered(pace()));
      line.drawGap();
      // Kept before anything is sent: a death in between wastes a turn, and never gives one twice.
      await kept;
      line.serve(firstWaiter);
      meet(firstWaiter.contactId);
      if (Math.abs(late) > noticeableMs) line.plan();
    } catch {
      // Stopped, or another gateway has the connection: whoever waits is told by the signal.
    } finally {
      granting = false;
      schedule();
    }
  }

  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });

  return {
    /** Nothing holds a message to this contact back: known without asking. */
    isOpen: (contactId: string): boolean => ledger.isOpen && familiar.has(contactId),
    /**
     * Resolves when a message to this contact may go out: `familiar`, at once; `new`, when its turn has come; `gone`, it
     * need not be sent any more. @throws StoppedError
     */
    async turn(contactId: string, asker: Asker): Promise<Turn> {
      await ready;
      if (!(await waitForAll(ledger, asker, signal))) return 'gone';
      if (familiar.has(contactId)) return 'familiar';
      const minds = isLimited(pace()) || ledger.restsUntil('new') > Date.now();
      if (!minds && pace().typing !== 'new') return 'familiar';
      if (await deps.isFamiliar(contactId)) {
        familiar.set(contactId, true);
        return 'familiar';
      }
      if (!minds) return 'new';
      if (signal.aborted) throw new StoppedError('stopped');
      asker.onWait?.();
      const turn = line.join(contactId, asker);
      schedule();
      return turn;
    },
    /** This contact wrote, or was written to from the phone: what waits for them is an answer now. */
    heard: meet,
    /** Something happened to what waits for this contact. */
    async look(contactId: string): Promise<void> {
      for (const waiter of line.of(contactId)) if (!(await waiter.isWanted())) line.leave(waiter, 'gone');
    },
    /** The network says until when nothing (`all`), or nothing to new contacts (`new`, `quota`), may go out; null: that one holds nothing back any more. */
    async limit(what: keyof NetworkLimits, until: Date | null): Promise<void> {
      await ready;
      ledger.limit(what, until?.getTime() ?? 0);
      line.plan();
      schedule();
      await ledger.keep();
    },
    /** Another pace was set. */
    changed(): void {
      line.capGap();
      line.plan();
      schedule();
    },
    get waiting() {
      return line.length;
    },
  };
}
export type Pacer = ReturnType<typeof createPacer>;
