import { randomUUID } from 'node:crypto';
import { updateEntry } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { textHash } from './text-hash.ts';

/** One session a user: this entry is the session; whoever holds another `sid` is signed out. */
interface SessionEntry {
  readonly sid: string;
  readonly companyId: string;
  readonly startedAt: string;
  /** Commands that set the passwords it is good for: the one it began with, and those its own user set since. */
  readonly passwords?: readonly string[];
  /** How often its tokens were renewed: the refresh token of an earlier turn is spent. */
  readonly turn?: number;
  /** The last turn whose tokens have been seen: until then they may have been lost on their way to the browser. */
  readonly seen?: number;
  /** When the turn began, by the store's clock. */
  readonly turnedAt?: number;
  readonly from?: SessionFrom;
}
type ShownSession = Pick<SessionEntry, 'sid' | 'companyId' | 'startedAt' | 'from'>;
/** Where a session was begun. It is personal, so it goes with the session and stands in no event. */
export interface SessionFrom {
  readonly address: string;
  /** The browser’s own words of itself. */
  readonly agent: string;
  /** The second step it began with; null: a password alone. */
  readonly secondStep: string | null;
}

/**
 * Why a session is none any more: signed in again since, the password changed, the company may not work, an admin ended it, the
 * user was deleted, signed out.
 */
export type SessionEnd = 'elsewhere' | 'password' | 'company' | 'byAdmin' | 'deleted' | 'ended';
/** What a session depends on of its user: `passwordSetBy` of the read model. */
interface SessionOwner {
  readonly id: string;
  readonly companyId: string;
  readonly passwordSetBy?: string | null;
}
const mostPasswords = 8;
/** Tabs share the cookie: one may still send the token that another has just had renewed. */
export const graceMs = 60_000;
const dayMs = 24 * 3_600_000;

export interface SessionLimits {
  /** Without a renewal for so long a session ends. */
  readonly idleMs: number;
  /** However busy, it ends so long after its login. */
  readonly longestMs: number;
}
export const usualLimits: SessionLimits = { idleMs: 7 * dayMs, longestMs: 30 * dayMs };

const key = (userId: string) => `session/${userId}`;
const spentKey = (sid: string) => `billing-spent/${textHash(sid)}`;
/** Returns where it stands what is left of a session that an admin ended: its page may ask only when its computer wakes up. */
const byAdminKey = (sid: string) => `session-by-admin/${textHash(sid)}`;

/** What the next tokens of a session carry: its turn, and how long they may be good at most. */
export interface Turn {
  readonly turn: number;
  readonly leftMs: number;
}

/**
 * Returns the session after its refresh token of this turn came, itself when that turn was taken before. A token is good
 * once: tabs that renew at the same time get the same turn, and so does who never heard of it; whoever comes with an
 * older one later has a copy: `reused`.
 */
function nextTurn(entry: SessionEntry, turn: number, at: number): SessionEntry | 'ended' | 'reused' {
  const { turn: current = 0, seen = 0, turnedAt = 0 } = entry;
  if (turn > current) return 'ended';
  if (turn === current) return { ...entry, turn: current + 1, seen: current, turnedAt: at };
  const lostOrTogether = seen < current || at - turnedAt <= graceMs;
  return turn === current - 1 && lostOrTogether ? entry : 'reused';
}

const newSession = (
  { companyId, passwordSetBy }: SessionOwner,
  at: Date,
  from: SessionFrom | undefined,
): SessionEntry => ({
  sid: randomUUID(),
  companyId,
  startedAt: at.toISOString(),
  passwords: [passwordSetBy ?? ''],
  turn: 0,
  seen: 0,
  ...(from && { from }),
});

/** Returns what ends ids that stand in no store, as those of tokens to pay by: what is kept of them is that they are over. */
const spending = (state: StateStore) => ({
  /** `ttlMs`: at least the time that the id has left. False: somebody has. */
  spend: async (sid: string, ttlMs: number): Promise<boolean> =>
    (await state.set(spentKey(sid), true, { expected: null, ttlMs })) !== undefined,
  isSpent: async (sid: string): Promise<boolean> => (await state.get(spentKey(sid))) !== undefined,
});

export type Sessions = ReturnType<typeof createSessions>;

