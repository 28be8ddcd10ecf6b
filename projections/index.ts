import { records } from '../domain/records/index.ts';
import { activity } from './activity.ts';
import { companies } from './companies.ts';
import { connections } from './connections.ts';
import { contacts } from './contacts.ts';
import { countersOf } from './counters.ts';
import type { Projection } from './definition.ts';
import { departures } from './departures.ts';
import { erasures } from './erasures.ts';
import { merges } from './merges.ts';
import { messages } from './messages.ts';
import { notes } from './notes.ts';
import { outbox } from './outbox.ts';
import type { CollectionSpec } from './ports/read-store.ts';
import { recordProjection } from './records.ts';
import { tickets } from './tickets.ts';
import { users } from './users.ts';

/** All read models. `counters` stands before the records that take their numbers from it. */
export const projections: readonly Projection[] = [
  companies,
  users,
  departures,
  erasures,
  merges,
  connections,
  contacts,
  tickets,
  messages,
  notes,
  outbox,
  activity,
  countersOf(records),
  ...records.map(recordProjection),
];

/** Events that could not be folded: written by the projector itself. */
const parked: CollectionSpec = { name: 'parked', indexes: [['collection'], ['at']] };

/** What a read store holds. */
export const collections: readonly CollectionSpec[] = [...projections, parked];
export { foldAll, foldTicket } from './fold-ticket.ts';
