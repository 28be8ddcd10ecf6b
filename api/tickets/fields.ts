import { z } from 'zod';
import { choices, choicesIn, filteredFields, filtersBy } from '../../domain/ticket/fields/derive.ts';
import { choiceShape } from '../../domain/ticket/fields/schemas.ts';
import type { TicketFilter } from '../../domain/ticket-lists/ticket-lists.ts';
import type { Session } from '../auth/subject.ts';
import { demand } from '../http/guard.ts';
import { id, jsonList } from '../http/schemas.ts';

const schemaOf = (name: string): z.ZodType<string> =>
  (choiceShape as Readonly<Record<string, z.ZodType<string>>>)[name] ?? id;

/** What lists are filtered by of a ticket's plain fields, each a JSON list under the name that it has in a query. */
export const fieldQuery = Object.fromEntries(
  filteredFields.map(({ name, filter }) => [filter, jsonList(schemaOf(name))]),
) as Record<never, z.ZodType>;

/** Returns what a query asks of them. */
export const fieldFilters = (query: object): Partial<TicketFilter> =>
  filtersBy((filter) => (query as Readonly<Record<string, readonly string[] | undefined>>)[filter]);

/** Those of them that the body of a change may name. */
export const fieldBody = z.object(choiceShape).partial().shape;

/** @throws ERR_NO_PERMISSION when one of them is not the session's to set */
export function checkFields(session: Session, change: object): void {
  const named = choicesIn(change);
  for (const { name, rule } of choices) if (name in named) demand(session, rule);
}
