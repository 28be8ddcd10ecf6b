import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** Not more often is it written that a session was used. */
const everyMs = 60_000;
const keptMs = 31 * 24 * 3_600_000;
const mostSessions = 20_000;

interface Seen {
  readonly sid: string;
  readonly at: string;
}
const keyOf = (userId: string) => `session-seen/${userId}`;

export type LastSeen = ReturnType<typeof createLastSeen>;

/** Returns when a session was last used, to the minute: a time that passes, beside the session itself, which other writes change. */
export function createLastSeen(deps: {
  readonly state: StateStore;
  readonly now: () => Date;
  readonly log: { warn(details: object, message: string): void };
}) {
  const { state, now, log } = deps;
  const writtenTimes = boundedCache<number>(mostSessions);

  return {
    /** The session was used now. Nobody waits for it, and a failure is only logged. */
    saw(userId: string, sid: string): void {
      const at = now();
      if (at.getTime() - (writtenTimes.get(sid) ?? 0) < everyMs) return;
      writtenTimes.set(sid, at.getTime());
      const value: Seen = { sid, at: at.toISOString() };
      state
        .set(keyOf(userId), value, { ttlMs: keptMs, passing: true })
        .catch((err: unknown) => log.warn({ err }, 'when a session was used was not kept'));
    },
    /** Returns when somebody last used whichever session they had; undefined: not within 31 days. */
    ofUser: async (userId: string): Promise<string | undefined> =>
      (await state.get<Seen>(keyOf(userId)))?.value.at,
    /** Returns when this session was last used; undefined: not since it began. */
    async of(userId: string, sid: string): Promise<string | undefined> {
      const entry = await state.get<Seen>(keyOf(userId));
      return entry?.value.sid === sid ? entry.value.at : undefined;
    },
  };
}
