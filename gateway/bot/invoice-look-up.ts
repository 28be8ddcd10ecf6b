import type { Logger } from 'pino';
import type { Answered, Question } from '../../domain/bot/invoices.ts';
import { hasFeature } from '../../domain/company/features.ts';
import { withTimeout } from '../../domain/kernel/retry.ts';
import { BillingSystemError } from '../../domain/ports/billing-system.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { readIntegrationKeys } from '../../messaging/integration-keys.ts';
import type { BillingSystems } from '../../outgoing/billing-systems/open.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';

interface Deps {
  readonly billingSystems?: BillingSystems | undefined;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly state: StateStore;
  readonly vault: Vault;
  readonly log: Logger;
}

/** Somebody waits for the answer: all that is asked about them together may take so long. */
const longestMs = 15_000;
const lateError = () => new BillingSystemError('slow', 'no whole answer in time');

/** Returns how the bot learns what somebody owes: whoever cannot be asked or does not answer has failed, and an agent takes over. */
export function createInvoiceLookUp({ billingSystems, readStore, state, vault, log }: Deps) {
  return async (companyId: string, { system, document }: Question): Promise<Answered> => {
    const company = await readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId);
    if (!billingSystems || !company || !hasFeature(company, 'useIntegrations')) return { is: 'failed' };
    const keys = await readIntegrationKeys({ state, vault }, companyId, company.settings, system);
    if (keys === undefined) return { is: 'failed' };
    try {
      const asked = billingSystems.use(companyId, system, keys, (one) => one.openInvoices(document));
      const invoices = await withTimeout(longestMs, asked, lateError);
      return invoices === undefined ? { is: 'unknown' } : { is: 'invoices', invoices };
    } catch (error) {
      if (!(error instanceof BillingSystemError)) throw error;
      log.warn({ err: error, companyId, system }, 'the bot could not look up invoices');
      return { is: 'failed' };
    }
  };
}
