import { z } from 'zod';
import type { TicketField } from './declare.ts';
import {
  type BeforeName,
  beforeName,
  type ChoiceValues,
  choices,
  type FieldEventType,
  type FieldName,
  type FieldValues,
  plainFields,
} from './derive.ts';

const schemaOf = (field: TicketField): z.ZodType =>
  field.kind === 'ids' ? z.array(z.string()) : z.enum(Object.keys(field.values));

type EventShape<Name extends FieldName> = { ticketId: z.ZodString } & {
  [Key in Name | BeforeName<Name>]: z.ZodType<FieldValues[Name]>;
};

/** Their events: what the field is from now on, and what it was. */
export const fieldEvents = Object.fromEntries(
  plainFields.map((field) => [
    field.event,
    z.object({
      ticketId: z.string(),
      [field.name]: schemaOf(field),
      [beforeName(field.name)]: schemaOf(field),
    }),
  ]),
) as unknown as { [Name in FieldName as FieldEventType<Name>]: z.ZodObject<EventShape<Name>> };

type ChoiceShape = { [Name in keyof ChoiceValues]: z.ZodType<ChoiceValues[Name]> };

/** The choices as fields of an object: in a ticket's view, and in the body that sets them. */
export const choiceShape = Object.fromEntries(
  choices.map((field) => [field.name, schemaOf(field)]),
) as unknown as ChoiceShape;
