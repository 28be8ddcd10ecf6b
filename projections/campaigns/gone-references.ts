import type { CampaignContent } from '../../domain/campaign/campaign.ts';
import type { CompanyReader } from '../ports/read-store.ts';

const collections = {
  connectionId: 'connections',
  queueId: 'queues',
  contactListId: 'contactLists',
  tagListId: 'tags',
  fileListId: 'fileLists',
} as const;
type References = Pick<CampaignContent, keyof typeof collections>;

/** Resolves with the fields of those whose record the company does not have, or has no more; null names none. */
export async function goneReferences(
  reader: CompanyReader,
  named: Partial<References>,
): Promise<readonly (keyof References)[]> {
  const fields = Object.keys(collections) as (keyof References)[];
  const areGone = await Promise.all(
    fields.map(async (field) => {
      const id = named[field] ?? null;
      return id !== null && (await reader.get(collections[field], id)) === undefined;
    }),
  );
  return fields.filter((_, at) => areGone[at]);
}
