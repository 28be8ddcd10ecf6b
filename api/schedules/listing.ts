import { setImmediate as turn } from 'node:timers/promises';
import type { z } from 'zod';
import type { ScheduleOnWire, schedulePageOnWire } from '../../contract/wire-views.ts';
import { plainText } from '../../domain/text/plain.ts';
import { type Conditions, meets } from '../../domain/where.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';

/** Schedules that are read and looked at in one go: of five hundred long texts it would take a second, and nobody else be answered. */
const atOnce = 40;
/** UTF-16 units of the texts of one answer, about: five thousand of the longest would be hundreds of megabytes. */
const mostUnits = 8 * 1024 * 1024;

interface Asked {
  readonly query: Omit<Query, 'skip' | 'limit'> & Conditions;
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
  /** Those of some that the query still finds, in its order. */
  async function standing(some: readonly string[]): Promise<readonly ScheduleDocument[]> {
    const documents = await read.getMany<ScheduleDocument>('schedules', some);
    const byId = new Map(documents.map((one) => [one.id, one]));
    return some.flatMap((id) => byId.get(id) ?? []).filter((one) => meets(one, query));
  }
  const total = words === '' ? await read.count('schedules', query) : undefined;
  const isWanted = ({ contact, body }: ScheduleOnWire) =>
    words === '' || plainText(`${contact.name}\n${body}`).includes(words);
  // Found and sorted once; where all are wanted, only those of this page.
  const ids = await read.ids('schedules', { ...query, ...(total !== undefined && { skip, limit: size }) });
  const before = total === undefined ? skip : 0;
  const schedules: ScheduleOnWire[] = [];
  let found = 0;
  let units = 0;
  let isFull = false;
  for (let from = 0; from < ids.length; from += atOnce) {
    if (from > 0) await turn();
    for (const view of (await viewsOf(await standing(ids.slice(from, from + atOnce)))).filter(isWanted)) {
      found += 1;
      if (found <= before || isFull) continue;
      units += view.body.length;
      isFull = schedules.length === size || (units > mostUnits && schedules.length > 0);
      if (!isFull) schedules.push(view);
    }
    if (total !== undefined && isFull) break;
  }
  const count = total ?? found;
  return { schedules, hasMore: count > skip + schedules.length, count };
}
