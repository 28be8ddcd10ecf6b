import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

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

it('files are counted, not forms; what is over is refused and leaves nothing, and others send theirs all the same', async () => {
  const api = await startTestApi({ quotas: { files: 5 } });
  try {
    const companies = await Promise.all(['One', 'Other'].map((name) => api.company(name)));
    const [one, other] = await Promise.all(companies.map(({ email }) => api.signIn(email)));
    const connectionId = uuidv7();
    const context = { companyId: companies[0]!.companyId, actor: { kind: 'system', id: 'test' } as const };
    const { position } = await api.desk.connections.create(context, {
      ...{ connectionId, name: 'Loja', channel: 'simulator' },
    });
    await api.reached(position);
    const part = 'Content-Disposition: form-data; name="medias"; filename="a.txt"';
    const send = (url: string, headers: object, files: number) =>
      api.app.inject({
        ...{ method: 'POST', url, payload: `${`--x\r\n${part}\r\n\r\nol\u00e1\r\n`.repeat(files)}--x--\r\n` },
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      });
    const write = (files: number) => send(`/api/channels/simulator/${connectionId}/messages`, one!, files);
    // More than one is no message: it is refused, and costs all the same.
    expect((await write(3)).statusCode).toBe(400);
    const refused = await write(3);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      {
        error: 'ERR_TOO_MANY_REQUESTS',
        details: { what: 'files', limit: 5, used: 5, retryAfter: expect.any(Number) },
      },
    ]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await readdir(join(api.path, 'media', companies[0]!.companyId)).catch(() => [])).toEqual([]);
    expect((await send('/api/contacts/upload?preview=true', other!, 1)).statusCode).toBe(200);
  } finally {
    await api.close();
  }
});
