import type { AddressInfo } from 'node:net';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channels } from '../../contract/channels.ts';
import type { Profile } from '../../domain/user/events.ts';
import { startTestApi } from '../../testing/api.ts';
import { createWatcher } from '../../testing/live.ts';
import { hashPassword } from '../auth/passwords.ts';

interface Row {
  readonly id: string;
  readonly shortcode: string;
  readonly geral: boolean;
  readonly isMedia: boolean;
  readonly userId: string;
  readonly companyId: string;
  readonly mediaName: string | null;
  readonly mediaPathUrl?: string | null;
  readonly error?: string;
  readonly errors?: Readonly<Record<string, string>>;
}
const people = ['admin', 'supervisor', 'ana', 'bruno'] as const;
type Who = (typeof people)[number];

describe('quick messages over HTTP and on the feed', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  let url = '';
  const live = createWatcher(() => url);
  const header = {} as Record<Who | 'other', { authorization: string }>;
  let row: Record<'anas' | 'brunos' | 'general', string>;

  const ask = async <T = Row>(
    who: Who | 'other',
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
  ) => {
    const answer = await api.app.inject({
      ...{ method, url: `/api${path}`, headers: header[who] },
      ...(payload && { payload }),
    });
    const body = answer.body === '' ? undefined : answer.json<T>();
    return { status: answer.statusCode, body: body as T, headers: answer.headers };
  };
  const add = async (who: Who, values: object) => {
    const { status, body } = await ask(who, 'POST', '/quick-messages', values);
    expect(status, JSON.stringify(body)).toBe(201);
    return body.id;
  };

  beforeAll(async () => {
    api = await startTestApi();
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  }, 30_000);
  // Each test has a company of its own: three messages, two of them somebody's.
  beforeEach(async () => {
    const company = await api.company('Ours');
    ({ companyId } = company);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const passwordHash = await hashPassword('correct horse 42');
    for (const name of ['supervisor', 'ana', 'bruno'] as const) {
      const profile: Profile = name === 'supervisor' ? 'supervisor' : 'user';
      const email = `${name}-${companyId}@example.org`;
      const created = await api.desk.users.create(context, {
        name,
        email,
        profile,
        queueIds: [],
        passwordHash,
      });
      await api.reached(created.position);
      header[name] = await api.signIn(email);
    }
    header.admin = await api.signIn(company.email);
    header.other = await api.signIn((await api.company('Theirs')).email);
    row = {
      anas: await add('ana', { shortcode: 'pix', message: 'da Ana' }),
      brunos: await add('bruno', { shortcode: 'pix', message: 'do Bruno' }),
      general: await add('admin', { shortcode: 'oi', message: 'Olá {{firstName}}', geral: true }),
    };
  }, 30_000);
  afterEach(live.close);
  afterAll(() => api.close());

  /** Which of the three somebody gets, by every way there is to ask for many. */
  const seenBy = async (who: Who | 'other') => {
    const names = new Map(Object.entries(row).map(([name, id]) => [id, name]));
    const named = (rows: readonly Row[]) => rows.map(({ id }) => names.get(id) ?? id).toSorted();
    const filter = encodeURIComponent(JSON.stringify({ id: Object.values(row) }));
    const paged = await ask<{ records: Row[]; count: number }>(who, 'GET', '/quick-messages');
    const found = await ask<Row[]>(who, 'GET', '/resources/quickMessages');
    const byId = await ask<Row[]>(who, 'GET', `/resources/quickMessages?filter=${filter}`);
    const list = named(paged.body.records);
    expect([paged.body.count, named(found.body), named(byId.body)]).toEqual([list.length, list, list]);
    expect(found.headers['content-range']).toMatch(new RegExp(`/${list.length}$`));
    const suggested = await ask<Row[]>(who, 'GET', '/quick-messages/list?companyId=x&userId=y');
    return { list, suggested: named(suggested.body) };
  };

  it('each sees their own and those for everybody; supervisors and admins see all, and are suggested their own', async () => {
    expect(await seenBy('ana')).toEqual({ list: ['anas', 'general'], suggested: ['anas', 'general'] });
    expect(await seenBy('bruno')).toEqual({ list: ['brunos', 'general'], suggested: ['brunos', 'general'] });
    for (const who of ['admin', 'supervisor'] as const)
      expect(await seenBy(who)).toEqual({ list: ['anas', 'brunos', 'general'], suggested: ['general'] });
    expect(await seenBy('other')).toEqual({ list: [], suggested: [] });
  });

  it('nobody is suggested what is inactive', async () => {
    await ask('ana', 'PUT', `/quick-messages/${row.anas}`, { status: false });
    expect((await seenBy('ana')).suggested).toEqual(['general']);
  });

  it.each([
    ['ana', 'anas', 200],
    ['ana', 'brunos', 404],
    ['ana', 'general', 403],
    ['supervisor', 'brunos', 200],
    ['supervisor', 'general', 200],
    ['admin', 'anas', 200],
    ['other', 'general', 404],
  ] as const)('%s changes and deletes %s: %i', async (who, which, expected) => {
    const path = `/quick-messages/${row[which]}`;
    const reads = await ask(who, 'GET', path);
    expect(reads.status).toBe(expected === 404 ? 404 : 200);
    expect((await ask(who, 'PUT', path, { message: 'outra' })).status).toBe(expected);
    expect(
      (await ask(who, 'PUT', `/resources/quickMessages/${row[which]}`, { message: 'mais uma' })).status,
    ).toBe(expected);
    const deleted = await ask(who, 'DELETE', path);
    expect(deleted.status).toBe(expected === 200 ? 204 : expected);
    expect((await ask(who, 'GET', path)).status).toBe(expected === 403 ? 200 : 404);
  });

  it('only an admin makes one general', async () => {
    for (const who of ['ana', 'supervisor'] as const) {
      expect((await ask(who, 'POST', '/quick-messages', { shortcode: 'x', geral: true })).status).toBe(403);
      expect((await ask(who, 'PUT', `/quick-messages/${row.anas}`, { geral: true })).status).toBe(403);
    }
    const { body } = await ask('admin', 'PUT', `/quick-messages/${row.anas}`, { geral: true });
    expect(body.geral).toBe(true);
    expect((await seenBy('bruno')).list).toEqual(['anas', 'brunos', 'general']);
  });

  it('a shortcode is unique among one’s own, and the refusal stands at its field', async () => {
    const { status, body } = await ask('ana', 'POST', '/quick-messages', { shortcode: '/PIX' });
    expect([status, body.errors]).toEqual([409, { shortcode: 'ERR_ALREADY_EXISTS' }]);
    const missing = await ask('ana', 'POST', '/quick-messages', { message: 'x' });
    expect([missing.status, missing.body.errors]).toEqual([400, { shortcode: 'required' }]);
  });

  it('whose it is comes from the token, and sending the whole record back changes nothing', async () => {
    const { body } = await ask('ana', 'GET', `/quick-messages/${row.anas}`);
    expect(body).toMatchObject({ companyId, isMedia: false, geral: false, status: true });
    const sent = { ...body, userId: uuidv7(), message: 'nova' };
    const after = await ask('ana', 'PUT', `/quick-messages/${row.anas}`, sent);
    expect(after.body).toMatchObject({ userId: body.userId, message: 'nova' });
  });

  it('a file is put and taken by who may change it, and shown to who may see it', async () => {
    const upload = (who: Who, id: string) => {
      const boundary = '----quick';
      return api.app.inject({
        method: 'POST',
        url: `/api/quick-messages/${id}/media-upload`,
        headers: { ...header[who], 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload:
          `--${boundary}\r\nContent-Disposition: form-data; name="typeArch"\r\n\r\nquickMessage\r\n` +
          `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="tabela nova.csv"\r\n` +
          `Content-Type: text/csv\r\n\r\npreço;10\r\n--${boundary}--\r\n`,
      });
    };
    const answer = await upload('ana', row.anas);
    expect(answer.statusCode, answer.body).toBe(200);
    const stored = answer.json<Row>();
    expect(stored).toMatchObject({ mediaName: 'tabela_nova.csv', isMedia: true });
    expect((await upload('bruno', row.anas)).statusCode).toBe(404);
    expect((await upload('ana', row.general)).statusCode).toBe(403);
    const get = (who: Who) => api.app.inject({ url: stored.mediaPathUrl!, headers: header[who] });
    expect((await get('ana')).body).toContain('preço;10');
    expect((await get('admin')).statusCode).toBe(200);
    expect((await get('bruno')).statusCode).toBe(404);
    const gone = await ask('ana', 'DELETE', `/quick-messages/${row.anas}/media-upload`);
    expect(gone.body).toMatchObject({ isMedia: false, mediaName: null });
  });

  it('a change arrives at who may see it, and at nobody else; what is no longer general goes', async () => {
    const channel = channels.record(companyId, 'quickemessage');
    const token = (who: Who) => header[who].authorization.replace('Bearer ', '');
    const told = Object.fromEntries(
      await Promise.all(
        people.map(async (who) => [who, (await live.watch(token(who), [channel])).items] as const),
      ),
    ) as unknown as Record<Who, { id: string; action: string; document?: unknown }[]>;
    const of = (who: Who, id: string) =>
      told[who]
        .filter((item) => item.id === id)
        .map(({ action, document }) => `${action}${document ? '' : ' -'}`);

    await ask('ana', 'PUT', `/quick-messages/${row.anas}`, { message: 'só minha' });
    for (const who of ['ana', 'supervisor', 'admin'] as const)
      await expect.poll(() => of(who, row.anas), { timeout: 3_000 }).toEqual(['update']);
    await ask('admin', 'PUT', `/quick-messages/${row.general}`, { geral: false });
    await expect.poll(() => of('bruno', row.general), { timeout: 3_000 }).toEqual(['delete -']);
    await expect.poll(() => of('supervisor', row.general), { timeout: 3_000 }).toEqual(['update']);
    await ask('bruno', 'DELETE', `/quick-messages/${row.brunos}`);
    await expect.poll(() => of('bruno', row.brunos), { timeout: 3_000 }).toEqual(['delete -']);
    expect(of('bruno', row.anas)).toEqual([]);
    expect(of('ana', row.brunos)).toEqual([]);
  });
});
