import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { ContactWithTickets } from '../../contract/contact.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { Query } from '../../projections/ports/read-store.ts';
import { dayBounds, timeZoneOf } from '../http/company-time.ts';
import { countOf } from '../http/kept-counts.ts';
import { day, pageNumber, searchParam } from '../http/schemas.ts';
import type { Names } from '../names/names.ts';
import { withTickets } from './with-tickets.ts';

const pageSize = 20;

/** Days of the company's time zone on which contacts were created: `date`, or from `dateStart` to `dateEnd`. */
export const listQuery = z.object({ searchParam, pageNumber, date: day, dateStart: day, dateEnd: day });
export type ContactListQuery = z.output<typeof listQuery>;

export interface ContactPage {
  readonly contacts: ContactWithTickets[];
  readonly count: number;
  readonly hasMore: boolean;
}

export const contactFilter = async (
  names: Names,
  companyId: string,
  { searchParam: search, date, dateStart, dateEnd }: Omit<ContactListQuery, 'pageNumber'>,
): Promise<Pick<Query, 'where' | 'search'>> => {
  const zone = timeZoneOf(await names.company(companyId), companyId);
  const from = dateStart ?? date;
  const until = dateEnd ?? date;
  return {
    where: {
      deletedAt: null,
      ...((from || until) && {
        createdAt: {
          ...(from && { gte: dayBounds(from, zone).from }),
          ...(until && { lt: dayBounds(until, zone).until }),
        },
      }),
    },
    ...(search && { search }),
  };
};

/** Returns 20 contacts of the session's company with their tickets, by name; `count` of all that match. */
export async function listContacts(
  names: Names,
  request: Pick<FastifyRequest, 'session' | 'read'>,
  query: ContactListQuery,
): Promise<ContactPage> {
  const { session, read } = request;
  const filter = await contactFilter(names, session.companyId, query);
  const skip = (query.pageNumber - 1) * pageSize;
  const page = { ...filter, sort: ['sortName'], skip, limit: pageSize + 1 };
  const found = await read.find<ContactDocument>('contacts', page);
  const hasMore = found.length > pageSize;
  // A last page tells the number by itself.
  const isLast = !hasMore && (found.length > 0 || skip === 0);
  return {
    contacts: await withTickets(request, found.slice(0, pageSize)),
    count: isLast ? skip + found.length : await countOf(read, 'contacts', filter),
    hasMore,
  };
}
