import { type PlanFlag, planFlags } from '../domain/company/events.ts';
import { platformCompanyId } from '../domain/company/platform.ts';
import type { Context, Desk } from '../domain/desk/desk.ts';

type Values = Partial<Record<'users' | 'connections' | 'queues' | 'value', number>> &
  Partial<Record<PlanFlag | 'useInternal', boolean>> & { readonly name?: string };

const plenty = { users: 1_000, connections: 1_000, queues: 1_000 };
let made = 0;

/** Makes a plan with every feature and room for whatever is not named. */
export async function makePlan(desk: Desk, values: Values = {}) {
  made += 1;
  const context = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
  const flags = Object.fromEntries(planFlags.map((flag) => [flag, true]));
  return desk.records('plan').create(context, { name: `Plan ${made}`, ...plenty, ...flags, ...values });
}

/** Gives a company a plan of its own, made for it. */
export async function givePlan(desk: Desk, context: Context, values: Values) {
  const { id } = await makePlan(desk, values);
  return desk.companies.changePlan(context, { planId: id });
}