/** Returns login sessions on the state port, valid for every api process. */
export function createSessions(state: StateStore, now: () => Date, limits: SessionLimits = usualLimits) {
  const leftMs = ({ startedAt }: SessionEntry): number =>
    Math.min(limits.idleMs, Date.parse(startedAt) + limits.longestMs - now().getTime());
  const entryFor = (value: SessionEntry) => ({ value, ttlMs: Math.max(1, leftMs(value)) });

  return {
    /** Starts a session; the one before, if any, is ended by it and given back. */
    async start(
      user: SessionOwner,
      from?: SessionFrom,
    ): Promise<{ sid: string; ended: string | undefined } & Turn> {
      const entry = newSession(user, now(), from);
      let ended: string | undefined;
      // Of two logins at once, each must learn which session it has ended.
      await updateEntry<SessionEntry>(state, key(user.id), (before) => {
        ended = before?.value.sid;
        return entryFor(entry);
      });
      return { sid: entry.sid, ended, turn: 0, leftMs: leftMs(entry) };
    },
    /**
     * Undefined while the session stands. It is bound to the password it began with, so that a changed password ends
     * it at once and everywhere, whoever dies between the change and anything that would be done about it.
     * @param turn of the token that asks: it has arrived
     */
    async endOf(
      userId: string,
      sid: string,
      passwordSetBy: string | null | undefined,
      turn?: number,
    ): Promise<SessionEnd | undefined> {
      const storedEntry = await state.get<SessionEntry>(key(userId));
      const entry = storedEntry?.value;
      if (entry === undefined) return (await state.get(byAdminKey(sid))) ? 'byAdmin' : 'ended';
      if (entry.sid !== sid) return 'elsewhere';
      // Begun by a version that did not bind them: nobody knows under which password.
      if (entry.passwords === undefined || leftMs(entry) <= 0) return 'ended';
      if (!entry.passwords.includes(passwordSetBy ?? '')) return 'password';
      if (
        turn !== undefined &&
        turn === entry.turn &&
        (entry.seen ?? 0) < turn &&
        storedEntry?.expiresAt !== undefined
      )
        // Lost against another write it is tried again by the next request.
        await state.set(
          key(userId),
          { ...entry, seen: turn },
          { expected: storedEntry.version, ttlMs: Math.max(1, storedEntry.expiresAt - (await state.now())) },
        );
      return undefined;
    },
    /** Before its own user sets a password by this command: the session goes on under it. */
    async outlive(userId: string, sid: string, passwordSetBy: string): Promise<void> {
      await updateEntry<SessionEntry>(state, key(userId), (there) => {
        if (there?.value.sid !== sid) return undefined;
        const passwords = [...(there.value.passwords ?? []).slice(1 - mostPasswords), passwordSetBy];
        return entryFor({ ...there.value, passwords });
      });
    },
    /** The next turn of a session for its refresh token: `nextTurn` has the rule. */
    async renew(userId: string, sid: string, turn = 0): Promise<Turn | 'ended' | 'reused'> {
      let outcome: Turn | 'ended' | 'reused' = 'ended';
      await updateEntry<SessionEntry>(state, key(userId), async (stored) => {
        outcome = 'ended';
        if (stored?.value.sid !== sid) return undefined;
        const left = leftMs(stored.value);
        if (left <= 0) return undefined;
        const next = nextTurn(stored.value, turn, await state.now());
        outcome = typeof next === 'string' ? next : { turn: next.turn ?? 0, leftMs: left };
        return typeof next === 'string' || next === stored.value ? undefined : entryFor(next);
      });
      return outcome;
    },
    /** Ends this session; another one of the same user stays. False: it had ended before. */
    async end(userId: string, sid: string, why: 'ended' | 'byAdmin' = 'ended'): Promise<boolean> {
      let isEnded = false;
      await updateEntry<SessionEntry>(state, key(userId), async (there) => {
        isEnded = there?.value.sid === sid;
        if (!isEnded) return undefined;
        if (why === 'byAdmin') await state.set(byAdminKey(sid), true, { ttlMs: limits.idleMs });
        return null;
      });
      return isEnded;
    },
    /** Returns the session that the user has, if any: none that another password has ended. */
    async of({ id, passwordSetBy }: Omit<SessionOwner, 'companyId'>): Promise<ShownSession | undefined> {
      const entry = (await state.get<SessionEntry>(key(id)))?.value;
      const stands = entry && leftMs(entry) > 0 && entry.passwords?.includes(passwordSetBy ?? '');
      return stands ? entry : undefined;
    },
    ...spending(state),
    /** Ends whatever session the user has: the user was deleted. */
    async endAll(userId: string): Promise<void> {
      await state.delete(key(userId));
    },
  };
}
