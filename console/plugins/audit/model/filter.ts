import type { AuditEntry, AuditPage } from '../../../../contract/audit.ts';
import { isFound } from '../../../../domain/text/search.ts';
import { type LivePages, liveList } from '../../../shell/live-list.ts';

/** What the list shows: empty texts restrict nothing. Days are the company's. */
export interface AuditFilter {
  readonly search: string;
  readonly kind: string;
  readonly userId: string;
  readonly dateStart: string;
  readonly dateEnd: string;
  /** `platform`: what holds for all companies. */
  readonly scope: string;
}
export type AuditPages = LivePages<AuditPage>;

const pageSize = 40;
const list = liveList<'entries', AuditEntry, AuditPage>('entries', pageSize);
export const { flatten, nextPage } = list;

/** Returns the day of an instant in a time zone, yyyy-MM-dd. */
export const dayIn = (instant: string | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  );

/** Whether an entry that a change brings belongs to the list, by the server's rules. */
export function belongs(filter: AuditFilter, entry: AuditEntry, timeZone: string): boolean {
  if (filter.scope !== '') return false;
  if (filter.kind !== '' && !filter.kind.split(',').includes(entry.kind)) return false;
  if (filter.userId !== '' && entry.actor.id !== filter.userId) return false;
  const day = dayIn(entry.at, timeZone);
  if ((filter.dateStart !== '' && day < filter.dateStart) || (filter.dateEnd !== '' && day > filter.dateEnd))
    return false;
  const texts = entry.changes.flatMap(({ before, after }) => [String(before ?? ''), String(after ?? '')]);
  return isFound([entry.title, entry.actor.name, ...texts], filter.search, { parts: false, numbers: false });
}

/** Returns the pages with a new entry in its place; those it does not belong to stay the same object. */
export function withEntry(data: AuditPages, entry: AuditEntry): AuditPages {
  if (list.find(data, entry.id)) return data;
  const pages = list.inserted(data.pages, entry, (other) => other.at <= entry.at);
  return {
    ...data,
    pages: pages.map((page, index) => (index === 0 ? { ...page, count: page.count + 1 } : page)),
  };
}

/** Returns entries by their day, in their order. */
export function byDay(
  entries: readonly AuditEntry[],
  timeZone: string,
): readonly { readonly day: string; readonly entries: readonly AuditEntry[] }[] {
  const days = Map.groupBy(entries, ({ at }) => dayIn(at, timeZone));
  return [...days].map(([day, some]) => ({ day, entries: some }));
}
