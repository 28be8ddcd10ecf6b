import type { TicketFilter } from './filter.ts';

/** Returns a filter as the query of GET /tickets says it. */
export const filterQuery = (filter: TicketFilter) => ({
  status: filter.status,
  showAll: filter.showAll ? 'true' : undefined,
  queueIds: filter.queueIds.length > 0 ? JSON.stringify(filter.queueIds) : undefined,
  searchParam: filter.search,
  searchIn: filter.search !== undefined && filter.inMessages ? 'messages' : undefined,
  sort: filter.order,
  withUnreadMessages: filter.unread ? 'true' : undefined,
  tags: filter.tagIds !== undefined && filter.tagIds.length > 0 ? JSON.stringify(filter.tagIds) : undefined,
  users:
    filter.userIds !== undefined && filter.userIds.length > 0 ? JSON.stringify(filter.userIds) : undefined,
  contactId: filter.contactId,
});
