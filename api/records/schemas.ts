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

const describeField = ({ schema, default: usual, label, secret, sentTo }: Field): object => ({
  ...json(schema),
  description:
    sentTo === undefined ? label.en : `${label.en}: needed again, or cleared, with another \`${sentTo}\``,
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
const addedFields = {
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
  /** What the spec's list answers. */
  readonly page: z.ZodType;
}

/** Returns a record's example as it is answered. */
function answerExample({ example, fields }: RecordDefinition): object | undefined {
  if (example === undefined) return undefined;
  const at = '2026-11-23T12:00:00.000Z';
  const shownValues = Object.entries(example).map(([name, value]) =>
    fields[name]?.secret ? [`${name}Set`, true] : [name, value],
  );
  const id = '019abc12-3456-7def-8123-c0c0c0c0c0c0';
  return {
    id,
    number: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: 'Ana',
    position: 4711,
    ...Object.fromEntries(shownValues),
  };
}

const examples = (example: object | undefined) => (example ? { examples: [example] } : {});

/** Returns the schemas of a record's routes, each with the shape that the record declares in the API's reference. */
export const recordSchemas = (definition: RecordDefinition): RecordSchemas => {
  const owner = definition.ownership?.owner;
  const fields = Object.entries(definition.fields);
  const descriptions = new Map(fields.map(([name, field]) => [name, describeField(field)]));
  const descriptionOf = (name: string) => descriptions.get(name) as object;
  const written = fields.filter(([name, { computed }]) => computed === undefined && name !== owner);
  const properties = Object.fromEntries(written.map(([name]) => [name, descriptionOf(name)]));
  const requiredNames = written.flatMap(([name, field]) =>
    field.default === undefined && field.secret === undefined ? [name] : [],
  );
  const shownFields = Object.fromEntries(
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
  const example = answerExample(definition);
  const { listKey } = definition;
  const view = z
    .looseObject({ id: z.string() })
    .meta({ ...object({ ...addedFields, ...shownFields }, ['id']), ...examples(example) });
  return {
    create: body.meta({ ...object(properties, requiredNames), ...examples(definition.example) }),
    update: body.meta({ ...object(properties, []), ...examples(definition.example) }),
    view,
    page:
      listKey === null
        ? z.array(view)
        : z
            .object({ [listKey]: z.array(view), count: z.number(), hasMore: z.boolean() })
            .meta(examples(example && { [listKey]: [example], count: 1, hasMore: false })),
  };
};
