import type { AuthProvider } from 'ra-core';
import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import { livePositionHeader } from '../../contract/changes.ts';
import type { LoginChallenge as Challenge, GrantView } from '../../contract/sign-in.ts';
import type { SessionUserView } from '../../contract/user.ts';
import { answerFromWire } from '../../contract/wire.ts';
import { can, queueScope, type Rule, type Subject } from '../../domain/access/policy.ts';
import type { QueueScope } from '../../domain/access/queue-scope.ts';
import type { PlanFlag } from '../../domain/company/events.ts';
import { hasFeature } from '../../domain/company/features.ts';
import { ApiError, api, apiResponse, textOf } from './api.ts';
import { standAt } from './live-position.ts';
import {
  beginSession,
  endSession,
  featuresOf,
  resumeSession,
  sessionState,
  sessionStore,
} from './session-store.ts';
import { forgetPerson, onStored, readStored } from './storage.ts';

/** Who is signed in, and what they may do by the same policy table as the server's. */
export interface Session {
  readonly user: SessionUserView;
  readonly subject: Subject;
  readonly can: (rule: Rule) => boolean;
  readonly has: (flag: PlanFlag) => boolean;
  readonly scope: QueueScope;
}

export const sessionOf = (user: SessionUserView): Session => {
  const subject: Subject = {
    userId: user.id,
    companyId: user.companyId,
    profile: user.profile,
    super: user.super,
    queueIds: user.queues.map((queue) => queue.id),
    allTicket: user.allTicket === 'enabled',
    ...(user.rules && { grant: { key: '', rules: new Set(user.rules) } }),
  };
  return {
    user,
    subject,
    can: (rule) => can(subject, rule),
    has: (flag) => hasFeature(featuresOf(user), flag),
    scope: queueScope(subject),
  };
};

export const useSessionState = () => useStore(sessionStore);

/** Returns the session of a screen that only signed-in users see. */
export const useSession = (): Session => {
  const state = useSessionState();
  const user = state.status === 'in' ? state.user : undefined;
  const session = useMemo(() => (user === undefined ? undefined : sessionOf(user)), [user]);
  if (session === undefined) throw new Error('useSession outside a session');
  return session;
};

export type Granted = Pick<GrantView, 'token' | 'user'>;
/** A password alone is not enough: what is still to be shown, and by what to go on. */
export type LoginChallenge = Pick<Challenge, 'step' | 'challenge' | 'name'>;

export const enter = ({ user, token }: Granted): void => beginSession(user, token);

/** Returns what is still missing for a session; undefined: it was granted, and has begun. */
export const arrive = (answer: Granted | LoginChallenge): LoginChallenge | undefined => {
  if ('challenge' in answer) return answer;
  enter(answer);
  return undefined;
};

export const login = async (email: string, password: string): Promise<LoginChallenge | undefined> =>
  arrive(await api<Granted | LoginChallenge>('/auth/login', { body: { email, password } }));

/**
 * Resolves when a one-time link (`npm start` prints them on loopback) has signed somebody in, or with what is still
 * missing for that.
 */
export const loginWithLink = async (token: string): Promise<LoginChallenge | undefined> =>
  arrive(await api<Granted | LoginChallenge>('/auth/link', { body: { token } }));

export const logout = async (): Promise<void> => {
  const state = sessionState();
  try {
    await api('/auth/logout', { method: 'DELETE' });
  } catch (error) {
    // Whoever cannot reach the server still leaves this browser signed out.
    if (!(error instanceof ApiError)) throw error;
  } finally {
    // A session that merely expires keeps them: the same person comes back to their drafts.
    if (state.status === 'in') forgetPerson(state.user.id);
    endSession('logout');
  }
};

/** Asks who the stored token belongs to. A server that is away keeps the session: `retry` asks again. */
export const loadSession = async (): Promise<void> => {
  if (!resumeSession()) return;
  const answer = await apiResponse('/auth/me');
  // All that the page asks for is as new as this answer: followed from here nothing of it is asked for twice.
  standAt(answer.headers.get(livePositionHeader) ?? undefined);
  beginSession(answerFromWire(JSON.parse(await textOf(answer))) as SessionUserView);
};

/** Asks again who is signed in. When nothing has changed nothing is drawn anew. */
export const refreshSession = async (): Promise<void> => {
  const user = await api<SessionUserView>('/auth/me');
  const state = sessionState();
  if (state.status === 'in' && JSON.stringify(state.user) !== JSON.stringify(user)) beginSession(user);
};

/** Returns the way out. Until then this tab follows another one that signed out, or in as someone else. */
export const followTabs = (): (() => void) =>
  onStored((key, value) => {
    const state = sessionState();
    if (key === 'token' && value === null) endSession('logout');
    else if (key === 'token' && state.status === 'out') location.reload();
    else if (key === 'userId' && value !== null && state.status === 'in' && state.user.id !== value)
      location.reload();
  });

/** ra-core's view of the same session. Only a 401 ends it; a 403 is a refusal of one call. */
export const authProvider: AuthProvider = {
  login: ({ email, password }: { email: string; password: string }) => login(email, password),
  logout: async () => {
    if (sessionState().status === 'in') await logout();
    return '/login';
  },
  checkAuth: () =>
    readStored('token') === null ? Promise.reject(new Error('ERR_NO_SESSION')) : Promise.resolve(),
  checkError: (error: { status?: number }) =>
    error.status === 401 ? Promise.reject(error) : Promise.resolve(),
  getIdentity: async () => {
    const state = sessionState();
    if (state.status !== 'in') throw new Error('ERR_NO_SESSION');
    return { id: state.user.id, fullName: state.user.name };
  },
  getPermissions: async () => {
    const state = sessionState();
    return state.status === 'in' ? state.user.profile : undefined;
  },
};
