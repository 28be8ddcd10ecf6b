import { z } from 'zod';
import type { ErrorCode } from '../error-codes.ts';
import { seen } from '../text/seen.ts';
import type { Field, FieldMeta, RecordCommon, RecordDefinition } from './definition.ts';

export { texts } from '../texts.ts';

// What a folder of records/ is written with: one plain z.object says the shape once, `field` what screens know of each.

type Known = FieldMeta & Pick<Field, 'secret' | 'sentTo'>;
const metas = z.registry<Known>();

const withMeta = <S extends z.ZodType>(schema: S, meta: Known): S => {
  // A clone: two fields that share a schema (a colour) do not share a label.
  const own = schema.clone();
  metas.add(own, meta);
  return own;
};

/**
 * Returns the schema; a text that must be there must be seen: a row that is called by joiners alone could be neither found
 * nor spoken of.
 */
const withSight = <S extends z.ZodType>(schema: S): S =>
  schema instanceof z.ZodString && !schema.safeParse('').success ? schema.check(seen) : schema;

/** Returns the schema with what is known of the field. Outermost: `.default()` around it would be another schema. */
export const field = <S extends z.ZodType>(schema: S, meta: FieldMeta<z.output<S>>): S =>
  withMeta(withSight(schema), meta as FieldMeta);

declare const secretMark: unique symbol;
/** Marks a schema whose value never leaves the vault: no type of an event, document or view has it. */
export interface Secret {
  readonly [secretMark]: true;
}

/**
 * Returns a field that goes to the vault and never comes back: a password, an API key. A text, '' takes it away. One
 * that is sent to an address of the same row names that field (`sentTo`): who may change the address, and does not know
 * the secret, would be told it.
 */
export const secretField = (
  schema: z.ZodString,
  meta: Pick<Field, 'label' | 'help' | 'tab' | 'when' | 'sentTo'>,
): z.ZodOptional<z.ZodString> & Secret =>
  withMeta(schema.optional(), {
    ...meta,
    widget: { kind: 'text' },
    secret: true,
  }) as z.ZodOptional<z.ZodString> & Secret;

type Computed = Pick<FieldMeta, 'label' | 'column'> & { readonly computed: Field['computed'] & {} };

interface Given<S extends z.ZodRawShape> extends RecordCommon {
  /** What a form writes and an event holds; `z.input` of it is the command, `z.output` the document. */
  readonly schema: z.ZodObject<S>;
  /** What the read side adds, after the fields. */
  readonly computed?: Readonly<Record<string, Computed>>;
  readonly title: keyof S & string;
  readonly unique?: readonly {
    readonly field: keyof S & string;
    readonly error: ErrorCode;
    readonly per?: keyof S & string;
  }[];
}

export type Declared<S extends z.ZodRawShape> = RecordDefinition & { readonly schema: z.ZodObject<S> };
/** A declared record of any shape: zod's objects are invariant in theirs. */
export interface Declaration extends RecordDefinition {
  readonly schema: z.ZodObject;
}

const fieldOf = (name: string, schema: z.ZodType): Field => {
  const meta = metas.get(schema);
  if (meta === undefined) throw new Error(`${name}: field() must be the outermost call`);
  return schema instanceof z.ZodDefault
    ? { ...meta, schema: schema.unwrap() as z.ZodType, default: schema.def.defaultValue }
    : { ...meta, schema };
};

const computedSchema = (computed: Computed['computed']): z.ZodType => {
  if (typeof computed === 'object') return z.boolean();
  return {
    count: z.number().int(),
    company: z.string(),
    writer: z.string().nullable(),
    children: z.array(z.looseObject({ id: z.string() })),
  }[computed];
};

function writtenFields({ name: record, schema }: Pick<Given<z.ZodRawShape>, 'name' | 'schema'>) {
  const fields = Object.fromEntries(
    Object.entries(schema.shape).map(([name, one]) => [name, fieldOf(`${record}.${name}`, one as z.ZodType)]),
  );
  // A misspelt name would leave the secret without an address, and be sent to any.
  for (const [name, { sentTo }] of Object.entries(fields))
    if (sentTo !== undefined && (fields[sentTo] === undefined || fields[sentTo].secret))
      throw new Error(`${record}.${name}: sentTo must name a field that is no secret`);
  return fields;
}

/** Returns the declaration as all of the product reads it. @throws when a field says nothing of itself, or a secret is sent to none */
export const defineRecord = <S extends z.ZodRawShape>({
  computed = {},
  ...given
}: Given<S>): Declared<S> => ({
  ...given,
  unique: given.unique ?? [],
  fields: {
    ...writtenFields(given),
    ...Object.fromEntries(
      Object.entries(computed).map(([name, one]): [string, Field] => [
        name,
        {
          ...one,
          schema: computedSchema(one.computed),
          widget: { kind: one.computed === 'count' ? 'number' : 'text' },
          form: false,
        },
      ]),
    ),
  },
});

/**
 * Returns values with fields cleared that nobody filled in: forms send null or an empty text for them. `null` where a
 * field knows no null, but a default, clears it to that default; `''` where it is no text, or names another record, and
 * may be null, clears it to null.
 */
export const clearFields = (
  { fields }: Pick<RecordDefinition, 'fields'>,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const one = Object.hasOwn(fields, name) ? fields[name] : undefined;
      const takes = (given: unknown) => one?.schema.safeParse(given).success === true;
      const isNoText = one?.widget.kind === 'reference' || !takes('');
      if (value === '' && isNoText && takes(null)) return [name, null];
      const clears = value === null && one?.default !== undefined && !takes(null);
      return [name, clears ? one.default : value];
    }),
  );
