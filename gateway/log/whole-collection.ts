import type { CompanyReader, StoredDocument } from '../../projections/ports/read-store.ts';

const page = 500;

/** Every document of a collection, page by page in the order of an indexed field. */
export async function* wholeCollection<T extends StoredDocument>(
  reader: Pick<CompanyReader, 'find'>,
  collection: string,
  sort: string,
): AsyncGenerator<readonly T[]> {
  for (let skip = 0; ; skip += page) {
    const some = await reader.find<T>(collection, { sort: [sort], skip, limit: page });
    yield some;
    if (some.length < page) return;
  }
}
