import { z } from 'zod';
import { claimLost } from '../kernel/claim-events.ts';
import type { EventOf } from '../kernel/schema.ts';

export const profile = z.enum(['user', 'supervisor', 'admin']);
export type Profile = z.output<typeof profile>;

/** How many of them there are; each is good once. */
export const recoveryCodes = 10;

const fields = {
  name: z.string(),
  email: z.string(),
  profile,
  super: z.boolean().default(false),
  queueIds: z.array(z.string()).default([]),
  /** Sees tickets without a queue. */
  allTicket: z.boolean().default(false),
  /** Default connection. */
  whatsappId: z.string().nullable().default(null),
};

export const userEvents = {
  UserCreated: z.object({ userId: z.string(), ...fields }),
  UserUpdated: z.object({ userId: z.string(), ...fields }),
  /**
   * A role of the company's own; null: the profile's. Whoever has one has the profile `user`: to builds that know no
   * roles they are that, and an update of theirs to another profile ends the role.
   */
  UserRoleChanged: z.object({ userId: z.string(), roleId: z.string().nullable() }),
  /** An argon2id hash in PHC form; passwords themselves never enter an event. */
  UserPasswordChanged: z.object({
    userId: z.string(),
    passwordHash: z.string(),
    /** Absent: set by whoever is named as actor, in a form; `creation`: the first one, given with the user. */
    cause: z.enum(['reset', 'invite', 'creation']).optional(),
  }),
  /** Who signed up with this address has to show that it is theirs, before the first login. */
  UserConfirmationAsked: z.object({ userId: z.string() }),
  UserEmailConfirmed: z.object({ userId: z.string() }),
  UserDeleted: z.object({ userId: z.string() }),
  UserLoggedIn: z.object({
    userId: z.string(),
    sessionId: z.string(),
    /** How they said who they are; absent: by password, in older events. */
    by: z.enum(['password', 'link', 'provider']).optional(),
    /** What was asked for besides; absent: nothing. */
    secondStep: z.enum(['code', 'recoveryCode', 'device', 'provider']).optional(),
  }),
  UserLoggedOut: z.object({ userId: z.string(), sessionId: z.string() }),
  /** Somebody guesses: passwords (`password`) or, with the right one, codes (`code`). At most one an hour of each. */
  UserLoginRefused: z.object({ userId: z.string(), step: z.enum(['password', 'code']), tries: z.number() }),
  /** The secret and the recovery codes lie sealed in the state store under this id. */
  UserTotpEnabled: z.object({ userId: z.string(), credentialId: z.string() }),
  UserTotpDisabled: z.object({ userId: z.string(), credentialId: z.string() }),
  UserRecoveryCodeUsed: z.object({
    userId: z.string(),
    credentialId: z.string(),
    /** Which of the ten. */
    code: z.number(),
    left: z.number(),
  }),
  /** An account of a sign-in provider: `identity` is a hash of the provider's name and its own id of the person. */
  UserIdentityLinked: z.object({ userId: z.string(), issuer: z.string(), identity: z.string() }),
  UserIdentityUnlinked: z.object({ userId: z.string(), issuer: z.string(), identity: z.string() }),
  ClaimLost: claimLost,
} as const;

export type UserEvent = EventOf<typeof userEvents>;
