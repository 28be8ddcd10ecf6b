import { z } from 'zod';
import type { PlanSnapshot } from '../company/events.ts';
import { planFlags } from '../company/events.ts';
import { platformCompanyId } from '../company/platform.ts';
import type { CompanyState } from '../company/state.ts';
import { DomainError } from '../errors.ts';
import type { EventStreams } from '../kernel/event-streams.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { records } from '../records/index.ts';
import { recordDecider } from '../records/record-aggregate.ts';
import { companyStream, recordStream } from '../streams.ts';
import type { CommandRuntime } from './runtime.ts';

const planValues = z.object({
  name: z.string(),
  value: z.number(),
  users: z.number(),
  connections: z.number(),
  queues: z.number(),
  ...(Object.fromEntries(planFlags.map((flag) => [flag, z.boolean()])) as Record<string, z.ZodBoolean>),
});

/**
 * Returns how companies and plans hold on to each other. Whoever gives a plan to a company, and whoever deletes it, takes one
 * lock of the plan: a plan that somebody has is not deleted, a deleted one is given to nobody. All who ever took it may have it.
 */
export const createPlanUse = (
  runtime: CommandRuntime,
  companies: () => Pick<EventStreams<CompanyState, never>, 'refresh'>,
) => {
  const definition = records.find(({ name }) => name === 'plan')!;
  const plans = runtime.aggregate(recordDecider(definition)).streams;
  const claimOf = (planId: string) => runtime.claimOf('global', 'plan-use', planId);

  /** Returns what the plan is now. @throws ERR_PLAN_NOT_FOUND at `planId` */
  async function snapshot(planId: string): Promise<PlanSnapshot> {
    const { state } = await plans.refresh(recordStream('plan', platformCompanyId, planId));
    if (state.status !== 'active')
      throw new DomainError('ERR_PLAN_NOT_FOUND', 'no such plan', {
        errors: { planId: 'ERR_PLAN_NOT_FOUND' },
      });
    const { name, value, users, connections, queues, ...flags } = planValues.parse(state.values);
    return {
      name,
      value,
      limits: { users, connections, queues },
      flags: planFlags.filter((flag) => (flags as Record<string, boolean>)[flag]),
    };
  }

  /** Returns the companies that have the plan, by their own events. */
  async function companiesOf(planId: string): Promise<readonly string[]> {
    const known = new Set<string>();
    await runtime.claims.streams.foldAll(claimOf(planId), known, (ids, { data }) => ids.add(data.owner));
    known.delete(planId);
    const having: string[] = [];
    for (const id of known) {
      const { state } = await companies().refresh(companyStream(id));
      if ((state.status === 'active' || state.status === 'deleted') && state.planId === planId)
        having.push(id);
    }
    return having;
  }

  return {
    snapshot,
    companiesOf,
    /** Returns the lock of a company that is given the plan. */
    assigning: (planId: string): Lock => ({
      claim: claimOf(planId),
      check: async () => void (await snapshot(planId)),
    }),
    /** Returns the lock of a plan that is deleted. */
    deleting: (planId: string): Lock => ({
      claim: claimOf(planId),
      async check() {
        const used = (await companiesOf(planId)).length;
        if (used > 0)
          throw new DomainError('ERR_PLAN_IN_USE', `${used} companies have it`, {
            details: { companies: used },
          });
      },
    }),
  };
};
