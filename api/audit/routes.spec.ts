import { parse } from 'csv-parse/sync';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditDetail, AuditEntry, AuditPeople, ChainState } from '../../contract/audit.ts';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { chainStream, genesis } from '../../domain/kernel/log-chain.ts';
import { sealKey, sealRuns } from '../../stores/log-chain/chain.ts';
import { storedEventsOf } from '../../stores/log-chain/read-events.ts';
import { password, startTestApi } from '../../testing/api.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let companyId = '';
let other = '';
const header = {} as Record<'admin' | 'agent' | 'other' | 'super', { authorization: string }>;
const queue = uuidv7();

async function user(company: string, name: string, more: object) {
  const email = `${uuidv7()}@example.org`;
  const { position } = await api.desk.users.create(
    { companyId: company, actor: { kind: 'system', id: 'test' } },
    { name, email, passwordHash: await hashPassword(password), ...more } as never,
  );
  await api.reached(position);
  return api.signIn(email);
}
const call = async <T>(
  who: keyof typeof header,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  payload?: object,
) => {
  const answer = await api.app.inject({
    method,
    url: `/api${url}`,
    headers: header[who],
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    body: (answer.headers['content-type']?.toString().includes('json') && answer.body
      ? answer.json()
      : {}) as T,
  };
};
const list = async (query = '', who: keyof typeof header = 'admin') =>
  (await call<{ entries: AuditEntry[]; count: number; hasMore: boolean }>(who, 'GET', `/audit${query}`)).body;

beforeAll(async () => {
  api = await startTestApi();
  const one = await api.company('Casa Lume');
  companyId = one.companyId;
  header.admin = await api.signIn(one.email);
  const two = await api.company('Outra');
  other = two.companyId;
  header.other = await api.signIn(two.email);
  header.agent = await user(companyId, 'Bruno', { profile: 'user' });
  header.super = await user(companyId, 'Helena', { profile: 'admin', super: true });
  const made = await call<{ id: string }>('admin', 'POST', '/queue', {
    id: queue,
    name: 'Entregas',
    color: '#b88002',
    orderQueue: 5,
  });
  expect(made.status).toBe(201);
  const id = made.body.id;
  await call('admin', 'PUT', `/queue/${id}`, {
    name: 'Entregas',
    color: '#04869c',
    orderQueue: 4,
    greetingMessage: '=SOMA(A1)',
  });
  await call('admin', 'PUT', '/settings/userRating', { value: 'enabled' });
  await call('admin', 'PUT', '/settings/userRating', { value: 'disabled' });
  await call('admin', 'DELETE', `/queue/${id}`);
});
afterAll(() => api.close());

describe('GET /audit', () => {
  it('tells who changed what, each field before and after, newest first', async () => {
    const { entries } = await list();
    const [deleted, off, on, updated, created] = entries;
    expect(deleted).toMatchObject({
      kind: 'queue',
      action: 'Deleted',
      title: 'Entregas',
      actor: { kind: 'user', name: 'Ana' },
    });
    expect(deleted!.changes).toContainEqual({ field: 'color', before: '#04869c', after: null });
    expect(off).toMatchObject({
      kind: 'setting',
      title: 'userRating',
      changes: [{ field: 'userRating', before: 'enabled', after: 'disabled' }],
    });
    expect(on).toMatchObject({ changes: [{ field: 'userRating', before: null, after: 'enabled' }] });
    expect(updated).toMatchObject({ kind: 'queue', action: 'Updated', title: 'Entregas' });
    expect([...updated!.changes].sort((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'color', before: '#b88002', after: '#04869c' },
      { field: 'greetingMessage', before: '', after: '=SOMA(A1)' },
      { field: 'orderQueue', before: 5, after: 4 },
    ]);
    expect(updated!.same).toBeGreaterThan(2);
    expect(created).toMatchObject({ kind: 'queue', action: 'Created' });
  });

  it('a user who is made with a password is made, and nothing else; a later one is a change', async () => {
    const typed = { name: 'Iara', email: `iara-${companyId}@example.org`, password: 'girassol amarelo 73' };
    const made = await call<{ id: string }>('admin', 'POST', '/users', { ...typed, profile: 'user' });
    const ofIara = async () =>
      (await list('?kind=user,security')).entries
        .filter(({ title }) => title === 'Iara')
        .map(({ kind, action }) => `${kind} ${action}`);
    expect(await ofIara()).toEqual(['user Created']);
    await call('admin', 'PUT', `/users/${made.body.id}`, { password: 'margarida branca 84' });
    expect(await ofIara()).toEqual(['security PasswordChanged', 'user Created']);
    await call('admin', 'DELETE', `/users/${made.body.id}`);
  });

  it('is filtered by who is no user any more, too, for whoever looks finds them by name', async () => {
    const typed = { name: 'Jonas', email: `jonas-${companyId}@example.org`, password };
    const { body: made } = await call<{ id: string }>('admin', 'POST', '/users', {
      ...typed,
      profile: 'admin',
    });
    const jonas = await api.signIn(typed.email);
    await api.app.inject({ method: 'POST', url: '/api/tags', headers: jonas, payload: { name: 'Urgente' } });
    await call('admin', 'DELETE', `/users/${made.id}`);
    const people = (await call<AuditPeople>('admin', 'GET', '/audit/people')).body;
    expect(people.filter(({ isFormer }) => !isFormer).map(({ name }) => name)).toEqual([
      'Ana',
      'Bruno',
      'Helena',
    ]);
    expect(people).toContainEqual({ id: made.id, name: 'Jonas', isFormer: true });
    const { entries } = await list(`?kind=tag&userId=${made.id}`);
    expect(entries).toMatchObject([{ title: 'Urgente', actor: { name: 'Jonas' } }]);
    expect((await call('agent', 'GET', '/audit/people')).status).toBe(403);
    const others = (await call<AuditPeople>('other', 'GET', '/audit/people')).body;
    expect(others).toMatchObject([{ name: 'Ana', isFormer: false }]);
  });

  it('is filtered by kind, person, day and words, and pages', async () => {
    expect((await list('?kind=setting')).entries.map(({ kind }) => kind)).toEqual(['setting', 'setting']);
    expect((await list('?kind=setting,queue')).count).toBe(5);
    const { entries } = await list();
    const ana = entries.find(({ kind }) => kind === 'queue')!.actor.id;
    const hers = await list(`?userId=${ana}`);
    expect(hers.entries.every(({ actor }) => actor.id === ana)).toBe(true);
    expect(hers.count).toBeLessThan((await list()).count);
    expect((await list('?searchParam=04869c')).entries.length).toBeGreaterThan(0);
    expect((await list('?searchParam=entregas&kind=queue')).count).toBe(3);
    expect((await list('?dateEnd=2020-01-01')).count).toBe(0);
    expect((await list('?dateStart=2020-01-01')).count).toBe((await list()).count);
    expect(await list('?pageNumber=2')).toMatchObject({ entries: [], hasMore: false });
  });

  it('is for admins, each of their own company; the platform’s is for super users', async () => {
    for (const url of ['/audit', '/audit/csv', '/audit/chain', '/audit/x'])
      expect([url, (await call('agent', 'GET', url)).status]).toEqual([url, 403]);
    expect((await call('agent', 'POST', '/audit/chain/check')).status).toBe(403);
    const theirs = (await list('', 'other')).entries;
    expect(theirs.length).toBeGreaterThan(0);
    expect(JSON.stringify(theirs)).not.toContain('Entregas');
    const [mine] = (await list()).entries;
    expect((await call('other', 'GET', `/audit/${mine!.id}`)).status).toBe(404);
    expect((await call('admin', 'GET', '/audit?scope=platform')).status).toBe(403);
    expect((await list('?scope=platform', 'super')).entries).toEqual([]);
    expect(other).not.toBe(platformCompanyId);
  });
});

describe('GET /audit/csv', () => {
  it('has a line a changed field, semicolons, and nothing that a spreadsheet would run', async () => {
    const { text } = await call('admin', 'GET', '/audit/csv?kind=queue');
    expect(text.startsWith('\ufeffat;who;kind;action;what;field;before;after;event;position;id\r\n')).toBe(
      true,
    );
    const rows = parse(text, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[];
    expect(rows).toContainEqual(
      expect.objectContaining({
        who: 'Ana',
        field: 'color',
        before: '#b88002',
        after: '#04869c',
        event: 'QueueUpdated',
      }),
    );
    expect(
      rows.find(({ field, event }) => field === 'greetingMessage' && event === 'QueueUpdated'),
    ).toMatchObject({ after: "'=SOMA(A1)" });
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['queue']));
  });
});

