import type { OwnPlan, PublicPlan } from '../../../contract/plan.ts';
import { type PlanFlag, planFlags } from '../../../domain/company/events.ts';

/** Returns what a company would have no more with another plan than its own, which may be one that is not offered. */
export const lostFeatures = (own: OwnPlan | null, other: PublicPlan): readonly PlanFlag[] =>
  own === null || own.id === other.id
    ? []
    : planFlags.filter((flag) => own.flags.includes(flag) && !other[flag]);
