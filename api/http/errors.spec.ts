import { expect, it } from 'vitest';
import { AppendTooLargeError, ConflictError, UnavailableError } from '../../domain/ports/event-store.ts';
import { refusalOf } from './errors.ts';

it('what the event store refuses is told by the catalogue, and a defect is told to nobody', () => {
  expect(refusalOf(new AppendTooLargeError('ticket-a_1', 1_048_576))).toMatchObject({
    code: 'ERR_TOO_LARGE',
  });
  expect(refusalOf(new ConflictError('ticket-a_1', 0, 2))).toMatchObject({ code: 'ERR_CONFLICT' });
  expect(refusalOf(new UnavailableError('away'))).toMatchObject({ code: 'ERR_UNAVAILABLE' });
  expect(refusalOf(new TypeError('a defect'))).toBeUndefined();
});

it.each([
  [{ errcode: 13 }, 'ERR_UNAVAILABLE'],
  [{ errcode: 5 }, 'ERR_UNAVAILABLE'],
  [{ code: 'ECONNREFUSED' }, 'ERR_UNAVAILABLE'],
  [{ name: 'MongoServerSelectionError' }, 'ERR_UNAVAILABLE'],
  [{ cause: { code: 'ENOSPC' } }, 'ERR_UNAVAILABLE'],
  [{ errcode: 19 }, undefined],
  [{ errcode: 11 }, undefined],
  [{ code: 'ENOENT' }, undefined],
  [{ name: 'MongoServerError' }, undefined],
])('of a store that fails with %j: %s', (more, code) => {
  const failure = Object.assign(new Error('at /srv/data'), more);
  expect(refusalOf(failure)?.code).toBe(code);
  expect(JSON.stringify(refusalOf(failure)?.message ?? '')).not.toContain('/srv');
});
