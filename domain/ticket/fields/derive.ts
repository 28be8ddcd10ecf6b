import type { Choice, TicketField } from './declare.ts';
import { ticketFields } from './declared.ts';

// What follows from the declarations without a schema, for server and screens.

type Fields = typeof ticketFields;
export type FieldName = keyof Fields & string;
type ValueOf<Field> = Field extends { readonly values: infer Values }
  ? keyof Values & string
  : readonly string[];

/** A ticket's plain fields. */
export type FieldValues = { readonly [Name in FieldName]: ValueOf<Fields[Name]> };
export type BeforeName<Name extends string> = `before${Capitalize<Name>}`;
export type FieldEventType<Name extends FieldName = FieldName> = Fields[Name]['event'];

type ChoiceName = {
  [Name in FieldName]: Fields[Name] extends { readonly kind: 'choice' } ? Name : never;
}[FieldName];
/** Those of them that have a value out of a few. */
export type ChoiceValues = Pick<FieldValues, ChoiceName>;

type FilterName = {
  [Name in FieldName]: Fields[Name] extends { readonly filter: string } ? Name : never;
}[FieldName];
/** Which of their values a list shows; absent or empty limits nothing. */
export type FieldFilters = { readonly [Name in FilterName]?: readonly string[] | undefined };

export type PlainField = TicketField & { readonly name: FieldName };

export const plainFields: readonly PlainField[] = Object.entries(
  ticketFields as Readonly<Record<string, TicketField>>,
).map(([name, field]) => ({ ...field, name: name as FieldName }));

/** Their `name` is one of ChoiceValues. */
export const choices: readonly (Choice & { readonly name: string })[] = plainFields.flatMap((field) =>
  field.kind === 'choice' ? [field] : [],
);

/** Fields that lists are filtered by; `filter` is the name that query and address have for them, `values` are all there are. */
export const filteredFields = plainFields.flatMap((field) => {
  const { name, filter } = field;
  if (filter === undefined) return [];
  const values = field.kind === 'choice' ? Object.keys(field.values) : undefined;
  return [{ name: name as FilterName, filter, values }];
});

/** A ticket of which nobody said anything. */
export const usualFields = Object.fromEntries(
  plainFields.map((field) => [field.name, field.kind === 'choice' ? field.usual : []]),
) as unknown as FieldValues;

export const beforeName = <Name extends string>(name: Name) =>
  `before${name.charAt(0).toUpperCase()}${name.slice(1)}` as BeforeName<Name>;

/** Returns the choices that something holds, a document or the body of a request, and nothing else of it. */
export function choicesIn<T extends object>(holder: T): Pick<T, Extract<keyof T, ChoiceName>> {
  const held = holder as Readonly<Record<string, unknown>>;
  const named = choices.flatMap(({ name }) => (held[name] === undefined ? [] : [[name, held[name]]]));
  return Object.fromEntries(named) as Pick<T, Extract<keyof T, ChoiceName>>;
}

/** Returns for each field that lists are filtered by what `read` says of it, by the field's name. */
export const filtersBy = <T>(read: (filter: string, values: readonly string[] | undefined) => T) =>
  Object.fromEntries(filteredFields.map(({ name, filter, values }) => [name, read(filter, values)])) as {
    readonly [Name in FilterName]: T;
  };

/** Returns whether something is filtered by one of them. */
export const isFiltered = (filters: FieldFilters): boolean =>
  filteredFields.some(({ name }) => (filters[name]?.length ?? 0) > 0);
