import { DomainError } from '../../domain/errors.ts';
import { withoutControls } from '../../domain/text/clean.ts';
import type { App } from '../deps.ts';

/** Whether a field has a password: whatever is in one is part of it. */
const isSecret = (field: string): boolean => /password/i.test(field);

/** No call takes anything nested as deep: what is there is refused, and would take the stack before. */
const deepest = 64;

/**
 * Values of a body, all keys and items of lists counted: a tree of five hundred changes has some ten thousand. A megabyte
 * has room for half a million, each of which would be checked, and named where it is wrong: seconds in which nobody is answered.
 */
const mostValues = 20_000;

/** Returns the same of a body, with its texts as they may be stored. @throws ERR_TOO_LARGE with details {values} */
function typedBody(body: object): unknown {
  let count = 0;
  const countMore = (more: number) => {
    count += more;
    if (count > mostValues)
      throw new DomainError('ERR_TOO_LARGE', `More than ${mostValues} values`, {
        details: { values: mostValues },
      });
  };
  function typeTexts(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return withoutControls(value.toWellFormed());
    if (value === null || typeof value !== 'object' || depth > deepest) return value;
    if (Array.isArray(value)) {
      countMore(value.length);
      return value.map((one) => typeTexts(one, depth + 1));
    }
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    const fields = Object.entries(value);
    countMore(fields.length);
    return Object.fromEntries(
      fields.map(([field, one]) => [field, isSecret(field) ? one : typeTexts(one, depth + 1)]),
    );
  }
  return typeTexts(body, 0);
}

/**
 * No text that comes in a body brings NUL or another character that no screen shows: stores and files choke on them. Nor half a
 * character: it is no UTF-8, and a store that keeps that would give another text back.
 */
export function cleanTexts(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (typeof request.body === 'object' && request.body !== null) request.body = typedBody(request.body);
    done();
  });
}
