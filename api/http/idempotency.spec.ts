import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainError } from '../../domain/errors.ts';
import { backupSqliteEventStore } from '../../stores/event-store/sqlite/store.ts';
import { startTestApi } from '../../testing/api.ts';
import { hashOf } from './idempotency.ts';

describe('an Idempotency-Key', () => {
  const path = mkdtempSync(join(tmpdir(), 'balcao-idempotency-'));
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId = '';
  let admin: { authorization: string };
  let other: { authorization: string };
  let ticketId = '';
  let email = '';
  beforeAll(async () => {
    api = await startTestApi({ path });
    ({ companyId, email } = await api.company('Ours'));
    admin = await api.signIn(email);
    other = await api.signIn((await api.company('Theirs')).email);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    const connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: ['5511955500142'],
      name: 'Marina',
    });
    const received = await api.desk.tickets.receive(context, {
      connectionId,
      queueId: null,
      contactId,
      externalId: 'I1',
      fromMe: false,
      body: 'oi',
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    ticketId = received.ticketId;
    await api.reached(received.position);
    expect((await ask('PUT', `/api/tickets/${ticketId}`, uuidv7(), { status: 'open' })).status).toBe(200);
  });
  afterAll(async () => {
    await api.close();
    rmSync(path, { recursive: true });
  });

  const ask = async (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    key: string,
    payload?: object | string,
    headers = admin,
  ) => {
    const answer = await api.app.inject({
      method,
      url,
      headers: {
        ...headers,
        'idempotency-key': key,
        ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload }),
    });
    return {
      status: answer.statusCode,
      text: answer.body,
      replayed: answer.headers['idempotency-replayed'],
      type: answer.headers['content-type'],
      error: answer.statusCode >= 400 ? answer.json<{ error: string }>().error : undefined,
      id: answer.statusCode < 300 && answer.body !== '' ? answer.json<{ id: string }>().id : undefined,
    };
  };
  const tagsNamed = async (name: string) => {
    const query = { filter: JSON.stringify({ name }) };
    const answer = await api.app.inject({ url: '/api/resources/tags', query, headers: admin });
    return answer.json<{ id: string }[]>().length;
  };
  const tags = '/api/resources/tags';
  const reused = { status: 422, error: 'ERR_IDEMPOTENCY_KEY_REUSED' };

  it('with the same body has one effect and one answer', async () => {
    const key = uuidv7();
    const first = await ask('POST', tags, key, { name: 'one-effect', color: '#010101' });
    expect(first).toMatchObject({ status: 201, replayed: undefined });
    const again = await ask('POST', tags, key, '{ "color":"#010101",  "name":"one-effect" }');
    expect(again).toEqual({ ...first, replayed: 'true' });
    expect(await tagsNamed('one-effect')).toBe(1);
  });

  it('with another body is refused, and neither is lost: the second is not done, the first is answered again', async () => {
    const key = uuidv7();
    const first = await ask('POST', tags, key, { name: 'first-body', color: '#020202' });
    expect(await ask('POST', tags, key, { name: 'second-body', color: '#020202' })).toMatchObject(reused);
    expect(await ask('POST', `${tags}?x=1`, key, { name: 'first-body', color: '#020202' })).toMatchObject(
      reused,
    );
    expect(await tagsNamed('second-body')).toBe(0);
    expect((await ask('POST', tags, key, { name: 'first-body', color: '#020202' })).text).toBe(first.text);
  });

  it('holds for a change and a deletion, whatever became of the record since', async () => {
    const { id } = await ask('POST', tags, uuidv7(), { name: 'to-change', color: '#030303' });
    const key = uuidv7();
    const url = `${tags}/${id}`;
    const change = await ask('PUT', url, key, { name: 'changed' });
    await ask('PUT', url, uuidv7(), { name: 'changed again' });
    expect((await ask('PUT', url, key, { name: 'changed' })).text).toBe(change.text);
    expect(await tagsNamed('changed again')).toBe(1);
    expect(await ask('PUT', url, key, { name: 'changed otherwise' })).toMatchObject(reused);
    const gone = await ask('DELETE', `/api/tags/${id}`, key);
    expect(gone).toMatchObject({ status: 204, text: '' });
    expect(await ask('DELETE', `/api/tags/${id}`, key)).toMatchObject({
      status: 204,
      text: '',
      replayed: 'true',
    });
    expect((await ask('DELETE', `/api/tags/${id}`, uuidv7())).status).toBe(404);
  });

  it('of two at once with the same body both get the one answer', async () => {
    const key = uuidv7();
    const body = { name: 'at-once', color: '#040404' };
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask('POST', tags, key, body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    expect(await tagsNamed('at-once')).toBe(1);
  });

  it('of two at once with different bodies one is done and the other refused', async () => {
    const key = uuidv7();
    const names = ['rival-a', 'rival-b', 'rival-c', 'rival-d'];
    const answers = await Promise.all(
      names.map((name) => ask('POST', tags, key, { name, color: '#050505' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    const made = await Promise.all(names.map(tagsNamed));
    expect(made.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(made[answers.findIndex(({ status }) => status === 201)]).toBe(1);
  });

  it("is the user's own and the route's own", async () => {
    const key = uuidv7();
    const ours = await ask('POST', tags, key, { name: 'my-own', color: '#060606' });
    const theirs = await ask('POST', tags, key, { name: 'their-own', color: '#060606' }, other);
    expect([ours.status, theirs.status]).toEqual([201, 201]);
    expect(ours.id).not.toBe(theirs.id);
    const queue = { name: 'Fila própria', color: '#060606' };
    expect((await ask('POST', '/api/resources/queues', key, queue)).status).toBe(201);
  });

  it('with a body that is nested without end is refused, not failed', async () => {
    const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(await ask('POST', tags, uuidv7(), deep)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
  });

  it('tells apart what only looks alike', () => {
    const values = [{}, [], null, '', [[]], [{}], { a: 1 }, [['a', 1]], { a: '1' }, { entries: [['a', 1]] }];
    expect(new Set(values.map(hashOf)).size).toBe(values.length);
    expect(hashOf({ a: 1, b: { c: 2, d: 3 } })).toBe(hashOf({ b: { d: 3, c: 2 }, a: 1 }));
  });

  it('leaves nothing in the store that a password could be guessed from', async () => {
    const payload = { name: 'hashed', color: '#0b0b0b' };
    await ask('POST', tags, uuidv7(), payload);
    const kept = JSON.stringify(await api.state.list('idempotency/'));
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      for (const text of [hashOf(payload), JSON.stringify(['POST', tags, hashOf(payload)])])
        expect(kept).not.toContain(createHash('sha256').update(text).digest(encoding));
    expect(kept).not.toContain(hashOf(payload));
  });

  it('is not used up by a body that the route cannot read', async () => {
    const key = uuidv7();
    expect((await ask('POST', '/api/tags/sync', key, { ticketId: 7 })).status).toBe(400);
    expect((await ask('POST', '/api/tags/sync', key, { ticketId, tags: [] })).status).toBe(200);
  });

  it('is not used up by a command that was refused: what is corrected may come with it', async () => {
    const key = uuidv7();
    const user = { name: 'Caio', email, password: 'correct horse 42' };
    expect(await ask('POST', '/api/users', key, user)).toMatchObject({ status: 409 });
    expect(await ask('POST', '/api/users', key, { ...user, name: 'C' })).toMatchObject({ status: 400 });
    const corrected = { ...user, email: `caio-${email}` };
    const done = await ask('POST', '/api/users', key, corrected);
    expect(done.status).toBe(201);
    expect(await ask('POST', '/api/users', key, { ...corrected, name: 'Outro' })).toMatchObject(reused);
    expect(await ask('POST', '/api/users', key, corrected)).toMatchObject({ status: 201, id: done.id });
  });

  it('of two at once that are refused together is free, or still bound to what both asked', async () => {
    const key = uuidv7();
    const user = { name: 'Caio', email, password: 'correct horse 42' };
    const both = await Promise.all([
      ask('POST', '/api/users', key, user),
      ask('POST', '/api/users', key, user),
    ]);
    expect(both.map(({ status }) => status)).toEqual([409, 409]);
    expect((await ask('POST', '/api/users', key, user)).status).toBe(409);
  });

  it('stays bound to a request of which a part was done', async () => {
    const key = uuidv7();
    const created = await ask('POST', '/api/users', uuidv7(), {
      ...{ name: 'Dora', email: `dora-${email}`, password: 'correct horse 42' },
    });
    const dora = await api.signIn(`dora-${email}`);
    const both = {
      ...{ name: 'Dora Reis', password: 'correct horse 43' },
      currentPassword: 'correct horse 42',
    };
    const url = `/api/users/${created.id}`;
    const set = api.state.set;
    // The session is to go on under the new password: that cannot be written, after the name was changed.
    api.state.set = async (name, ...rest) => {
      if (name.startsWith('session/')) throw new DomainError('ERR_CONFLICT');
      return set(name, ...rest);
    };
    try {
      expect((await ask('PUT', url, key, both, dora)).status).toBe(409);
    } finally {
      api.state.set = set;
    }
    expect(await ask('PUT', url, key, { ...both, name: 'Outra' }, dora)).toMatchObject(reused);
    expect((await ask('PUT', url, key, both, dora)).status).toBe(200);
  });

  it.each(['', 'x'.repeat(201)])('of a wrong length is refused (%#)', async (key) => {
    const answer = await ask('POST', tags, key, { name: 'bad-key', color: '#070707' });
    expect([answer.status, JSON.parse(answer.text).errors]).toEqual([400, { 'Idempotency-Key': 'invalid' }]);
    expect(await tagsNamed('bad-key')).toBe(0);
  });

  const upload = async (key: string, content: string, body = 'olha') => {
    const boundary = `----${uuidv7()}`;
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/messages/${ticketId}`,
      headers: {
        ...admin,
        'idempotency-key': key,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload:
        `--${boundary}\r\nContent-Disposition: form-data; name="body"\r\n\r\n${body}\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="medias"; filename="a.txt"\r\n` +
        `Content-Type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    });
    return { status: answer.statusCode, text: answer.body };
  };
  const files = () => readdirSync(join(path, 'media', companyId)).length / 2;

  it('of a form stands for its texts and the bytes of its files, and a repetition leaves no file behind', async () => {
    const key = uuidv7();
    const first = await upload(key, 'content');
    expect(first.status, first.text).toBe(200);
    const before = files();
    expect(await upload(key, 'content')).toEqual(first);
    for (const changed of [await upload(key, 'outro'), await upload(key, 'content', 'veja')])
      expect([changed.status, JSON.parse(changed.text).error]).toEqual([422, 'ERR_IDEMPOTENCY_KEY_REUSED']);
    expect(files()).toBe(before);
    const thread = await api.app.inject({ url: `/api/messages/${ticketId}`, headers: admin });
    expect(
      thread.json<{ messages: { body: string }[] }>().messages.filter(({ body }) => body === 'olha'),
    ).toHaveLength(1);
  });

  it('holds after the process has ended and another has begun', async () => {
    const key = uuidv7();
    const body = { name: 'over-a-restart', color: '#080808' };
    const first = await ask('POST', tags, key, body);
    await api.close();
    api = await startTestApi({ path });
    admin = await api.signIn(email);
    expect(await ask('POST', tags, key, body)).toEqual({ ...first, replayed: 'true' });
    expect(await ask('POST', tags, key, { ...body, color: '#090909' })).toMatchObject(reused);
    expect(await tagsNamed('over-a-restart')).toBe(1);
  });

  it('whose process died between the deed and the answer is answered without a second deed', async () => {
    const key = uuidv7();
    const body = { name: 'interrupted', color: '#0a0a0a' };
    const first = await ask('POST', tags, key, body);
    for (const entry of await api.state.list<{ hash: string }>('idempotency/'))
      await api.state.set(entry.key, { hash: entry.value.hash });
    expect(await ask('POST', tags, key, body)).toEqual(first);
    expect(await ask('POST', tags, key, { ...body, name: 'interrupted-2' })).toMatchObject(reused);
    expect(await tagsNamed('interrupted')).toBe(1);
  });

  it('whose deed an older copy of the log has taken back is no answer any more: the same again is done again', async () => {
    const log = join(path, 'events.sqlite');
    const [kept, lost] = [uuidv7(), uuidv7()];
    const before = await ask('POST', tags, kept, { name: 'before-the-copy', color: '#0b0b0b' });
    await backupSqliteEventStore(log, `${log}.backup`);
    const body = { name: 'after-the-copy', color: '#0c0c0c' };
    const first = await ask('POST', tags, lost, body);
    expect(await ask('POST', tags, lost, body)).toEqual({ ...first, replayed: 'true' });
    renameSync(log, `${log}.former`);
    copyFileSync(`${log}.backup`, log);

    const patience = { timeout: 20_000, interval: 100 };
    // It is noticed at the next commit; read models are built anew then.
    const write = () => ask('POST', tags, uuidv7(), { name: uuidv7(), color: `#${uuidv7().slice(-6)}` });
    await expect.poll(async () => (await write()).status, patience).toBe(first.status);
    await expect.poll(() => api.events.rewinds(), patience).toBe(1);
    await expect.poll(() => tagsNamed('after-the-copy'), patience).toBe(0);
    expect(await ask('POST', tags, lost, body)).toMatchObject({ status: first.status });
    await expect.poll(() => tagsNamed('after-the-copy'), patience).toBe(1);
    expect(await ask('POST', tags, kept, { name: 'before-the-copy', color: '#0b0b0b' })).toEqual({
      ...before,
      replayed: 'true',
    });
  });
});
