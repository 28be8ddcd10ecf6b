import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../testing-api.ts';
import { uploadsPerMinute } from './rate-limit.ts';

describe('a form that cannot be read', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  let folder = '';
  const urls: Record<string, string> = { contacts: '/api/contacts/upload' };

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    folder = join(api.path, 'media', companyId);
    headers = await api.signIn(email);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const { id, position } = await api.desk
      .records('queue')
      .create(context, { name: 'Vendas', color: '#fff' });
    await api.reached(position);
    urls['a queue'] = `/api/queue/${id}/media-upload`;
  });
  afterAll(() => api.close());

  const part = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
  const broken = [
    ['has no boundary', 'multipart/form-data', 'abc'],
    ['has no end', 'multipart/form-data; boundary=x', '--x\r\nfoo'],
    [
      'breaks off in its file',
      'multipart/form-data; boundary=x',
      `--x\r\n${part}\r\n\r\n${'a'.repeat(9_000)}`,
    ],
  ] as const;

  it.each(['contacts', 'a queue'].flatMap((where) => broken.map((one) => [where, ...one] as const)))(
    'for %s, which %s, is refused and leaves nothing',
    async (where, _, type, payload) => {
      const answer = await api.app.inject({
        ...{ method: 'POST', url: urls[where] ?? '', payload },
        headers: { ...headers, 'content-type': type },
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        { error: 'ERR_VALIDATION', errors: { body: 'invalid' } },
      ]);
      expect(await readdir(folder).catch(() => [])).toEqual([]);
    },
  );
});

it('a person sends so many files a minute, and others theirs all the same', async () => {
  const api = await startTestApi();
  try {
    const [one, other] = await Promise.all(
      ['One', 'Other'].map(async (name) => api.signIn((await api.company(name)).email)),
    );
    const upload = (headers: object, payload = '') =>
      api.app.inject({
        ...{ method: 'POST', url: '/api/contacts/upload?preview=true', payload },
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      });
    // One that cannot be read is written to no disk, and costs all the same.
    for (let sent = 0; sent < uploadsPerMinute; sent++) expect((await upload(one!)).statusCode).toBe(400);
    const refused = await upload(one!);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { error: 'ERR_TOO_MANY_REQUESTS', details: { retryAfter: expect.any(Number) } },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"';
    expect((await upload(other!, `${part}\r\n\r\nname;number\r\n--x--\r\n`)).statusCode).toBe(200);
  } finally {
    await api.close();
  }
});
