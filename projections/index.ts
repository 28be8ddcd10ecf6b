import { records } from '../domain/records/index.ts';
import { activity } from './activity/activity.ts';
import { apiTokens } from './api-tokens/api-tokens.ts';
import { audit, auditSubjects } from './audit/audit.ts';
import { campaignSettings, campaigns } from './campaigns/campaigns.ts';
import { campaignReports } from './campaigns/reports.ts';
import { shippings } from './campaigns/shippings.ts';
import { chatMessages, chats } from './chats/chats.ts';
import { companies } from './companies/companies.ts';
import { connections } from './connections/connections.ts';
import { contactListItems, contactLists } from './contact-lists/contact-lists.ts';
import { contacts } from './contacts/contacts.ts';
import { erasures } from './contacts/erasures.ts';
import { merges } from './contacts/merges.ts';
import type { Projection } from './definition.ts';
import { invoices } from './invoices/invoices.ts';
import { messages } from './messages/messages.ts';
import { notes } from './notes/notes.ts';
import { outbox } from './outbox/outbox.ts';
import type { CollectionSpec } from './ports/read-store.ts';
import { deletionsCollection } from './projector/deletions.ts';
import { countersOf } from './records/counters.ts';
import { recordProjection } from './records/records.ts';
import { schedules } from './schedules/schedules.ts';
import { tickets } from './tickets/tickets.ts';
import { departures } from './users/departures.ts';
import { users } from './users/users.ts';

/**
 * All read models. Documents hold ids (contact, queue, user, tag): names are joined when read. `counters` stands before
 * the records that take their numbers from it, `auditSubjects` before those that compare with them or take their names.
 */
export const projections: readonly Projection[] = [
  companies,
  users,
  erasures,
  merges,
  connections,
  invoices,
  contacts,
  tickets,
  messages,
  notes,
  outbox,
  schedules,
  chats,
  chatMessages,
  apiTokens,
  campaigns,
  campaignSettings,
  shippings,
  campaignReports,
  contactLists,
  contactListItems,
  activity,
  auditSubjects,
  departures,
  audit,
  countersOf(records),
  ...records.map(recordProjection),
];

/** Events that could not be folded: written by the projector itself. */
const parkedCollection: CollectionSpec = { name: 'parked', indexes: [['collection'], ['at']] };

/** What a read store holds. */
export const collections: readonly CollectionSpec[] = [...projections, parkedCollection, deletionsCollection];
export { foldTicket } from './tickets/fold-ticket.ts';
