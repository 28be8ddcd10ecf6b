import { expect, it } from 'vitest';
import type { Query, StoredDocument } from '../../projections/ports/read-store.ts';
import { createCompanySettings } from './company-settings.ts';
import { createKnownConnections } from './connections.ts';

/** A read model in which what stands last comes first each time that somebody has read of it. */
const restless = (documents: StoredDocument[]) => {
  const find = async ({ skip = 0, limit = documents.length }: Query) => {
    const page = documents.slice(skip, skip + limit);
    documents.unshift(documents.pop()!);
    return page;
  };
  return { allCompanies: () => ({ find: (_collection: string, query: Query) => find(query) }) as never };
};
const many = (fields: object) =>
  Array.from({ length: 1_200 }, (_, n) => ({ id: `id-${n}`, position: n, ...fields }) as never);

it('a gateway that starts knows every connection and company, whatever is renamed meanwhile', async () => {
  const connections = createKnownConnections();
  await connections.load(restless(many({ companyId: 'c', channel: 'simulator' })));
  expect(connections.size).toBe(1_200);
  const settings = createCompanySettings();
  await settings.load(restless(many({ settings: {}, active: true, deletedAt: null })));
  expect(settings.companyIds()).toHaveLength(1_200);
});
