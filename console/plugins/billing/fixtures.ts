import type { InvoiceView } from '../../../contract/invoice.ts';
import { type OwnPlan, type PublicPlan, publicPlan } from '../../../contract/plan.ts';
import { planFlags } from '../../../domain/company/events.ts';

/** Returns an invoice that was paid in time, for tests. */
export const anInvoice = (number: number, over: Partial<InvoiceView> = {}): InvoiceView => ({
  id: `i${number}`,
  number,
  detail: `Mensalidade ${number}`,
  planId: 'p1',
  planName: `Básico ${number}`,
  value: 99,
  dueDate: '2026-11-10',
  until: '2026-12-10',
  status: 'paid',
  paidAt: '2026-11-09T12:00:00Z',
  surplus: 0,
  ...over,
});

const every = Object.fromEntries(planFlags.map((flag) => [flag, true]));
/** Returns a plan that is offered, with every feature but those named, for tests. */
export const aPlan = (id: string, over: Partial<PublicPlan> = {}): PublicPlan =>
  publicPlan.parse({ id, name: id, value: 1, users: 3, connections: 1, queues: 3, ...every, ...over });

/** Returns that plan as its company has it, for tests. */
export const ownPlan = (plan: PublicPlan): OwnPlan => {
  const { id, name, value, users, connections, queues } = plan;
  const flags = planFlags.filter((flag) => plan[flag]);
  return { id, name, value, limits: { users, connections, queues }, flags };
};
