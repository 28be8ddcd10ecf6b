import { z } from 'zod';
import { type PlanFlag, planFlags, planSnapshot } from '../domain/company/events.ts';

const flags = Object.fromEntries(planFlags.map((flag) => [flag, z.boolean()])) as Record<
  PlanFlag,
  z.ZodBoolean
>;

/** What a visitor may see of a plan. */
export const publicPlan = z.object({
  id: z.string(),
  name: z.string(),
  /** Reais a month. */
  value: z.number(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  ...flags,
});
export type PublicPlan = z.output<typeof publicPlan>;

/** A plan as its company has it. */
export const ownPlan = planSnapshot.extend({ id: z.string() });
export type OwnPlan = z.output<typeof ownPlan>;

/** How many companies have a plan. */
export const planCount = z.object({ planId: z.string(), companies: z.number() });
export type PlanCount = z.output<typeof planCount>;

/** What a company uses of its plan. */
export const planUse = z.object({
  id: z.string(),
  name: z.string(),
  users: z.number().describe('without the first admin, who never counts'),
  connections: z.number(),
  queues: z.number(),
});
export type PlanUse = z.output<typeof planUse>;
