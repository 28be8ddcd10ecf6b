import { z } from 'zod';
import { DomainError } from './errors.ts';
import { isSame } from './same.ts';
import { isSeen } from './text/clean.ts';

type Issue = z.core.$ZodIssue;

/** Returns whether nothing was given: a field that is left out, empty, or of which nothing can be seen. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && !isSeen(value));

/** Returns what stands at a path of some values, if anything does. */
export const valueAt = (values: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );

/** Returns what a schema's own check says with its refusal: a word that the console translates. */
export const ownWord = (word: string) => ({ params: { word } });
/** Returns the word that `ownWord` gave a check, of what that refused; undefined: it has none. */
export const ownWordOf = (issue: object): string | undefined => {
  const word = valueAt(issue, ['params', 'word']);
  return typeof word === 'string' ? word : undefined;
};

/** Returns a word that the console translates: required, tooShort, tooLong, invalid, invalidEmail, unknown; or a schema's own. */
const codeOf = (issue: Issue, value: unknown): string => {
  if (isBlank(value)) return 'required';
  switch (issue.code) {
    case 'too_small':
      return 'tooShort';
    case 'too_big':
      return 'tooLong';
    case 'invalid_format':
      return issue.format === 'email' ? 'invalidEmail' : 'invalid';
    case 'invalid_union':
      return issue.message === 'invalidEmail' ? 'invalidEmail' : 'invalid';
    case 'custom':
      return issue.message.startsWith('ERR_') ? issue.message : (ownWordOf(issue) ?? 'invalid');
    default:
      return 'invalid';
  }
};

/** Fields of which a refusal speaks: nobody reads more, and who sends ten thousand that are wrong is not answered with all. */
export const mostNamed = 100;

/** Returns field → code, the first problem of each field. Fields of lists are named by their top-level name. */
const fieldErrors = (issues: readonly Issue[], values: unknown): Record<string, string> => {
  // A map: on an object a field called `constructor` would seem to have its error already.
  const errors = new Map<string, string>();
  const name = (field: string, code: string) => errors.has(field) || errors.set(field, code);
  for (const issue of issues.slice(0, mostNamed))
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys.slice(0, mostNamed)) name(key, 'unknown');
    else name(String(issue.path[0] ?? ''), codeOf(issue, valueAt(values, issue.path)));
  return Object.fromEntries(errors);
};

/** Returns the values as the schema reads them. @throws ERR_VALIDATION with `errors` {field: code} */
export const validate = <T extends z.ZodType>(schema: T, values: unknown): z.output<T> => {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error.issues, values);
  throw new DomainError('ERR_VALIDATION', `invalid: ${Object.keys(errors).join(', ')}`, { errors });
};

/** Returns the schema without what stays as it stands: a stricter rule must not make what is older unchangeable. */
export function schemaOfChange(schema: z.ZodObject, before: object, after: object): z.ZodObject {
  const former = new Map(Object.entries(before));
  const kept = Object.entries(after).filter(
    ([name, value]) => name in schema.shape && former.has(name) && isSame(value, former.get(name)),
  );
  return schema.extend(Object.fromEntries(kept.map(([name]) => [name, z.unknown()])));
}

/**
 * Returns the values after a change as the schema reads them; what stays as it stands is not checked again.
 * @throws ERR_VALIDATION with `errors` {field: code}
 */
export const validateChange = <T extends z.ZodObject>(
  schema: T,
  before: object,
  after: object,
): z.output<T> => validate(schemaOfChange(schema, before, after), after) as z.output<T>;

/** Returns field → code of what a schema refuses; nothing where it takes the values. */
export const errorsOf = (schema: z.ZodType, values: unknown): Readonly<Record<string, string>> =>
  fieldErrors(schema.safeParse(values).error?.issues ?? [], values);
