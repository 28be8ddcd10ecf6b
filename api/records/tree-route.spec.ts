import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/kernel/ids.ts';
import { recordStream } from '../../domain/streams.ts';
import { startTestApi } from '../../testing/api.ts';

type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly title: string };

describe('the options of a queue over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let ours: { authorization: string };
  let theirs: { authorization: string };
  let companyId = '';
  beforeAll(async () => {
    api = await startTestApi();
    const made = await api.company('Ours');
    companyId = made.companyId;
    ours = await api.signIn(made.email);
    theirs = await api.signIn((await api.company('Theirs')).email);
  });
  afterAll(() => api.close());

  const call = async <T = Row>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers = ours,
  ) => {
    const answer = await api.app.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: (answer.body === '' ? null : answer.json()) as T };
  };
  let made = 0;
  const newQueue = async () => {
    made += 1;
    return (await call('POST', '/queue', { name: `Fila ${made}`, color: `#${String(100_000 + made)}` })).body
      .id;
  };
  const option = async (queueId: string, title: string, parentId: string | null = null, more: object = {}) =>
    (await call('POST', '/queue-options', { title, queueId, parentId, ...more })).body.id;
  const below = async (queueId: string, parentId = '-1') =>
    (await call<Row[]>('GET', `/queue-options?queueId=${queueId}&parentId=${parentId}`)).body.map(
      ({ title, option: place }) => `${place} ${title}`,
    );
  const change = (queueId: string, changes: readonly object[], headers = ours) =>
    call<Row[] & { error: string; details: object; errors: object }>(
      'PUT',
      `/queue/${queueId}/tree`,
      { changes },
      headers,
    );

  it('are listed below their parent, -1 for the roots, in their places', async () => {
    const queueId = await newQueue();
    const a = await option(queueId, 'a');
    await option(queueId, 'b');
    await option(queueId, 'first', null, { option: '1' });
    await option(queueId, 'inside', a);
    expect(await below(queueId)).toEqual(['1 first', '2 a', '3 b']);
    expect(await below(queueId, a)).toEqual(['1 inside']);
    expect((await call<Row[]>('GET', `/queue-options?queueId=${queueId}`)).body).toHaveLength(4);
    expect((await call<Row[]>('GET', `/queue-options?queueId=${queueId}`, undefined, theirs)).body).toEqual(
      [],
    );
  });

  it('have what hangs below them in it, by level and one alone, and take it back as it came', async () => {
    const queueId = await newQueue();
    const a = await option(queueId, 'a', null, { option: 1, children: [], message: 'Olá' });
    const branch = await option(queueId, 'branch', a);
    await option(queueId, 'leaf', branch);
    await option(queueId, 'b');
    type Node = Row & { readonly children: readonly Node[]; readonly option: string };
    const shape = ({ title, option: place, children }: Node): unknown[] => [
      `${place} ${title}`,
      ...children.map(shape),
    ];
    const level = await call<Node[]>('GET', `/queue-options?queueId=${queueId}&parentId=-1`);
    const whole = ['1 a', ['1 branch', ['1 leaf']]];
    expect(level.body.map(shape)).toEqual([whole, ['2 b']]);
    const alone = await call<Node>('GET', `/queue-options/${a}`);
    expect(shape(alone.body)).toEqual(whole);
    expect(alone.body).toMatchObject({ message: 'Olá', queueId, parentId: null });
    expect(alone.body).toMatchObject({ mediaPath: null, mediaName: null });
    const { status, body } = await call<Node>('PUT', `/queue-options/${a}`, { ...alone.body, title: 'A' });
    expect([status, shape(body)]).toEqual([200, ['1 A', ['1 branch', ['1 leaf']]]]);
  });

  it.each([['abc'], ['-1'], [1.5], [true]])('have a place that is a number: not %j', async (place) => {
    const queueId = await newQueue();
    const { status, body } = await call<Row & { errors: object }>('POST', '/queue-options', {
      ...{ title: 'a', queueId, option: place },
    });
    expect([status, body.errors]).toEqual([400, { option: 'invalid' }]);
  });

  it('go with all that hangs below them, and those that follow move up', async () => {
    const queueId = await newQueue();
    const a = await option(queueId, 'a');
    await option(queueId, 'leaf', await option(queueId, 'branch', a));
    await option(queueId, 'b');
    expect((await call('DELETE', `/queue-options/${a}`)).status).toBe(204);
    expect(
      (await call<Row[]>('GET', `/queue-options?queueId=${queueId}`)).body.map(({ title }) => title),
    ).toEqual(['b']);
    expect(await below(queueId)).toEqual(['1 b']);
  });

  it('go with their queue', async () => {
    const queueId = await newQueue();
    await option(queueId, 'leaf', await option(queueId, 'branch'));
    await call('DELETE', `/queue/${queueId}`);
    expect((await call<Row[]>('GET', `/queue-options?queueId=${queueId}`)).body).toEqual([]);
  });

  it('are moved by their place alone: the others make room', async () => {
    const queueId = await newQueue();
    await option(queueId, 'a');
    await option(queueId, 'b');
    const c = await option(queueId, 'c');
    expect((await call('PUT', `/queue-options/${c}`, { option: '1' })).body).toMatchObject({ option: '1' });
    expect(await below(queueId)).toEqual(['1 c', '2 a', '3 b']);
  });

  it('are changed together, or not at all', async () => {
    const queueId = await newQueue();
    const [a, b] = [await option(queueId, 'a'), await option(queueId, 'b')];
    const [first, inside] = [newId(), newId()];
    const { status, body } = await change(queueId, [
      { create: first, values: { title: 'new', option: '1' } },
      { create: inside, values: { title: 'inside', parentId: first } },
      {
        update: b,
        values: { title: 'B', parentId: first, option: '1' },
        before: { title: 'b', parentId: null },
      },
      { delete: a, below: 0 },
    ]);
    expect([status, body.length]).toEqual([200, 3]);
    expect(await below(queueId)).toEqual(['1 new']);
    expect(await below(queueId, first)).toEqual(['1 B', '2 inside']);
    const refused = await change(queueId, [
      { update: b, values: { title: 'other' } },
      { update: a, values: { title: 'gone' } },
    ]);
    expect([refused.status, refused.body.error, refused.body.details]).toEqual([
      404,
      'ERR_NOT_FOUND',
      { id: a },
    ]);
    expect(await below(queueId, first)).toEqual(['1 B', '2 inside']);
  });

  it('of two admins who edit one tree at once, both keep what they wrote', async () => {
    const queueId = await newQueue();
    const [a, b] = [await option(queueId, 'a'), await option(queueId, 'b')];
    const answers = await Promise.all([
      change(queueId, [{ update: a, values: { title: 'A' }, before: { title: 'a' } }]),
      change(queueId, [{ update: b, values: { option: '1' }, before: { option: '2' } }]),
      change(queueId, [{ update: a, values: { message: 'Olá' }, before: { message: '' } }]),
      change(queueId, [{ create: newId(), values: { title: 'c' } }]),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await below(queueId)).toEqual(['1 b', '2 A', '3 c']);
    expect((await call('GET', `/queue-options/${a}`)).body).toMatchObject({ message: 'Olá' });
    const late = await change(queueId, [{ update: a, values: { title: 'Á' }, before: { title: 'a' } }]);
    expect([late.status, late.body.error, late.body.details]).toEqual([
      409,
      'ERR_CONFLICT',
      { id: a, field: 'title' },
    ]);
  });

  it('are one’s own company’s, and files come by their own way', async () => {
    const queueId = await newQueue();
    const a = await option(queueId, 'a');
    expect((await change(queueId, [{ delete: a }], theirs)).status).toBe(404);
    const form = new FormData();
    form.append('file', new Blob(['seg a sex'], { type: 'text/plain' }), 'horario.txt');
    const file = new Response(form);
    const sent = await api.app.inject({
      ...{ method: 'POST', url: `/api/queue-options/${a}/media-upload` },
      headers: { ...ours, 'content-type': file.headers.get('content-type')! },
      payload: Buffer.from(await file.arrayBuffer()),
    });
    expect(sent.json()).toMatchObject({ title: 'a', mediaName: 'horario.txt' });
    const url = sent.json<{ mediaPathUrl: string }>().mediaPathUrl;
    expect((await api.app.inject({ url, headers: ours })).body).toBe('seg a sex');
    const named = await change(queueId, [{ update: a, values: { mediaPath: newId() } }]);
    expect([named.status, named.body.errors]).toEqual([400, { mediaPath: 'invalid' }]);
    const other = await newQueue();
    expect((await change(other, [{ delete: a }])).status).toBe(404);
    expect(await below(queueId)).toEqual(['1 a']);
  });

  it('that were written before trees had one stream are moved and deleted as all others', async () => {
    const queueId = await newQueue();
    const [old, leaf] = [newId(), newId()];
    for (const [id, parentId] of [[old, null] as const, [leaf, old] as const]) {
      const data = {
        ...{ id, title: id, message: '', option: '1', queueId, parentId },
        mediaPath: null,
        mediaName: null,
      };
      const at = new Date().toISOString();
      const metadata = {
        ...{ companyId, commandId: newId(), correlationId: newId(), at },
        actor: { kind: 'system', id: 't' },
      };
      const stream = recordStream('queueOption', companyId, id);
      const { position } = await api.events.append(stream, -1, [
        { id: newId(), type: 'QueueOptionCreated', data, metadata } as never,
      ]);
      await api.reached(position);
    }
    await option(queueId, 'new', null, { option: '1' });
    expect(await below(queueId)).toEqual(['1 new', `2 ${old}`]);
    await call('DELETE', `/queue-options/${old}`);
    expect(
      (await call<Row[]>('GET', `/queue-options?queueId=${queueId}`)).body.map(({ title }) => title),
    ).toEqual(['new']);
  });
});
