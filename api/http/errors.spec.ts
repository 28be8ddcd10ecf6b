import { expect, it } from 'vitest';
import { AppendTooLargeError, ConflictError, UnavailableError } from '../../domain/kernel/event-store.ts';
import { startTestApi } from '../../testing/api.ts';
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

it('says what of a body is missing, and that a body that is none is no body', async () => {
  const api = await startTestApi();
  try {
    const headers = await api.signIn((await api.company('Ours')).email);
    const refusalsOfText = async (payload: string) =>
      (
        await api.app.inject({
          ...{ method: 'POST', url: '/api/contacts' },
          headers: { ...headers, 'content-type': 'application/json' },
          payload,
        })
      ).json().errors;
    const refusals = (payload: string | object) => refusalsOfText(JSON.stringify(payload));
    expect(await refusals({ name: ' ' })).toEqual({ name: 'required', number: 'required' });
    expect(await refusals({ name: 5, number: '1' })).toEqual({ name: 'invalid', number: 'tooShort' });
    expect(await refusals([])).toEqual({ body: 'invalid' });
    expect(await refusals('x')).toEqual({ body: 'invalid' });
    expect(await refusalsOfText('{"name":')).toEqual({ body: 'invalid' });
    expect(await refusalsOfText('{"__proto__":{"name":"x"}}')).toEqual({ body: 'invalid' });
  } finally {
    await api.close();
  }
});

it('of thousands of fields that are wrong the first are named', async () => {
  const api = await startTestApi();
  try {
    const headers = await api.signIn((await api.company('Ours')).email);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, {}]));
    for (const [method, url, payload] of [
      ['POST', '/api/tags', { ...many, name: 'Tag' }],
      ['PUT', '/api/kanban/arrangement', { order: [], limits: many }],
    ] as const) {
      const answer = await api.app.inject({ method, url, headers, payload });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors).length).toBeGreaterThanOrEqual(99);
      expect(answer.body.length).toBeLessThan(6_000);
    }
  } finally {
    await api.close();
  }
});

it.each(['/api/tickets/%E0%A4%A', `/api/tickets/${'a'.repeat(300)}`])(
  'an address that cannot be read is refused like everything else: %s',
  async (url) => {
    const api = await startTestApi();
    try {
      const answer = await api.app.inject({ url });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({
        ...{ error: 'ERR_VALIDATION', message: 'Not valid: path' },
        errors: { path: 'invalid' },
      });
      expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
    } finally {
      await api.close();
    }
  },
);
