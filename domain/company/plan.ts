import { DomainError } from '../errors.ts';
import type { PlanFlag, PlanLimits } from './events.ts';
import { type Features, hasFeature } from './features.ts';

/** What a plan may say how many of there are. */
export type LimitedKind = keyof PlanLimits;

/** Of those that never count: a company's first admin. */
const uncountedPlaces: Partial<Record<LimitedKind, number>> = { users: 1 };

/** @throws ERR_PLAN_FEATURE with details {feature} where the plan has it not, or the company has switched it off */
export function demandFeature(company: Features | undefined, feature: PlanFlag): void {
  if (!company || !hasFeature(company, feature))
    throw new DomainError('ERR_PLAN_FEATURE', `The plan has no ${feature}`, { details: { feature } });
}

/** Returns how many places of the plan are taken by as many as exist. */
export const placesTaken = (what: LimitedKind, existing: number): number =>
  Math.max(0, existing - (uncountedPlaces[what] ?? 0));

/**
 * Refuses one more where there are as many as the plan has. A plan without the limit has none; 0 is none at all; what exists beyond
 * one that shrank stays. @param existing those there are @throws ERR_PLAN_LIMIT with details {what, limit, used}
 */
export function demandPlace(limits: PlanLimits | undefined, what: LimitedKind, existing: number): void {
  const limit = limits?.[what];
  const used = placesTaken(what, existing);
  if (limit === undefined || used < limit || existing < (uncountedPlaces[what] ?? 0)) return;
  throw new DomainError('ERR_PLAN_LIMIT', `${used} of ${limit} ${what} of the plan`, {
    details: { what, limit, used },
  });
}
