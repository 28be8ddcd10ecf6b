import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { type ChoiceValues, choices, filteredFields, filtersBy } from '../../domain/ticket/fields/derive.ts';
import { choiceShape } from '../../domain/ticket/fields/schemas.ts';
import type { TicketFilter } from '../../domain/ticket-lists/ticket-lists.ts';
import type { Session } from '../auth/subject.ts';
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
export function checkFields(session: Session, values: Partial<ChoiceValues>): void {
  if (!choices.every(({ name, rule }) => !(name in values) || can(session, rule)))
    throw new DomainError('ERR_NO_PERMISSION');
}
