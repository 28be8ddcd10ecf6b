import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActiveAnnouncement } from '../../contract/announcement.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { startTestApi } from '../../testing/api.ts';
import { png } from '../../testing/images.ts';

describe('announcements', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  const header = {} as Record<'root' | 'ours' | 'theirs', { authorization: string }>;
  beforeAll(async () => {
    api = await startTestApi({ maxUploadBytes: 8 * 1024 * 1024 });
    header.root = await api.root();
    header.ours = await api.signIn((await api.company('Ours')).email);
    header.theirs = await api.signIn((await api.company('Theirs')).email);
  });
  afterAll(() => api.close());

  type Who = keyof typeof header;
  type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
  const call = async <T = ActiveAnnouncement>(who: Who, method: Method, url: string, payload?: object) => {
    const answer = await api.app.inject({
      ...{ method, url: `/api${url}`, headers: header[who] },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T };
  };
  const create = async (more: object = {}) => {
    const { status, body } = await call('root', 'POST', '/announcements', {
      ...{ title: `Aviso ${newId()}`, text: 'Domingo, das 2h às 4h.', ...more },
    });
    expect(status).toBe(201);
    return body;
  };
  const upload = async (who: Who, id: string, bytes: Uint8Array, name: string, type: string) => {
    const form = new FormData();
    form.set('typeArch', 'announcements');
    form.set('file', new File([bytes as BlobPart], name, { type }));
    const encoded = new Response(form);
    return api.app.inject({
      method: 'POST',
      url: `/api/announcements/${id}/media-upload`,
      headers: { ...header[who], 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
  };
  const activeOf = async (who: Who) =>
    (await call<{ records: ActiveAnnouncement[] }>(who, 'GET', '/announcements/active')).body.records;
  const idsOf = async (who: Who) => (await activeOf(who)).map(({ id }) => id);

  it('a super user makes one: priority 3 and active unless said otherwise; title and text are needed', async () => {
    expect(await create()).toMatchObject({ priority: 3, status: true, mediaPath: null, mediaName: null });
    expect(await create({ priority: 1, status: false })).toMatchObject({ priority: 1, status: false });
    const refused = await call<{ errors: object }>('root', 'POST', '/announcements', { title: ' ' });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { title: expect.any(String), text: 'required' } },
    });
    expect(
      (await call('root', 'POST', '/announcements', { title: 'x', text: 'y', priority: 4 })).status,
    ).toBe(400);
  });

  it('nobody else writes one, changes it or takes it away', async () => {
    const { id } = await create();
    for (const [method, url, body] of [
      ['POST', '/announcements', { title: 'x', text: 'y' }],
      ['PUT', `/announcements/${id}`, { title: 'x' }],
      ['DELETE', `/announcements/${id}`],
      ['DELETE', `/announcements/${id}/media-upload`],
    ] as const)
      expect((await call('ours', method, url, body)).status).toBe(403);
    expect((await upload('ours', id, png(2, 2), 'a.png', 'image/png')).statusCode).toBe(403);
  });

  it('the people of every company see it, until it is not active: then super users alone', async () => {
    const { id, title } = await create();
    for (const who of ['ours', 'theirs', 'root'] as const) {
      expect(await idsOf(who)).toContain(id);
      expect((await call(who, 'GET', `/announcements/${id}`)).body.title).toBe(title);
    }
    expect((await call('root', 'PUT', `/announcements/${id}`, { status: false })).status).toBe(200);
    for (const who of ['ours', 'theirs'] as const) {
      expect(await idsOf(who)).not.toContain(id);
      expect((await call(who, 'GET', `/announcements/${id}`)).status).toBe(404);
      const { body } = await call<{ records: { id: string }[] }>(who, 'GET', '/announcements/?pageNumber=1');
      expect(body.records.some((one) => one.id === id)).toBe(false);
      const filter = encodeURIComponent(JSON.stringify({ id: [id] }));
      expect((await call<unknown[]>(who, 'GET', `/resources/announcements?filter=${filter}`)).body).toEqual(
        [],
      );
    }
    const { body } = await call<{ records: { id: string }[]; hasMore: boolean }>(
      ...(['root', 'GET', `/announcements/?searchParam=${encodeURIComponent(title)}&pageNumber=1`] as const),
    );
    expect(body).toMatchObject({ records: [{ id }], hasMore: false });
    expect(await idsOf('root')).not.toContain(id);
    expect((await call('root', 'DELETE', `/announcements/${id}`)).status).toBe(204);
    expect((await call('root', 'GET', `/announcements/${id}`)).status).toBe(404);
  });

  it('its picture is a png or jpg, has underscores in its name, and is readable by every company', async () => {
    const { id } = await create();
    const answer = await upload('root', id, png(2, 2), 'meu aviso novo.png', 'image/png');
    expect(answer.json()).toMatchObject({ mediaName: 'meu_aviso_novo.png' });
    const url = (await activeOf('ours')).find((one) => one.id === id)!.mediaPathUrl!;
    for (const who of ['ours', 'theirs'] as const)
      expect((await api.app.inject({ url, headers: header[who] })).statusCode).toBe(200);
    const pdf = new TextEncoder().encode('%PDF-1.4 nothing');
    expect((await upload('root', id, pdf, 'a.pdf', 'application/pdf')).json()).toMatchObject({
      error: 'ERR_MEDIA_TYPE',
    });
    await call('root', 'PUT', `/announcements/${id}`, { status: false });
    expect((await api.app.inject({ url, headers: header.ours })).statusCode).toBe(404);
    expect((await call('root', 'DELETE', `/announcements/${id}/media-upload`)).body).toMatchObject({
      ...{ mediaPath: null, mediaName: null },
    });
  });

  it('its picture is one that everybody can be made to load: five megabytes, and not a byte more', async () => {
    const { id } = await create();
    const picture = (bytes: number) => Buffer.concat([png(2, 2)], bytes);
    const most = 5 * 1024 * 1024;
    const refused = await upload('root', id, picture(most + 1), 'enorme.png', 'image/png');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { error: 'ERR_TOO_LARGE', errors: { mediaPath: 'tooLong' } },
    ]);
    expect((await upload('root', id, picture(most), 'grande.png', 'image/png')).statusCode).toBe(200);
  });

  it('its picture is one that every browser can unfold: fifty million pixels, as its header says', async () => {
    const { id } = await create();
    const small = deflateSync(Buffer.alloc(9));
    const refused = await upload('root', id, png(50_000, 50_000, small), 'bomba.png', 'image/png');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { error: 'ERR_TOO_LARGE', errors: { mediaPath: 'tooManyPixels' } },
    ]);
    expect(
      (await call<{ mediaPath: unknown }>('root', 'GET', `/announcements/${id}`)).body.mediaPath,
    ).toBeNull();
    const silent = Buffer.from([
      0xff,
      0xd8,
      0xff,
      0xe0,
      0,
      16,
      ...Buffer.from('JFIF\0'),
      ...Buffer.alloc(40),
    ]);
    const unreadable = await upload('root', id, silent, 'nada.jpg', 'image/jpeg');
    expect([unreadable.statusCode, unreadable.json()]).toMatchObject([
      415,
      { error: 'ERR_MEDIA_TYPE', errors: { mediaPath: 'invalid' } },
    ]);
    expect((await upload('root', id, png(10_000, 5_000, small), 'foto.png', 'image/png')).statusCode).toBe(
      200,
    );
  });

  it('each person has read it or not; who reads in two tabs at once has read both', async () => {
    const [one, two] = [await create(), await create()];
    const readOf = async (who: Who) => (await activeOf(who)).filter(({ read }) => read).map(({ id }) => id);
    expect(await readOf('ours')).toEqual([]);
    await Promise.all(
      [one.id, two.id].map((id) => call('ours', 'POST', '/announcements-read', { ids: [id] })),
    );
    expect((await readOf('ours')).sort()).toEqual([one.id, two.id].sort());
    expect(await readOf('theirs')).toEqual([]);
    await call('root', 'DELETE', `/announcements/${one.id}`);
    const { body } = await call<{ read: string[] }>('ours', 'POST', '/announcements-read', {
      ids: [two.id, newId()],
    });
    expect(body.read).toEqual([two.id]);
  });

  it('is of the platform, whoever is asked', async () => {
    const { id } = await create();
    const row = await api.readStore.forCompany(platformCompanyId).get('announcements', id);
    expect(row?.companyId).toBe(platformCompanyId);
  });
});
