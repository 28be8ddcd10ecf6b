import { z } from 'zod';
import { profile } from '../domain/user/events.ts';
import { queueRef } from './refs.ts';

export const userView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profile,
  /** A role of the company's own; absent: the profile is all. */
  roleId: z.string().optional(),
  super: z.boolean(),
  companyId: z.string(),
  allTicket: z.enum(['enabled', 'desabled']),
  connectionId: z.string().nullable(),
  queues: z.array(queueRef),
  /** Of the same queues. */
  queueIds: z.array(z.string()),
  position: z.number(),
  /** Signs in with a second step; for those who manage users. */
  secondStep: z.boolean().optional(),
  /** Signs in by the installation's provider too; for those who manage users. */
  linked: z.literal(true).optional(),
  /** When they last used it, within the last 31 days; in lists, for those who manage users. */
  lastSeen: z.string().optional(),
  /** Since when they have been invited; absent: they have a password. */
  invitedAt: z.string().optional(),
});
export type UserView = z.output<typeof userView>;

const companyView = z.object({
  id: z.string(),
  name: z.string(),
  dueDate: z.string().nullable(),
  /** Until the due date nothing is paid; absent: it is no trial. */
  trial: z.literal(true).optional(),
  timeZone: z.string(),
  settings: z.array(z.object({ key: z.string(), value: z.string() })),
  flags: z.array(z.string()),
});

/** GET /auth/me, and `user` of login and refresh. */
export const sessionUserView = userView.extend({
  company: companyView,
  /** What their role grants, where it is one of the company's own. */
  rules: z.array(z.string()).optional(),
});
export type SessionUserView = z.output<typeof sessionUserView>;

/** A page of the people of a company. */
export const userPage = z.object({
  users: z.array(userView),
  count: z.number(),
  hasMore: z.boolean(),
  seats: z
    .object({ used: z.number(), limit: z.number().nullable() })
    .optional()
    .describe('places of the plan, for those who manage users; null: it limits none'),
});
export type UserPage = z.output<typeof userPage>;
