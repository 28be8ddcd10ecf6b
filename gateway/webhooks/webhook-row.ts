import { hasFeature } from '../../domain/company/features.ts';
import type { PublicEventType } from '../../domain/public-events/public-event.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';

export interface WebhookRow extends StoredDocument {
  readonly name: string;
  readonly url: string;
  readonly events: readonly PublicEventType[];
  readonly active: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const mostWebhooks = 100;

/** Returns a company's webhooks that are switched on; none where its plan has them not. */
export async function webhooksOf(
  readStore: Pick<ReadStore, 'forCompany'>,
  companyId: string,
): Promise<readonly WebhookRow[]> {
  const reader = readStore.forCompany(companyId);
  const company = await reader.get<CompanyDocument>('companies', companyId);
  if (!company || !hasFeature(company, 'useExternalApi')) return [];
  const rows = await reader.find<WebhookRow>('webhooks', { limit: mostWebhooks });
  return rows.filter(({ active }) => active);
}
