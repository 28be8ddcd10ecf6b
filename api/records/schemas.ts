import { z } from 'zod';
import type { Field, RecordDefinition } from '../../domain/records/definition.ts';

// What the reference says of a record's bodies and answers. They are checked more loosely: a body is merged with the
// record and refused field by field by its decider, and an answer may hold what an older build stored.

const json = (schema: z.ZodType): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
};

const described = ({ schema, default: usual, label, secret }: Field): object => ({
  ...json(schema),
  description: label.en,
  ...(usual !== undefined && { default: usual }),
  ...(secret && { writeOnly: true }),
});

const object = (properties: Readonly<Record<string, object>>, required: readonly string[]) => ({
  type: 'object' as const,
  properties: properties as Record<string, never>,
  ...(required.length > 0 && { required: [...required] }),
});

const text = { type: 'string' };
/** What the read side adds to every record. */
const added = {
  id: text,
  number: { type: 'integer', description: 'A short number for people, counted per company' },
  createdAt: { type: 'string', format: 'date-time' },
  updatedAt: { type: 'string', format: 'date-time' },
  updatedBy: { type: ['string', 'null'], description: 'The name of who changed it last' },
  position: { type: 'integer' },
};

export interface RecordSchemas {
  readonly create: z.ZodType<Record<string, unknown>>;
  readonly update: z.ZodType<Record<string, unknown>>;
  readonly view: z.ZodType<{ id: string }>;
}

/** Returns the schemas of a record's routes, each with the shape that the record declares in the API's reference. */
export const recordSchemas = (definition: RecordDefinition): RecordSchemas => {
  const owner = definition.ownership?.owner;
  const fields = Object.entries(definition.fields);
  const descriptions = new Map(fields.map(([name, field]) => [name, described(field)]));
  const descriptionOf = (name: string) => descriptions.get(name) as object;
  const written = fields.filter(([name, { computed }]) => computed === undefined && name !== owner);
  const properties = Object.fromEntries(written.map(([name]) => [name, descriptionOf(name)]));
  const required = written.flatMap(([name, field]) =>
    field.default === undefined && field.secret === undefined ? [name] : [],
  );
  const shown = Object.fromEntries(
    fields.flatMap(([name, field]): [string, object][] =>
      field.secret
        ? [[`${name}Set`, { type: 'boolean', description: `${field.label.en}: whether there is one` }]]
        : [
            [name, descriptionOf(name)],
            ...(field.widget.kind === 'file' ? [[`${name}Url`, text] as [string, object]] : []),
          ],
    ),
  );
  const body = z.record(z.string(), z.unknown());
  return {
    create: body.meta(object(properties, required)),
    update: body.meta(object(properties, [])),
    view: z.looseObject({ id: z.string() }).meta(object({ ...added, ...shown }, ['id'])),
  };
};