describe('the chain', () => {
  const seal = async () => {
    const [last] = await api.events.read(chainStream, { backwards: true, limit: 1 });
    const end = (last?.data as { through: number; head: string; total: number } | undefined) ?? {
      through: 0,
      head: genesis,
      total: 0,
    };
    const key = sealKey('a secret of at least thirty-two characters');
    for await (const run of sealRuns(
      storedEventsOf(api.events),
      { after: end.through, head: end.head, total: end.total },
      key,
    )) {
      const at = new Date().toISOString();
      const metadata = {
        companyId: 'platform',
        actor: { kind: 'system', id: 'x' },
        commandId: 'x',
        correlationId: 'x',
        at,
      };
      await api.events.append(chainStream, last ? last.revision : -1, [
        { id: uuidv7(), type: 'LogSealed', data: run.seal, metadata },
      ]);
    }
  };

  it('is told as far as it goes; an entry has its link once it is sealed, and it matches', async () => {
    const before = (await call<ChainState>('admin', 'GET', '/audit/chain')).body;
    expect(before).toMatchObject({ total: 0, throughAt: null, check: null });
    expect(before.unsealed.count).toBeGreaterThan(5);
    const [entry] = (await list()).entries;
    expect((await call<AuditDetail>('admin', 'GET', `/audit/${entry!.id}`)).body.link).toBeNull();
    await seal();
    const after = (await call<ChainState>('admin', 'GET', '/audit/chain')).body;
    expect(after).toMatchObject({ total: before.unsealed.count, unsealed: { count: 0, isMore: false } });
    const { link } = (await call<AuditDetail>('admin', 'GET', `/audit/${entry!.id}`)).body;
    expect(link).toMatchObject({ matches: true });
    expect(link!.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(link!.previous).not.toBe(link!.hash);
  });

  it('is verified when asked, at most once a minute, and what it found is there for all', async () => {
    const { status, body } = await call<ChainState>('admin', 'POST', '/audit/chain/check');
    expect(status).toBe(200);
    expect(body.check).toMatchObject({ holds: true, problemCount: 0, problems: [] });
    expect(body.check!.intact).toBe(body.check!.sealed);
    const again = (await call<ChainState>('super', 'POST', '/audit/chain/check')).body;
    expect(again.check!.at).toBe(body.check!.at);
    expect((await call<ChainState>('other', 'GET', '/audit/chain')).body.check!.at).toBe(body.check!.at);
  });
});

describe('the options of a queue, whose events are one stream of the company', () => {
  it('are each compared with what they were themselves', async () => {
    const { id: queueId } = (
      await call<{ id: string }>('admin', 'POST', '/queue', { name: 'Árvore', color: '#123456' })
    ).body;
    const option = async (title: string, parentId: string | null) =>
      (await call<{ id: string }>('admin', 'POST', '/queue-options', { title, queueId, parentId })).body.id;
    const prices = await option('Preços', null);
    const bulk = await option('Atacado', prices);
    await call('admin', 'PUT', `/queue-options/${bulk}`, { title: 'Varejo' });
    await call('admin', 'DELETE', `/queue-options/${prices}`);
    const { entries } = await list('?kind=queueOption');
    expect(entries.map(({ action, title }) => `${action} ${title}`).toSorted()).toEqual([
      'Created Atacado',
      'Created Preços',
      'Deleted Preços',
      'Deleted Varejo',
      'Updated Varejo',
    ]);
    const of = (name: string) => entries.find(({ action, title }) => `${action} ${title}` === name)!;
    expect(of('Created Atacado').changes).toContainEqual({ field: 'title', before: null, after: 'Atacado' });
    expect(of('Updated Varejo').changes).toEqual([{ field: 'title', before: 'Atacado', after: 'Varejo' }]);
    expect(of('Deleted Preços').changes).toContainEqual({ field: 'title', before: 'Preços', after: null });
    expect(of('Updated Varejo').subjectId).toBe(bulk);
  });
});
