import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let headers: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi();
  headers = await api.signIn((await api.company('Loja')).email);
});
afterAll(() => api.close());

it.each(
  [
    '/api/contact-lists',
    '/api/quick-messages',
    '/api/contacts/upload',
    '/api/auth/login',
    '/api/campaigns',
  ].flatMap((url) =>
    ['text/plain', 'text/plain;charset=UTF-8', 'application/xml', 'application/x-www-form-urlencoded'].map(
      (type) => [url, type],
    ),
  ),
)('%s refuses a body of %s, and says why', async (url, type) => {
  const answer = await api.app.inject({
    ...{ method: 'POST', url, payload: '{"name":"x"}' },
    headers: { ...headers, 'content-type': type },
  });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    415,
    { error: 'ERR_MEDIA_TYPE', errors: { 'content-type': 'invalid' } },
  ]);
});
