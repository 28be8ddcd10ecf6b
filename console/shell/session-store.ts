import { createStore } from 'zustand/vanilla';
import type { SessionUserView } from '../../contract/user.ts';
import { type Features, hasFeature } from '../../domain/company/features.ts';
import { readStored, store } from './storage.ts';

/** Who is signed in, outside React: the API client and the live connection end a session without a screen's help. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'in'; readonly user: SessionUserView }
  | { readonly status: 'out'; readonly reason?: SignOutReason };
export type SignOutReason =
  | 'elsewhere'
  | 'password'
  | 'company'
  | 'byAdmin'
  | 'deleted'
  | 'expired'
  | 'logout';

const saidReasons = [
  'elsewhere',
  'password',
  'company',
  'byAdmin',
  'deleted',
] as const satisfies SignOutReason[];

/** Returns what the server says of the end of a session; anything else means that it is simply over. */
export const endReason = (said: unknown): SignOutReason =>
  saidReasons.find((reason) => reason === said) ?? 'expired';

export const sessionStore = createStore<SessionState>(() => ({ status: 'loading' }));
const become = (next: SessionState): void => sessionStore.setState(next, true);
export const sessionState = (): SessionState => sessionStore.getState();

/** Returns what the signed-in company may use. */
export const featuresOf = ({ company: { flags, settings } }: SessionUserView): Features => ({
  flags,
  settings: Object.fromEntries(settings.map(({ key, value }) => [key, value])),
});

/** Takes what login, refresh and /auth/me answer: writes the spec's keys and wakes the screens. */
export const beginSession = (user: SessionUserView, token?: string): void => {
  if (token !== undefined) store('token', token);
  store('companyId', user.companyId);
  store('userId', user.id);
  store('companyDueDate', user.company.dueDate);
  store('cshow', hasFeature(featuresOf(user), 'useCampaigns') ? 'true' : null);
  become({ status: 'in', user });
};

/** Clears token and company id (spec, section 7) and marks the user signed out. Safe to call twice. */
export const endSession = (reason: SignOutReason): void => {
  for (const key of ['token', 'companyId', 'userId', 'companyDueDate', 'cshow'] as const) store(key, null);
  if (sessionState().status !== 'out') become({ status: 'out', reason });
};

/**
 * Whether there is a session to go on with, at the first state of a page: without a token there is nothing to ask the
 * server.
 */
export const resumeSession = (): boolean => {
  if (readStored('token') !== null) return true;
  become({ status: 'out' });
  return false;
};
