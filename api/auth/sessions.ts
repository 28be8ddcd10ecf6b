import { randomUUID } from 'node:crypto';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** One session a user: this entry is the session; whoever holds another `sid` is signed out. */
interface SessionEntry {
  readonly sid: string;
  readonly companyId: string;
  readonly startedAt: string;
}

const key = (userId: string) => `session/${userId}`;
export const sessionTtlMs = 30 * 24 * 3_600_000;

export type Sessions = ReturnType<typeof createSessions>;

/** Login sessions on the state port, valid for every api process. */
export function createSessions(state: StateStore, now: () => Date) {
  return {
    /** Starts a session; the one before, if any, is ended by it and given back. */
    async start(userId: string, companyId: string): Promise<{ sid: string; ended: string | undefined }> {
      for (;;) {
        const before = await state.get<SessionEntry>(key(userId));
        const entry: SessionEntry = { sid: randomUUID(), companyId, startedAt: now().toISOString() };
        // Compare-and-set: of two logins at once, each must learn which session it has ended.
        const written = await state.set(key(userId), entry, {
          expected: before?.version ?? null,
          ttlMs: sessionTtlMs,
        });
        if (written) return { sid: entry.sid, ended: before?.value.sid };
      }
    },
    async isCurrent(userId: string, sid: string): Promise<boolean> {
      return (await state.get<SessionEntry>(key(userId)))?.value.sid === sid;
    },
    /** Why a session is none any more: `elsewhere` when the user has signed in again since. */
    async endedBy(userId: string): Promise<{ details: { reason: 'elsewhere' } } | undefined> {
      return (await state.get<SessionEntry>(key(userId))) ? { details: { reason: 'elsewhere' } } : undefined;
    },
    /** Prolongs the session. False when it has ended. Two tabs may do so at once: the sid stays. */
    async prolong(userId: string, sid: string): Promise<boolean> {
      for (;;) {
        const entry = await state.get<SessionEntry>(key(userId));
        if (entry?.value.sid !== sid) return false;
        if (await state.set(key(userId), entry.value, { expected: entry.version, ttlMs: sessionTtlMs }))
          return true;
      }
    },
    /** Ends this session; another one of the same user stays. */
    async end(userId: string, sid: string): Promise<void> {
      for (;;) {
        const entry = await state.get<SessionEntry>(key(userId));
        if (entry?.value.sid !== sid) return;
        if (await state.delete(key(userId), { expected: entry.version })) return;
      }
    },
    /** Ends whatever session the user has (the user was deleted, the password was changed). */
    async endAll(userId: string): Promise<void> {
      await state.delete(key(userId));
    },
  };
}
