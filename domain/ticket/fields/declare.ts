/**
 * Plain fields of a ticket, each declared once: values that whoever sees the ticket sets, and whose events say what they
 * were before. No schema stands here, for screens read this in their first load; what follows from it is in derive.ts.
 */

import type { Rule } from '../../access/policy.ts';
import type { Texts } from '../../texts.ts';

interface Common {
  /** Type of its events, `{ ticketId, <name>, before<Name> }`. It is the storage format: once released it stays. */
  readonly event: `Ticket${string}Changed`;
  /** What lists are filtered by it as, in the query and in the address; absent: they are not. */
  readonly filter?: string;
}

/** A value out of a few. More may be added; none is taken away, for stored events say it. */
export interface Choice extends Common {
  readonly kind: 'choice';
  /** Of a ticket of which nobody said another. */
  readonly usual: string;
  /** In the order in which they are offered. `color`: of its chip in the card; absent: the card says nothing of it. */
  readonly values: Readonly<Record<string, { readonly label: Texts; readonly color?: string }>>;
  /** Who may set it, of those who see the ticket. */
  readonly rule: Rule;
  readonly label: Texts;
  /** What the history calls the change, and says of it: of `%{who}`, `%{before}` and `%{after}`. */
  readonly changed: Texts;
  readonly sentence: Texts;
}

/** A set of records, named by their ids. What is shown of them, and the route that sets them, are the records' affair. */
export interface Ids extends Common {
  readonly kind: 'ids';
}

export type TicketField = Choice | Ids;

export const choice = <const Given extends Omit<Choice, 'kind'>>(
  given: Given & { readonly usual: keyof Given['values'] },
): Given & { readonly kind: 'choice' } => ({ ...given, kind: 'choice' });

export const ids = <const Given extends Omit<Ids, 'kind'>>(
  given: Given,
): Given & { readonly kind: 'ids' } => ({ ...given, kind: 'ids' });
