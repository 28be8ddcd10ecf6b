import type { Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { ProcessManager } from '../process/process-manager.ts';

/**
 * Returns the process manager that brings the copy of a plan that companies hold up to what the plan is. Which
 * companies those are, and what the plan is now, is asked of the events alone. A company that was given a plan is
 * looked at too: what it was given may have been read just before the plan changed.
 */
export const createPlanChanges = ({ desk }: { readonly desk: Desk }): ProcessManager => {
  /** A plan that is gone has no company: it is deleted under the lock that giving it takes. */
  const unlessGone = (error: unknown) => {
    if (!isDomainError(error, 'ERR_PLAN_NOT_FOUND')) throw error;
  };
  return {
    name: 'plan-changes',
    start: 'beginning',
    key: ({ data }) => {
      const { id, planId } = data as { readonly id?: string; readonly planId?: string };
      return planId ?? id ?? '';
    },
    handles: {
      async PlanUpdated({ data: { id: planId } }, { command }) {
        for (const companyId of await desk.companies.ofPlan(planId))
          await desk.companies
            .refreshPlan({ ...command(companyId), companyId }, { planId })
            .catch(unlessGone);
      },
      async CompanyPlanChanged({ data: { planId } }, { command }) {
        await desk.companies.refreshPlan(command(), { planId }).catch(unlessGone);
      },
    },
  };
};
