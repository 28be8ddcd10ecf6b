import { isFound } from '../../domain/text/search.ts';
import {
  type CollectionSpec,
  type CompanyReader,
  type Query,
  type StoredDocument,
  searchRules,
  searchTexts,
} from '../../projections/ports/read-store.ts';

const page = 500;
/** A search that finds more is not asked again for each page: the store would work out and sort all of it each time. */
const mostSearched = 5_000;

/** What is told a page at a time: in the order of one field, `-` before it for the greatest first. */
export interface Told {
  readonly collection: Pick<CollectionSpec, 'name' | 'search'>;
  readonly by: string;
}

/**
 * Yields all documents that a filter finds, a page at a time. Each page goes on at the value it got to: skipping whole
 * pages would read everything again for each of them. Nothing is held but a page.
 */
export async function* foundPages<T extends StoredDocument>(
  reader: CompanyReader,
  { collection: { name, search: spec }, by }: Told,
  { where, search }: Pick<Query, 'where' | 'search'>,
): AsyncGenerator<readonly T[]> {
  const field = by.replace(/^-/, '');
  const isDescending = by !== field;
  const reachedIn = (document: T) =>
    (document as unknown as Readonly<Record<string, unknown>>)[field] as string;
  const isBroad =
    search !== undefined && (await reader.count(name, { where: where ?? {}, search })) > mostSearched;
  const isWanted = (document: T) =>
    !isBroad || !spec || isFound(searchTexts(spec, document), search, searchRules(spec));
  let reached: string | undefined;
  let ofThatValue = 0;
  for (;;) {
    const bound = {
      ...(where?.[field] as object | undefined),
      ...(reached !== undefined && { [isDescending ? 'lte' : 'gte']: reached }),
    };
    const documents = await reader.find<T>(name, {
      where: { ...where, ...(Object.keys(bound).length > 0 && { [field]: bound }) },
      ...(search !== undefined && !isBroad && { search }),
      sort: [by],
      skip: ofThatValue,
      limit: page,
    });
    yield documents.filter(isWanted);
    if (documents.length < page) return;
    const value = reachedIn(documents.at(-1)!);
    const again = documents.filter((document) => reachedIn(document) === value).length;
    ofThatValue = value === reached ? ofThatValue + again : again;
    reached = value;
  }
}
