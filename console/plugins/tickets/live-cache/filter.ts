import type { TicketView } from '../../../../contract/ticket.ts';
import {
  type TicketFilter as ListFilter,
  listConditions,
  type Viewer,
} from '../../../../domain/ticket-lists/ticket-lists.ts';
import { type Conditions, meets } from '../../../../domain/where.ts';

export type { Viewer } from '../../../../domain/ticket-lists/ticket-lists.ts';

type Asked = Omit<ListFilter, 'showAll' | 'queueIds' | 'openedIn' | 'changedIn'>;

/** What a list is asked for. `queueIds` empty: every queue the viewer may see; null in it: no queue. */
export interface TicketFilter extends Asked {
  readonly showAll: boolean;
  readonly queueIds: readonly (string | null)[];
  readonly search?: string;
  /** The search looks in the texts of messages instead of in contacts. */
  readonly inMessages?: boolean;
}

const knownConditions = new WeakMap<
  TicketFilter,
  { readonly viewer: Viewer; readonly conditions: Conditions }
>();

/**
 * Returns the conditions of a filter. Those of cached lists stay the same objects: theirs are worked out once, not
 * once a change.
 */
const conditionsOf = (filter: TicketFilter, viewer: Viewer): Conditions => {
  const held = knownConditions.get(filter);
  if (held?.viewer === viewer) return held.conditions;
  const conditions = listConditions(viewer, filter);
  knownConditions.set(filter, { viewer, conditions });
  return conditions;
};

/** Returns whether a list shows a ticket, by the same conditions as the server's query; what a text finds only the server knows. */
export const belongs = (filter: TicketFilter, viewer: Viewer, ticket: TicketView): boolean =>
  meets({ ...ticket, tagIds: ticket.tags.map(({ id }) => id) }, conditionsOf(filter, viewer));

/** Returns whether the server's search in texts decided the list: a change may replace or remove its items, but never adds one. */
export const isSearch = (filter: TicketFilter): boolean => filter.search !== undefined;
