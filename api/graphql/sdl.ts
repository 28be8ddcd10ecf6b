import { z } from 'zod';
import { flag } from '../http/schemas.ts';

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const isName = (value: unknown) => typeof value === 'string' && /^[A-Za-z]\w*$/.test(value);

/**
 * Returns what writes GraphQL types of the zod schemas that REST answers and reads by: one declaration a shape. What an
 * object holds becomes a type named after its place (`TicketContact`), unless it was named before; a union or a free
 * record is JSON.
 */
export function createSdl() {
  const names = new Map<z.ZodType, string>();
  const types: string[] = [];

  function objectOf(view: z.ZodObject, name: string, moreLines: readonly string[] = []): string {
    const known = names.get(view);
    if (known !== undefined) return known;
    names.set(view, name);
    const fields = Object.entries(view.shape).map(([field, schema]) => {
      const type = outputOf(schema as z.ZodType, name + capital(field));
      return `  ${field}: ${type}`;
    });
    types.push(`type ${name} {\n${[...fields, ...moreLines.map((line) => `  ${line}`)].join('\n')}\n}`);
    return name;
  }

  /** Returns the type of a value that is answered, with the `!` of one that is always there. */
  function outputOf(schema: z.ZodType, name: string): string {
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      return outputOf(schema.unwrap() as z.ZodType, name).replace(/!$/, '');
    if (schema instanceof z.ZodDefault || schema instanceof z.ZodCatch)
      return outputOf(schema.unwrap() as z.ZodType, name);
    if (schema instanceof z.ZodArray) return `[${outputOf(schema.element as z.ZodType, name)}]!`;
    if (schema instanceof z.ZodObject) return `${objectOf(schema, name)}!`;
    if (schema instanceof z.ZodString || schema instanceof z.ZodEnum) return 'String!';
    if (schema instanceof z.ZodNumber) return 'Float!';
    if (schema instanceof z.ZodBoolean) return 'Boolean!';
    return 'JSON!';
  }

  /** Returns the type of a query parameter; each may be left out. */
  function inputOf(schema: z.ZodType, name: string): string {
    if (schema === flag) return 'Boolean';
    if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
      return inputOf(schema.unwrap() as z.ZodType, name);
    if (schema instanceof z.ZodPipe)
      return inputOf((schema.out instanceof z.ZodTransform ? schema.in : schema.out) as z.ZodType, name);
    if (schema instanceof z.ZodArray) {
      const bang = schema.element instanceof z.ZodNullable ? '' : '!';
      return `[${inputOf(schema.element as z.ZodType, name)}${bang}]`;
    }
    if (schema instanceof z.ZodEnum && schema.options.every(isName)) {
      if (!names.has(schema)) types.push(`enum ${name} { ${schema.options.join(' ')} }`);
      names.set(schema, names.get(schema) ?? name);
      return names.get(schema)!;
    }
    if (schema instanceof z.ZodNumber) return 'Int';
    if (schema instanceof z.ZodBoolean) return 'Boolean';
    if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return 'String';
    throw new Error(`no GraphQL input for ${name}`);
  }

  return {
    /** Names an object's type, with fields beside those of the view. */
    object: (view: z.ZodObject, name: string, more: readonly string[] = []) =>
      void objectOf(view, name, more),
    /** Returns the arguments that a query's parameters make. */
    parameters: (query: z.ZodObject, name: string): string =>
      Object.entries(query.shape)
        .map(([field, schema]) => `${field}: ${inputOf(schema as z.ZodType, name + capital(field))}`)
        .join(', '),
    text: (): string => types.join('\n\n'),
  };
}

/** Returns arguments as a query string would bring them, to be read by the schema that reads those. */
export const asParameters = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value == null ? [] : [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    ),
  );
