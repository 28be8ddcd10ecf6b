import type { z } from 'zod';
import type { ScheduleOnWire, schedulePageOnWire } from '../../contract/wire-views.ts';
import { plainText } from '../../domain/text/plain.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';

/** Schedules that are read and looked at in one go: of five hundred long texts it would take a second, and nobody else be answered. */
const atOnce = 40;
/** UTF-16 units of the texts of one answer, about: five thousand of the longest would be hundreds of megabytes. */
const mostUnits = 8 * 1024 * 1024;

interface Asked {
  readonly query: Omit<Query, 'skip' | 'limit'>;
  readonly skip: number;
  readonly size: number;
  /** Words that stand in the contact's name or the text; '': any. */
  readonly words: string;
}
/** Returns a page of what a query finds, and how many there are: as many as were asked for, and as an answer holds. */
export async function scheduleListing(
  read: CompanyReader,
  viewsOf: (documents: readonly ScheduleDocument[]) => Promise<readonly ScheduleOnWire[]>,
  { query, skip, size, words }: Asked,
): Promise<z.output<typeof schedulePageOnWire>> {
  const total = words === '' ? await read.count('schedules', query) : undefined;
  const isWanted = ({ contact, body }: ScheduleOnWire) =>
    words === '' || plainText(`${contact.name}\n${body}`).includes(words);
  const schedules: ScheduleOnWire[] = [];
  let found = 0;
  let units = 0;
  let isFull = false;
  for await (const some of collectionPages<ScheduleDocument>(read, 'schedules', query, atOnce)) {
    // Those of pages before need not be looked at where all are wanted.
    const isBefore = total !== undefined && found + some.length <= skip;
    if (isBefore) found += some.length;
    else
      for (const view of (await viewsOf(some)).filter(isWanted)) {
        found += 1;
        if (found <= skip || isFull) continue;
        units += view.body.length;
        isFull = schedules.length === size || (units > mostUnits && schedules.length > 0);
        if (!isFull) schedules.push(view);
      }
    if (total !== undefined && (isFull || schedules.length === size)) break;
  }
  const count = total ?? found;
  return { schedules, hasMore: count > skip + schedules.length, count };
}
