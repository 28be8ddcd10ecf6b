import { z } from 'zod';
import { billing, recurrence } from '../domain/company/events.ts';
import { schedules } from '../domain/company/hours.ts';
import { ownPlan } from './plan.ts';

/** A company as super users see all of them, and its admins their own. */
export const companyView = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  planId: z.string().nullable(),
  plan: ownPlan.nullable(),
  /** Switched on. */
  status: z.boolean(),
  trial: z.boolean(),
  /** The due date while nothing is paid until then; null: it is no trial. */
  trialExpiration: z.string().nullable(),
  campaignsEnabled: z.boolean(),
  /** yyyy-MM-dd; null: no end. */
  dueDate: z.string().nullable(),
  recurrence,
  timeZone: z.string(),
  schedules,
  billing: billing.nullable(),
  settings: z.array(z.object({ key: z.string(), value: z.string() })),
  /** The company that recommended the product; for super users. */
  recommendedBy: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Until when it can be restored, where it is deleted. */
  deletedUntil: z.string().nullable(),
  position: z.number(),
});
export type CompanyView = z.output<typeof companyView>;

/** A page of all companies. */
export const companyPage = z.object({
  companies: z.array(companyView),
  count: z.number(),
  hasMore: z.boolean(),
  /** Of all companies: whose date is one of the next seven days. */
  due: z.object({ companies: z.number(), value: z.number().describe('reais') }),
});
export type CompanyPage = z.output<typeof companyPage>;
