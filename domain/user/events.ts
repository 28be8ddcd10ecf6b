import { z } from 'zod';
import { claimLost } from '../kernel/claim-events.ts';
import type { EventOf } from '../kernel/schema.ts';

export const profile = z.enum(['user', 'supervisor', 'admin']);
export type Profile = z.output<typeof profile>;

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
  /** An argon2id hash in PHC form; passwords themselves never enter an event. */
  UserPasswordChanged: z.object({ userId: z.string(), passwordHash: z.string() }),
  /** Who signed up with this address has to show that it is theirs, before the first login. */
  UserConfirmationAsked: z.object({ userId: z.string() }),
  UserEmailConfirmed: z.object({ userId: z.string() }),
  UserDeleted: z.object({ userId: z.string() }),
  UserLoggedIn: z.object({ userId: z.string(), sessionId: z.string() }),
  UserLoggedOut: z.object({ userId: z.string(), sessionId: z.string() }),
  ClaimLost: claimLost,
} as const;

export type UserEvent = EventOf<typeof userEvents>;
