/**
 * What becomes of invoices by itself: they are issued before the due date, payments that nobody told of are found,
 * companies renewed.
 */

import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { isToBeIssued } from '../../domain/invoice/issuing.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { DueJob } from '../jobs/due-work.ts';

export interface IssueJobDeps {
  readonly desk: Pick<Desk, 'invoices'>;
  readonly readStore: Pick<ReadStore, 'allCompanies'>;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}

/**
 * Returns the job that issues the invoice of each company's due date ten days before it, at once where less is left.
 * The read models name who may be due; the company's own events decide, and its invoices' stream has each date once.
 */
export function createIssueJob({ desk, readStore, now, log, everyMs }: IssueJobDeps): DueJob {
  async function issueFor(companyId: string, dueDate: string): Promise<void> {
    const context: Context = {
      companyId,
      actor: { kind: 'system', id: 'billing' },
      commandId: deriveId('issue-invoice', companyId, dueDate),
    };
    await desk.invoices.issue(context, dueDate);
  }

  return {
    name: 'invoices',
    everyMs,
    after: ['CompanyCreated', 'CompanyPlanChanged', 'CompanyDueDateChanged', 'CompanyRestored'],
    waiting: 'invoices wait to be issued',
    async round(signal) {
      const all = collectionPages<CompanyDocument>(readStore.allCompanies(), 'companies', {
        sort: ['sortName'],
      });
      for await (const some of all)
        for (const company of some) {
          if (signal.aborted) return;
          const { id, dueDate, planId, deletedAt, timeZone } = company;
          if (dueDate === null || planId === null || deletedAt !== null) continue;
          if (!isToBeIssued(dueDate, timeZone, now())) continue;
          await issueFor(id, dueDate).catch((error: unknown) =>
            log.warn({ err: error, companyId: id }, 'an invoice was not issued'),
          );
        }
    },
  };
}
