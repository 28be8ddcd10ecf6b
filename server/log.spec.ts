import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../testing/api.ts';
import { createLog } from './log.ts';

const lines: string[] = [];
let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
  api = await startTestApi({ log });
});
afterAll(() => api.close());

it('says on its chattiest level neither a password nor anything that signs in', async () => {
  const { email } = await api.company('Ours');
  const password = 'correct horse 42';
  const login = { method: 'POST', url: '/api/auth/login' } as const;
  const granted = await api.app.inject({ ...login, payload: { email, password } });
  const cookies = granted.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { token } = granted.json<{ token: string }>();
  const headers = { authorization: `Bearer ${token}`, cookie: cookies };
  await api.app.inject({ ...login, payload: { email, password: `${password} wrong` } });
  const type = 'multipart/form-data; boundary=x';
  const uploaded = await api.app.inject({
    ...{ method: 'POST', url: '/api/contacts/upload?preview=true' },
    headers: { ...headers, 'content-type': type },
    payload:
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nname;number\r\n--x--\r\n',
  });
  expect(uploaded.statusCode, uploaded.body).toBe(200);
  await api.app.inject({ method: 'GET', url: `/graphql?query=${token}`, headers });
  await api.app.inject({ method: 'GET', url: '/api/tickets/%E0%A4%A', headers });
  const told = lines.join('');
  // The parser of forms writes its options down: that is the line which must not hold the headers whole.
  expect(told).toContain('busboy');
  for (const value of [token, password, ...granted.cookies.map((cookie) => cookie.value)])
    expect(told).not.toContain(value);
});
