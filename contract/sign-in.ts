import { z } from 'zod';
import { sessionUserView } from './user.ts';

/** What whoever signs in or renews is given. `expiresIn`: seconds. */
export const grantView = z.object({ token: z.string(), expiresIn: z.number(), user: sessionUserView });
export type GrantView = z.output<typeof grantView>;

/** What whoever may do one thing alone is given: to pay. */
export const limitedGrant = grantView.omit({ user: true });
export type LimitedGrant = z.output<typeof limitedGrant>;

/** What whoever has shown one thing is told: what is missing, and by what to go on. */
export const loginChallenge = z.object({
  step: z.enum(['code', 'enrol']),
  challenge: z.string(),
  expiresIn: z.number(),
  name: z.string(),
});
export type LoginChallenge = z.output<typeof loginChallenge>;

/** What an authenticator app is set up with. */
export const enrolment = z.object({ secret: z.string(), uri: z.string() });
export type Enrolment = z.output<typeof enrolment>;

/** The codes for whose phone is gone, this once. */
export const recoveryCodesView = z.object({ codes: z.array(z.string()) });
export type RecoveryCodesView = z.output<typeof recoveryCodesView>;

/** How an account is signed in to. */
export const securityView = z.object({
  totp: z.object({ since: z.string(), codesLeft: z.number() }).nullable(),
  /** The company lets this person sign in with a second step only. */
  required: z.boolean(),
  /** Signs in by the installation's provider too. */
  linked: z.boolean(),
});
export type SecurityView = z.output<typeof securityView>;

/** What the installation's provider is called; null: there is none. */
export const providerView = z.object({ label: z.string().nullable() });
export type ProviderView = z.output<typeof providerView>;

/** Who a mailed invitation is for. */
export const invitationView = z.object({ name: z.string(), email: z.string(), company: z.string() });
export type InvitationView = z.output<typeof invitationView>;

/** Whether an address has to be confirmed before its first login. */
export const confirmRule = z.object({ confirmEmail: z.boolean() });
export type ConfirmRule = z.output<typeof confirmRule>;
