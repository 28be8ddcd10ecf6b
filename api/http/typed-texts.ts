import { withoutControls } from '../../domain/text/clean.ts';
import type { App } from '../deps.ts';

/** Whatever is in a password is part of it. */
const isSecret = (field: string): boolean => /password/i.test(field);

/** Returns the same of a body, with its texts as they may be stored. */
function typed(value: unknown): unknown {
  if (typeof value === 'string') return withoutControls(value);
  if (Array.isArray(value)) return value.map(typed);
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, isSecret(field) ? one : typed(one)]),
  );
}

/** No text that comes in a body brings NUL or another character that no screen shows: stores and files choke on them. */
export function cleanTexts(app: App): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (typeof request.body === 'object' && request.body !== null) request.body = typed(request.body);
    done();
  });
}
