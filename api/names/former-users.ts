import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { DepartureDocument } from '../../projections/users/departure-document.ts';

/** Returns what those were called who are no users any more, by id, who left last first. */
export async function formerUsers(read: Pick<CompanyReader, 'find'>): Promise<ReadonlyMap<string, string>> {
  const gone = await everyDocument<DepartureDocument>(read, 'departures', { sort: ['-at'] });
  return new Map(gone.flatMap(({ id, name }) => (name === '' ? [] : [[id, name]])));
}
