import type { OwnPlan, PublicPlan } from '../../../contract/plan.ts';
import type { PlanFlag } from '../../../domain/company/events.ts';
import { lostFeatures } from './lost-features.ts';
import { type ToPay, totalOf } from './to-pay.ts';

/** A plan that can be paid for at the checkout. */
export interface Choice {
  readonly id: string;
  readonly name: string;
  /** Reais, for the months that are paid. */
  readonly total: number;
  /** The company has it. */
  readonly isOwn: boolean;
  /** What the company has now and would have no more. */
  readonly lost: readonly PlanFlag[];
  /** Undefined: visitors are not offered it. */
  readonly plan: PublicPlan | undefined;
}

/**
 * Returns what can be paid for: what is offered and, before it, what only this company may have, its own plan and the one
 * that was chosen for the invoice. What the company has is no matter of the invoice: that follows what was chosen.
 */
export function choicesOf(
  plans: readonly PublicPlan[],
  own: OwnPlan | null,
  toPay: ToPay,
): readonly Choice[] {
  const isOffered = (wanted: string) => plans.some(({ id }) => id === wanted);
  const choiceOf = (id: string, name: string, total: number, plan?: PublicPlan): Choice => ({
    id,
    name,
    // What an invoice asks for is what it was priced to, also where its plan has another price since.
    total: id === toPay.planId ? toPay.value : total,
    isOwn: id === own?.id,
    lost: plan ? lostFeatures(own, plan) : [],
    plan,
  });
  const held: Choice[] = [];
  if (!isOffered(toPay.planId)) held.push(choiceOf(toPay.planId, toPay.planName, toPay.value));
  // One that costs nothing is not paid for.
  if (own && own.value > 0 && own.id !== toPay.planId && !isOffered(own.id))
    held.push(choiceOf(own.id, own.name, totalOf(own, toPay.months)));
  return [...held, ...plans.map((plan) => choiceOf(plan.id, plan.name, totalOf(plan, toPay.months), plan))];
}
