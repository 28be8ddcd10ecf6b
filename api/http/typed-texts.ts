import { withoutControls } from '../../domain/text/clean.ts';
import type { App } from '../deps.ts';

/** Whether a field has a password: whatever is in one is part of it. */
const isSecret = (field: string): boolean => /password/i.test(field);

/** No call takes anything nested as deep: what is there is refused, and would take the stack before. */
const deepest = 64;

/** Returns the same of a body, with its texts as they may be stored. */
function typeTexts(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutControls(value.toWellFormed());
  if (value === null || typeof value !== 'object' || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((one) => typeTexts(one, depth + 1));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, isSecret(field) ? one : typeTexts(one, depth + 1)]),
  );
}

/**
 * No text that comes in a body brings NUL or another character that no screen shows: stores and files choke on them. Nor half a
 * character: it is no UTF-8, and a store that keeps that would give another text back.
 */
export function cleanTexts(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (typeof request.body === 'object' && request.body !== null) request.body = typeTexts(request.body);
    done();
  });
}
