import { z } from 'zod';

const comparedFigures = z.object({
  supportFinished: z.number(),
  leads: z.number(),
  /** Minutes. */
  avgSupportTime: z.number(),
  avgWaitTime: z.number(),
});

/** What a company did in a period, and who of it. */
export const dashboardView = z.object({
  counters: comparedFigures.extend({
    supportHappening: z.number(),
    supportPending: z.number(),
    /** Connections that are CONNECTED, and companies, of the whole platform: super users only. */
    totalWhatsappSessions: z.number().optional(),
    totalCompanies: z.number().optional(),
    /** The same over as many days right before. */
    previous: comparedFigures,
  }),
  attendants: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** Mean of 1 to 3, null while nobody has rated. */
      rating: z.number().nullable(),
      conversations: z.number(),
      avgSupportTime: z.number(),
      online: z.boolean(),
      status: z.enum(['online', 'away', 'offline']),
    }),
  ),
});
export type DashboardView = z.output<typeof dashboardView>;

/** Conversations that came to each user. */
export const usersChart = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.number() })),
  count: z.number(),
});
export type UsersChart = z.output<typeof usersChart>;

/** Conversations begun, by hour or by day. */
export const timeChart = z.object({
  data: z.array(
    z.object({
      /** `HH`, when one day was asked for. */
      hour: z.string().optional(),
      /** `yyyy-MM-dd`. */
      date: z.string(),
      total: z.number(),
    }),
  ),
  count: z.number(),
});
export type TimeChart = z.output<typeof timeChart>;
