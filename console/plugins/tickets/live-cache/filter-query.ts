import { filteredFields } from '../../../../domain/ticket/fields/derive.ts';
import type { TicketFilter } from './filter.ts';

const list = (values: readonly (string | null)[] | undefined): string | undefined =>
  values === undefined || values.length === 0 ? undefined : JSON.stringify(values);

/** Returns a filter as the query of GET /tickets says it. */
export const filterQuery = (filter: TicketFilter) => ({
  status: filter.status,
  showAll: filter.showAll ? 'true' : undefined,
  queueIds: list(filter.queueIds),
  searchParam: filter.search,
  searchIn: filter.search !== undefined && filter.inMessages ? 'messages' : undefined,
  sort: filter.order,
  withUnreadMessages: filter.unread ? 'true' : undefined,
  ...Object.fromEntries(filteredFields.map(({ name, filter: key }) => [key, list(filter[name])])),
  users: list(filter.userIds),
  contactId: filter.contactId,
});
