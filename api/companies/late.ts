import { isOverdue } from '../../domain/company/overdue.ts';
import type { Conditions, Where } from '../../domain/where.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { CompanyNeeds } from './answers.ts';

/** More have no due date that is just over. */
const mostJustDue = 10_000;
const dayMs = 24 * 3_600_000;

/**
 * Resolves the conditions on companies that are on and whose last day is over where they are. No time zone is more than a day from
 * UTC's date: only of the dates in between each company's own decides.
 */
export async function lateCompanies({ readStore, now }: CompanyNeeds): Promise<Conditions> {
  const at = now();
  const dayFrom = (days: number) => new Date(at.getTime() + days * dayMs).toISOString().slice(0, 10);
  const where: Where = { deletedAt: null, active: true };
  const justDue = await readStore.allCompanies().find<CompanyDocument>('companies', {
    where: { ...where, dueDate: { gte: dayFrom(-1), lte: dayFrom(0) } },
    limit: mostJustDue,
  });
  const late = justDue.filter(({ dueDate, timeZone }) => isOverdue(dueDate, timeZone, at));
  return {
    where,
    anyOf: [{ dueDate: { gt: '', lt: dayFrom(-1) } }, { id: { in: late.map(({ id }) => id) } }],
  };
}
