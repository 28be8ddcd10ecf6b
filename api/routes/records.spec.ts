import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../testing-api.ts';

describe('records over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api.close());

  it('refuses who is not signed in', async () => {
    const answer = await api.app.inject({ url: '/api/resources/queues' });
    expect(answer.statusCode).toBe(401);
  });

  it('shows a record to its own company and hides it from every other', async () => {
    const ours = await api.signIn((await api.company('Ours')).email);
    const theirs = await api.signIn((await api.company('Theirs')).email);
    const made = await api.app.inject({
      method: 'POST',
      url: '/api/resources/tags',
      headers: ours,
      payload: { name: 'urgent', color: '#ff0000' },
    });
    expect(made.statusCode, made.body).toBe(201);
    const url = `/api/resources/tags/${made.json<{ id: string }>().id}`;
    expect((await api.app.inject({ url, headers: theirs })).statusCode).toBe(404);
    expect((await api.app.inject({ method: 'DELETE', url, headers: theirs })).statusCode).toBe(404);
    expect((await api.app.inject({ url, headers: ours })).json()).toMatchObject({ name: 'urgent' });
  });

  it('documents its routes', async () => {
    const answer = await api.app.inject({ url: '/api/docs/json' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(Object.keys(answer.json<{ paths: object }>().paths)).toContain('/api/resources/tags/{id}');
  });
});
