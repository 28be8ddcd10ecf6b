import type { HeldReason, Pace } from '../../domain/connection/pace.ts';
import { StoppedError } from '../../domain/kernel/retry.ts';
import type { PaceLedger } from './pace-ledger.ts';
import { freeAt } from './pace-plan.ts';

/** Who waits less than this is not told of. */
export const briefMs = 3_000;
/** Said again when it comes out so much sooner or later than was said. */
export const noticeableMs = 60_000;

export interface Asker {
  /** It waits, until about then; told again when that changes. */
  readonly onHeld: (until: Date, reason: HeldReason) => void;
  /** It has to wait at all: what was known of it may be old when its turn comes. */
  readonly onWait?: () => void;
  /** Whether it is still to be sent: asked when something happened to it. */
  readonly isWanted: () => Promise<boolean>;
}

export type Turn = 'new' | 'familiar' | 'gone';

export interface Waiter extends Asker {
  readonly contactId: string;
  readonly done: (turn: Turn) => void;
  planned: number;
  told: { at: number; reason: HeldReason } | undefined;
}

/** Returns those who wait for a turn, first come first served, and when each of them is likely to have it. */
export function createWaitingLine(deps: {
  readonly ledger: PaceLedger;
  readonly pace: () => Pace;
  readonly random: () => number;
  /** Somebody left it without a turn. */
  readonly onLeave: () => void;
  readonly signal: AbortSignal;
}) {
  const { ledger, pace, signal } = deps;
  const line: Waiter[] = [];
  let gapMs = 0;

  function tell(waiter: Waiter): void {
    const { planned: at, told } = waiter;
    if (at - Date.now() < briefMs) return;
    const reason = ledger.restsUntil('new') > Date.now() ? 'network' : 'newContacts';
    if (told?.reason === reason && Math.abs(told.at - at) < noticeableMs) return;
    waiter.told = { at, reason };
    waiter.onHeld(new Date(at), reason);
  }

  /** When each in the line may go, as far as can be said now: those before it go first. */
  function plan(from = 0): void {
    const before = line[from - 1];
    const turns = [...ledger.taken, ...line.slice(0, from).map(({ planned }) => planned)];
    const start = Math.max(Date.now(), ledger.restsUntil('new'), before?.planned ?? 0);
    const usualGap = (pace().jitterSeconds * 1_000) / 2;
    for (const [n, waiter] of line.slice(from).entries()) {
      waiter.planned = freeAt(turns, start, pace(), from + n === 0 ? gapMs : usualGap);
      turns.push(waiter.planned);
      tell(waiter);
    }
  }

  return {
    get first() {
      return line[0];
    },
    get length() {
      return line.length;
    },
    plan,
    /** Returns the first instant from now on at which somebody may go. */
    nextAt: (): number => freeAt(ledger.taken, Math.max(Date.now(), ledger.restsUntil('new')), pace(), gapMs),
    /** Draws how far the next turn is from the one before. */
    drawGap(): void {
      gapMs = deps.random() * pace().jitterSeconds * 1_000;
    },
    /** Another pace may want less. */
    capGap(): void {
      gapMs = Math.min(gapMs, pace().jitterSeconds * 1_000);
    },
    of: (contactId: string): Waiter[] => line.filter((one) => one.contactId === contactId),
    /** Resolves with what becomes of it. @throws StoppedError */
    join: (contactId: string, asker: Asker): Promise<Turn> =>
      new Promise((resolve, reject) => {
        const stop = () => reject(new StoppedError('stopped'));
        signal.addEventListener('abort', stop, { once: true });
        const done = (turn: Turn) => {
          signal.removeEventListener('abort', stop);
          resolve(turn);
        };
        line.push({ ...asker, contactId, done, planned: 0, told: undefined });
        plan(line.length - 1);
      }),
    /** Gives the turn to whoever was the first when it was taken, and may have left meanwhile. */
    serve(first: Waiter): void {
      if (line[0] === first) line.shift();
      first.done('new');
    },
    leave(waiter: Waiter, turn: 'familiar' | 'gone'): void {
      const place = line.indexOf(waiter);
      if (place < 0) return;
      line.splice(place, 1);
      waiter.done(turn);
      plan(place);
      deps.onLeave();
    },
  };
}
