import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

/** Returns what is wrong with a field, as a code of the texts `fields.*`: the server refuses with the same. */
const codeOf: z.core.$ZodErrorMap = ({ code, input, ...issue }) => {
  if (input === undefined || input === null || input === '') return 'required';
  if (code === 'too_small') return 'tooShort';
  if (code === 'too_big') return 'tooLong';
  return code === 'invalid_format' && issue.format === 'email' ? 'invalidEmail' : 'invalid';
};

/** Returns a schema as a form's validation, that says codes. */
export const resolverOf = <In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
): Resolver<In, unknown, Out> => zodResolver(schema, { error: codeOf });

/** Returns what a schema says of values: of each field the first code, by its path. */
export const codesOf = (schema: z.ZodType, values: unknown): Readonly<Record<string, string>> => {
  const { error } = schema.safeParse(values, { error: codeOf });
  return Object.fromEntries(
    (error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]),
  );
};
