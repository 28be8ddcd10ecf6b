import type { Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { createCompanyLetters } from '../mail/company-letters.ts';
import type { ProcessManager } from '../process/process-manager.ts';

/**
 * What follows from an invoice: its admins get a letter, its company is renewed when it is paid, and it changes or goes with what the
 * company has meanwhile. Each command has the event's id: however often it is handled, it is done once.
 */
export const createRenewal = ({
  desk,
  letters,
}: {
  readonly desk: Pick<Desk, 'companies' | 'invoices'>;
  readonly letters: Pick<ReturnType<typeof createCompanyLetters>, 'invoiceIssued'> | undefined;
}): ProcessManager => ({
  name: 'renewal',
  start: 'head',
  key: ({ metadata }) => metadata.companyId,
  handles: {
    async InvoiceIssued({ data, metadata: { companyId } }) {
      const { invoiceId, dueDate, amountCents: valueCents } = data;
      await letters?.invoiceIssued({ companyId, invoiceId, dueDate, valueCents });
    },
    async InvoicePaid({ data: { invoiceId, until, planId } }, { command }) {
      if (planId !== null)
        await desk.companies.changePlan(command('plan'), { planId }).catch((error: unknown) => {
          // Deleted since it was chosen, or the company is: what was paid for is renewed all the same.
          if (!isDomainError(error, 'ERR_PLAN_NOT_FOUND') && !isDomainError(error, 'ERR_NOT_FOUND'))
            throw error;
        });
      await desk.companies.renew(command('renew'), { invoiceId, dueDate: until });
    },
    async CompanyPlanChanged(_event, { command }) {
      await desk.invoices.followPlan(command('price'));
    },
    async CompanyDueDateChanged(_event, { command }) {
      await desk.invoices.cancelOthers(command('cancel'));
    },
  },
});
