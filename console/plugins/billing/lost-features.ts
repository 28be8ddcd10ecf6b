import type { PublicPlan } from '../../../contract/plan.ts';
import { type PlanFlag, planFlags } from '../../../domain/company/events.ts';

/** Returns what a company would have no more with another plan than its own; nothing is known of one that is not offered. */
export function lostFeatures(
  plans: readonly PublicPlan[],
  ownPlanId: string,
  other: PublicPlan | undefined,
): readonly PlanFlag[] {
  const own = plans.find(({ id }) => id === ownPlanId);
  return own && other ? planFlags.filter((flag) => own[flag] && !other[flag]) : [];
}
