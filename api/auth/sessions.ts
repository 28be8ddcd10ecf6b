import { randomUUID } from 'node:crypto';
import type { StateStore } from '../../domain/ports/state-store.ts';

/** One session a user: this entry is the session; whoever holds another `sid` is signed out. */
interface SessionEntry {
  readonly sid: string;
  readonly companyId: string;
  readonly startedAt: string;
  /** Commands that set the passwords it is good for: the one it began with, and those its own user set since. */
  readonly passwords?: readonly string[];
}

/** Why a session is none any more: signed in again since, the password changed, the company may not work, signed out. */
export type SessionEnd = 'elsewhere' | 'password' | 'company' | 'ended';
/** What a session depends on of its user: `passwordSetBy` of the read model. */
interface SessionOwner {
  readonly id: string;
  readonly companyId: string;
  readonly passwordSetBy?: string | null;
}
const most = 8;

const key = (userId: string) => `session/${userId}`;
export const sessionTtlMs = 30 * 24 * 3_600_000;

export type Sessions = ReturnType<typeof createSessions>;

/** Login sessions on the state port, valid for every api process. */
export function createSessions(state: StateStore, now: () => Date) {
  return {
    /** Starts a session; the one before, if any, is ended by it and given back. */
    async start(user: SessionOwner): Promise<{ sid: string; ended: string | undefined }> {
      const { id: userId, companyId, passwordSetBy } = user;
      for (;;) {
        const before = await state.get<SessionEntry>(key(userId));
        const entry: SessionEntry = {
          sid: randomUUID(),
          companyId,
          startedAt: now().toISOString(),
          passwords: [passwordSetBy ?? ''],
        };
        // Compare-and-set: of two logins at once, each must learn which session it has ended.
        const written = await state.set(key(userId), entry, {
          expected: before?.version ?? null,
          ttlMs: sessionTtlMs,
        });
        if (written) return { sid: entry.sid, ended: before?.value.sid };
      }
    },
    /**
     * Undefined while the session stands. It is bound to the password it began with, so that a changed password ends
     * it at once and everywhere, whoever dies between the change and anything that would be done about it.
     */
    async endOf(
      userId: string,
      sid: string,
      passwordSetBy: string | null | undefined,
    ): Promise<SessionEnd | undefined> {
      const entry = (await state.get<SessionEntry>(key(userId)))?.value;
      if (entry === undefined) return 'ended';
      if (entry.sid !== sid) return 'elsewhere';
      // Begun by a version that did not bind them: nobody knows under which password.
      if (entry.passwords === undefined) return 'ended';
      return entry.passwords.includes(passwordSetBy ?? '') ? undefined : 'password';
    },
    /** Before its own user sets a password by this command: the session goes on under it. */
    async outlive(userId: string, sid: string, passwordSetBy: string): Promise<void> {
      for (;;) {
        const entry = await state.get<SessionEntry>(key(userId));
        if (entry?.value.sid !== sid) return;
        const passwords = [...(entry.value.passwords ?? []).slice(1 - most), passwordSetBy];
        const next: SessionEntry = { ...entry.value, passwords };
        if (await state.set(key(userId), next, { expected: entry.version, ttlMs: sessionTtlMs })) return;
      }
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
    /** Ends this session; another one of the same user stays. False: it had ended before. */
    async end(userId: string, sid: string): Promise<boolean> {
      for (;;) {
        const entry = await state.get<SessionEntry>(key(userId));
        if (entry?.value.sid !== sid) return false;
        if (await state.delete(key(userId), { expected: entry.version })) return true;
      }
    },
    /** Ends whatever session the user has: the user was deleted. */
    async endAll(userId: string): Promise<void> {
      await state.delete(key(userId));
    },
  };
}
