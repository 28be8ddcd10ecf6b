import { z } from 'zod';
import { ticketStatus } from '../../domain/ticket/events.ts';
import type { TicketFilter } from '../../domain/ticket-lists/ticket-lists.ts';
import { dayBounds } from '../http/company-time.ts';
import { day, flag, id, jsonList, optional, pageNumber, searchParam } from '../http/schemas.ts';
import { fieldFilters, fieldQuery } from './fields.ts';

export const countsQuery = z.object({ showAll: flag, queueIds: jsonList(id.nullable()) });

export const listQuery = countsQuery.extend({
  searchParam,
  /** `messages`: `searchParam` looks in the texts of messages; absent: in contacts and protocols. */
  searchIn: optional(z.enum(['contacts', 'messages'])),
  pageNumber,
  ...fieldQuery,
  users: jsonList(id),
  status: optional(ticketStatus),
  /** Opened on this day of the company's time zone. */
  date: day,
  /** Last changed on this day. */
  updatedAt: day,
  withUnreadMessages: flag,
  /** All of one contact's, of those the session may see. */
  contactId: optional(id),
  /** `waiting`: only those whose contact waits for an answer, the longest wait first. */
  sort: optional(z.enum(['updated', 'waiting'])),
});
export type ListQuery = z.output<typeof listQuery>;
const daySpan = (day: string | undefined, timeZone: string) => {
  if (day === undefined) return undefined;
  const { from, until } = dayBounds(day, timeZone);
  return { gte: from, lt: until };
};

/** Returns what a request asks a list for; days are those of the time zone. */
export const filterOf = (query: Partial<ListQuery>, timeZone: string): TicketFilter => ({
  status: query.status,
  showAll: query.showAll,
  queueIds: query.queueIds,
  ...fieldFilters(query),
  userIds: query.users,
  contactId: query.contactId,
  unread: query.withUnreadMessages,
  order: query.sort === 'waiting' ? 'waiting' : undefined,
  openedIn: daySpan(query.date, timeZone),
  changedIn: daySpan(query.updatedAt, timeZone),
});
