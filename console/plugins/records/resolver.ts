import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';
import { clearFields, type Declaration } from '../../../domain/records/declare.ts';
import { isBlank, ownWordOf, schemaOfChange } from '../../../domain/validation.ts';
import { leftBehind } from './secrets.ts';

/** Returns a key and its values as ra-core carries them through react-hook-form, which knows strings only. */
const say = (message: string, args: Record<string, unknown> = {}): string =>
  `@@react-admin@@${JSON.stringify({ message, args })}`;

const wordOf =
  (record: Declaration): z.core.$ZodErrorMap =>
  (issue) => {
    const empty = isBlank(issue.input);
    const field = String(issue.path?.[0] ?? '');
    if (empty && record.fields[field]?.missing) return say(`resources.${record.plural}.missing.${field}`);
    if (empty) return say('fields.required');
    if (issue.code === 'too_small')
      return say(
        record.fields[field]?.short ? `resources.${record.plural}.short.${field}` : 'fields.tooShort',
      );
    if (issue.code === 'too_big') return say('fields.tooLong');
    return say(`fields.${ownWordOf(issue) ?? 'invalid'}`);
  };

/**
 * Returns the record's own schema as the form's validation. What the read side added to a row (number, updatedAt …) is
 * left out by the schema; an empty field, which react-admin hands over as null, is the field's default, as on the
 * server; a file goes its own way. A secret that is kept for the address of `row` is asked for again with another.
 */
export const resolverOf = (record: Declaration, row?: FieldValues): Resolver => {
  const files = Object.entries(record.fields).flatMap(([name, { widget }]) =>
    widget.kind === 'file' ? [name] : [],
  );
  const schema = z.object(
    Object.fromEntries(Object.entries(record.schema.shape).filter(([name]) => !files.includes(name))),
  );
  // A new one has none: what it begins with is checked.
  const before = row?.id === undefined ? {} : clearFields(record, row);
  return async (values: FieldValues, context, options) => {
    const cleared = clearFields(record, values);
    const check = zodResolver(schemaOfChange(schema, before, cleared), { error: wordOf(record) }) as Resolver;
    const result = await check(cleared, context, options);
    const left = leftBehind(record, row, cleared).map((name) => [
      name,
      { type: 'custom', message: say('records.secret.anew') },
    ]);
    const errors = { ...Object.fromEntries(left), ...result.errors };
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    const chosen = Object.fromEntries(files.map((name) => [name, values[name] as unknown]));
    return { values: { ...result.values, ...chosen }, errors: {} };
  };
};
