import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, Socket } from 'node:net';
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

it.each([
  ['in its only file', 0],
  ['in its second file', 1],
])('a form whose client goes away %s leaves nothing, and nothing counted', async (_where, wholeFiles) => {
  const api = await startTestApi({ quotas: { storage: 5_000_000 } });
  const client = new Socket();
  try {
    const { companyId, email } = await api.company('Ours');
    const { authorization } = await api.signIn(email);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const queue = await api.desk.records('queue').create(context, { name: 'Vendas', color: '#fff' });
    await api.reached(queue.position);
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    client.connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(client, 'connect');
    const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    client.write(
      `POST /api/queue/${queue.id}/media-upload HTTP/1.1\r\nHost: desk\r\nAuthorization: ${authorization}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 900000\r\n\r\n' +
        `${part}${'b'.repeat(5_000)}\r\n`.repeat(wholeFiles) +
        `${part}${'a'.repeat(100_000)}`,
    );
    const filesIn = (folder: string) => readdir(join(api.path, 'media', folder)).catch(() => []);
    const left = async () => [...(await filesIn('incoming')), ...(await filesIn(companyId))];
    await expect.poll(left).toHaveLength(1 + 2 * wholeFiles);
    const reserved = () => api.state.list('storage/reserved/');
    expect(await reserved()).toHaveLength(1);
    client.destroy();
    await expect.poll(left).toEqual([]);
    await expect.poll(reserved).toEqual([]);
    expect((await api.state.get(`storage/used/${companyId}`))?.value ?? 0).toBe(0);
  } finally {
    client.destroy();
    await api.close();
  }
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
