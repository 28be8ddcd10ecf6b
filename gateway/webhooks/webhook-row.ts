import { hasFeature } from '../../domain/company/features.ts';
import type { PublicEventType } from '../../domain/public-events/public-event.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';

export interface WebhookRow extends StoredDocument {
  readonly name: string;
  readonly url: string;
  readonly events: readonly PublicEventType[];
  readonly active: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Returns who reads a company's webhooks; undefined where its plan has them not. */
async function readerOf(readStore: Pick<ReadStore, 'forCompany'>, companyId: string) {
  const reader = readStore.forCompany(companyId);
  const company = await reader.get<CompanyDocument>('companies', companyId);
  return company && hasFeature(company, 'useExternalApi') ? reader : undefined;
}

/** Returns a company's webhooks that are switched on; none where its plan has them not. */
export async function webhooksOf(
  readStore: Pick<ReadStore, 'forCompany'>,
  companyId: string,
): Promise<readonly WebhookRow[]> {
  const reader = await readerOf(readStore, companyId);
  if (reader === undefined) return [];
  const rows = await everyDocument<WebhookRow>(reader, 'webhooks', { sort: ['id'] });
  return rows.filter(({ active }) => active);
}

/** Returns one of them, if it is there and switched on. */
export async function activeWebhook(
  readStore: Pick<ReadStore, 'forCompany'>,
  companyId: string,
  webhookId: string,
): Promise<WebhookRow | undefined> {
  const reader = await readerOf(readStore, companyId);
  const row = await reader?.get<WebhookRow>('webhooks', webhookId);
  return row?.active === true ? row : undefined;
}
