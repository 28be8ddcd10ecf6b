import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isListed } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { recordStream } from '../../domain/streams.ts';
import { startTestApi } from '../../testing/api.ts';

type Row = Record<string, unknown> & { readonly id: string; readonly name: string };
interface Refusal {
  readonly error: string;
  readonly errors?: Record<string, string>;
}

describe('records over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let ours: { authorization: string };
  let theirs: { authorization: string };
  let context: { companyId: string; actor: { kind: 'system'; id: string } };
  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    context = { companyId, actor: { kind: 'system', id: 'test' } };
    ours = await api.signIn(email);
    theirs = await api.signIn((await api.company('Theirs')).email);
  });
  afterAll(() => api.close());

  const call = async <T = Row>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers: Record<string, string> = ours,
  ) => {
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    return {
      status: answer.statusCode,
      text: answer.body,
      body: (answer.body === '' ? null : answer.json()) as T,
      range: answer.headers['content-range'],
    };
  };
  let made = 0;
  const newColor = () => `#${String(100_000 + ++made)}`;
  const newQueue = async (values: object = {}) => {
    const color = newColor();
    const answer = await call('POST', '/api/resources/queues', { name: `Fila ${made}`, color, ...values });
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const upload = async (id: string, content: string, at = '/api/resources/queues/:id/files/mediaPath') => {
    const boundary = '----file';
    const answer = await api.app.inject({
      method: 'POST',
      url: at.replace(':id', id),
      headers: { ...ours, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload:
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="horario.txt"\r\n` +
        `Content-Type: text/plain\r\n\r\n${content}\r\n--${boundary}--\r\n`,
    });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<Row>();
  };

  it('refuses a name that a row of an old data folder has, which was claimed with its accents', async () => {
    const id = uuidv7();
    const metadata = { ...context, commandId: id, correlationId: id, at: new Date().toISOString() };
    const data = { id, name: 'Promoção antiga', color: '#A4CCCC', kanban: 0 };
    const stream = recordStream('tag', context.companyId, id);
    await api.gateway.eventStore.append(stream, -1, [{ id, type: 'TagCreated', data, metadata }]);
    await api.reached(await api.gateway.eventStore.head());
    const answer = await call<Refusal>('POST', '/api/tags', { name: 'PROMOCAO  ANTIGA' });
    expect([answer.status, answer.body.errors], answer.text).toEqual([409, { name: 'ERR_ALREADY_EXISTS' }]);
  });

  it('refuses who is not signed in', async () => {
    expect((await call('GET', '/api/resources/queues', undefined, {})).status).toBe(401);
  });

  it('shows a record to its own company and hides it from every other', async () => {
    const { id } = (await call('POST', '/api/resources/tags', { name: 'urgent', color: '#ff0000' })).body;
    const url = `/api/resources/tags/${id}`;
    expect((await call('GET', url, undefined, theirs)).status).toBe(404);
    expect((await call('PUT', url, { name: 'taken' }, theirs)).status).toBe(404);
    expect((await call('DELETE', url, undefined, theirs)).status).toBe(404);
    expect((await call('GET', url)).body).toMatchObject({ name: 'urgent' });
  });

  it('documents its routes', async () => {
    const { body, text } = await call<{ paths: object }>('GET', '/api/docs/json');
    expect(Object.keys(body.paths), text.slice(0, 200)).toContain('/api/resources/tags/{id}');
  });

  describe.each(['/api/resources/queues', '/api/queue'])('PUT %s/{id}', (path) => {
    it('keeps what is left out, every field of it', async () => {
      const before = await newQueue({ greetingMessage: 'Olá', orderQueue: 3 });
      await upload(before.id, 'seg a sex');
      const whole = (await call('GET', `${path}/${before.id}`)).body;
      const { status, body } = await call('PUT', `${path}/${before.id}`, { outOfHoursMessage: 'Fechado' });
      expect(status).toBe(200);
      const changes = {
        outOfHoursMessage: 'Fechado',
        position: expect.any(Number),
        updatedAt: expect.any(String),
      };
      expect(body).toEqual({ ...whole, ...changes });
      expect(body.mediaName).toBe('horario.txt');
    });

    it('takes the whole record back as it was given, and changes nothing by it', async () => {
      const { id } = await newQueue();
      await upload(id, 'seg a sex');
      const whole = (await call('GET', `${path}/${id}`)).body;
      const again = await call('PUT', `${path}/${id}`, whole);
      expect([again.status, again.body]).toEqual([200, whole]);
    });

    it('has the fields of the specification by their names, and keeps what is written into each', async () => {
      const { id: integrationId } = (
        await call('POST', '/api/queueIntegration', {
          ...{ type: 'webhook', name: `Ponte ${path}`, projectName: 'ponte' },
          urlN8N: 'https://bridge.example/hook',
        })
      ).body;
      const given = {
        name: `Fila inteira ${path}`,
        color: newColor(),
        greetingMessage: 'Olá',
        outOfHoursMessage: 'Fechado',
        orderQueue: 4,
        integrationId,
        promptId: null,
        schedules: [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '09:00', endTime: '17:00' }],
      };
      const { id } = await newQueue(given);
      const { mediaPath } = await upload(id, 'seg a sex');
      const { schedules, ...rest } = (await call('GET', `${path}/${id}`)).body;
      const { schedules: week, ...written } = given;
      expect(rest).toMatchObject({ ...written, id, mediaPath, mediaName: 'horario.txt' });
      expect([mediaPath, schedules]).toEqual([expect.any(String), expect.arrayContaining(week)]);
      const unknown = await call('POST', path, {
        ...given,
        name: `Outra ${path}`,
        color: newColor(),
        prompt: null,
      });
      expect(unknown.status).toBe(400);
    });

    it('null clears: to null where the field knows it, to the default where it has one', async () => {
      const { id } = await newQueue({ greetingMessage: 'Olá', orderQueue: 3 });
      await upload(id, 'seg a sex');
      const { body, status } = await call('PUT', `${path}/${id}`, {
        greetingMessage: null,
        orderQueue: null,
        schedules: null,
        mediaPath: null,
        mediaName: null,
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({ greetingMessage: '', orderQueue: null, mediaPath: null, mediaName: null });
      expect(body.schedules).toHaveLength(7);
      expect(body).not.toHaveProperty('mediaPathUrl');
    });

    it('an empty text clears a field that is no text, as a form sends what nobody typed', async () => {
      const { id } = await newQueue({ orderQueue: 3 });
      const empty = { orderQueue: '', promptId: '', integrationId: '', greetingMessage: '' };
      const { body, status } = await call('PUT', `${path}/${id}`, empty);
      const nothing = { orderQueue: null, promptId: null, integrationId: null, greetingMessage: '' };
      expect([status, body]).toEqual([200, expect.objectContaining(nothing)]);
    });

    it.each([
      [{ name: null }, { name: 'required' }],
      [{ name: '' }, { name: 'required' }],
      [{ name: '\u200b\u200b\u200b' }, { name: 'required' }],
      [{ color: null }, { color: 'required' }],
      [{ color: 'red' }, { color: 'invalid' }],
      [{ orderQueue: -1 }, { orderQueue: 'tooShort' }],
      [{ orderQueue: 1e300 }, { orderQueue: expect.any(String) }],
      [{ greetingMessage: 7 }, { greetingMessage: 'invalid' }],
      [{ colour: '#fff' }, { colour: 'unknown' }],
      [{ somethingUrl: 'x' }, { somethingUrl: 'unknown' }],
      [{ companyId: 'other' }, { companyId: 'unknown' }],
      [{ constructor: 'x' }, { constructor: 'unknown' }],
      [{ id: 'another' }, { id: 'invalid' }],
      [{ mediaPath: uuidv7() }, { mediaPath: 'invalid' }],
      [{ mediaPath: '../../etc/passwd' }, { mediaPath: 'invalid' }],
      [
        { name: 'x', color: 'red', nothing: 1 },
        { name: 'tooShort', color: 'invalid', nothing: 'unknown' },
      ],
    ])('refuses %j, naming each field, and changes nothing', async (values, errors) => {
      const { id } = await newQueue();
      const before = (await call('GET', `${path}/${id}`)).body;
      const { status, body } = await call<Refusal>('PUT', `${path}/${id}`, values);
      expect([status, body.error, body.errors]).toEqual([400, 'ERR_VALIDATION', errors]);
      expect((await call('GET', `${path}/${id}`)).body).toEqual(before);
    });

    it.each([[[]], [['x']], ['text'], [7], [null]])('refuses a body that is no record: %j', async (body) => {
      const { id } = await newQueue();
      const answer = await api.app.inject({
        method: 'PUT',
        url: `${path}/${id}`,
        headers: { ...ours, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      expect(answer.statusCode, answer.body).toBe(400);
    });

    it('a value that is taken is refused on its field, whether or not the others are sent', async () => {
      const first = await newQueue();
      const second = await newQueue();
      for (const values of [{ color: first.color }, { ...second, color: first.color }]) {
        const { status, body } = await call<Refusal>('PUT', `${path}/${second.id}`, values);
        expect([status, body.error, body.errors]).toEqual([
          409,
          'ERR_QUEUE_COLOR_ALREADY_EXISTS',
          { color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
        ]);
      }
    });
  });

  it('of two who change different fields at once neither undoes the other', async () => {
    const { id } = await newQueue();
    const changes = [
      { greetingMessage: 'Olá' },
      { outOfHoursMessage: 'Fechado' },
      { orderQueue: 9 },
      { name: `Nova ${id}` },
    ];
    const answers = await Promise.all(
      changes.map((values) => call('PUT', `/api/resources/queues/${id}`, values)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await call('GET', `/api/queue/${id}`)).body).toMatchObject(Object.assign({}, ...changes));
  });

  it.each(['/api/resources/queues/:id/files/mediaPath', '/api/queue/:id/media-upload'])(
    'at %s a file changes nothing but itself, and goes again by itself',
    async (address) => {
      const before = await newQueue({ greetingMessage: 'Olá', orderQueue: 3 });
      const sent = await upload(before.id, 'seg', address);
      const { mediaPath, mediaName, mediaPathUrl, position, updatedAt, ...rest } = sent;
      expect([mediaName, mediaPathUrl]).toEqual([
        'horario.txt',
        `/api/media/records/queues/${before.id}/${mediaPath}`,
      ]);
      expect(before).toMatchObject(rest);
      expect((await api.app.inject({ url: mediaPathUrl as string, headers: ours })).body).toBe('seg');
      expect((await api.app.inject({ url: mediaPathUrl as string, headers: theirs })).statusCode).toBe(404);
      const gone = (await call('DELETE', address.replace(':id', before.id))).body;
      expect(gone).toMatchObject({ ...rest, mediaPath: null, mediaName: null });
    },
  );

  it('are told of on their channel as one is made, changed and deleted', async () => {
    const { id } = await newQueue();
    await call('PUT', `/api/queue/${id}`, { greetingMessage: 'Olá' });
    expect((await call('DELETE', `/api/queue/${id}`)).status).toBe(204);
    const { notices } = await api.readStore.changes(context.companyId, 0, 10_000);
    const told = notices.filter((notice) => notice.id === id);
    expect(told.map(({ channel, action }) => [channel, action])).toEqual(
      ['create', 'update', 'delete'].map((action) => [`company-${context.companyId}-queue`, action]),
    );
  });

  it('are all in one list, which is the own company’s whichever a request names', async () => {
    const { id } = await newQueue();
    const listed = async (query: string, headers = ours) =>
      (await call<Row[]>('GET', `/api/queue${query}`, undefined, headers)).body.map((row) => row.id);
    for (const query of ['', `?companyId=${context.companyId}`, `?companyId=${uuidv7()}`])
      expect(await listed(query), query).toContain(id);
    expect(await listed(`?companyId=${context.companyId}`, theirs)).toEqual([]);
  });

  it.each(records.map((record) => [record.plural, record] as const))(
    'every field that %s may be listed by has an index in the store',
    async (plural, record) => {
      const headers = record.access.read === 'super' ? await api.root() : ours;
      const fields = Object.entries(record.fields).flatMap(([name, field]) =>
        isListed(field) ? [name] : [],
      );
      for (const field of [...fields, 'number', 'createdAt', 'updatedAt']) {
        for (const direction of ['ASC', 'DESC']) {
          const query = { sort: JSON.stringify([field, direction]) };
          const answer = await api.app.inject({ url: `/api/resources/${plural}`, query, headers });
          expect(answer.statusCode, `${field} ${answer.body}`).toBe(200);
        }
        for (const value of ['x', 7, true, null, ['x', null], []]) {
          const query = { filter: JSON.stringify({ [field]: value }) };
          const answer = await api.app.inject({ url: `/api/resources/${plural}`, query, headers });
          expect(answer.statusCode, `${field} ${JSON.stringify(value)} ${answer.body}`).toBe(200);
        }
      }
    },
  );

  describe('a list in the simple-rest dialect', () => {
    let headers: { authorization: string };
    const names = ['Água', 'banco', 'Cobrança', 'Dúvidas', 'entrega'];
    let rows: Row[] = [];
    beforeAll(async () => {
      headers = await api.signIn((await api.company('Lists')).email);
      for (const [at, name] of names.entries())
        rows.push(
          (
            await call(
              'POST',
              '/api/resources/queues',
              { name, color: `#00000${at}`, orderQueue: at % 2 },
              headers,
            )
          ).body,
        );
      rows = [...rows];
    });
    const list = async (query: Record<string, string>) => {
      const answer = await api.app.inject({ url: '/api/resources/queues', query, headers });
      return {
        status: answer.statusCode,
        body: answer.json(),
        names: answer.statusCode === 200 ? answer.json<Row[]>().map(({ name }) => name) : [],
        range: answer.headers['content-range'],
      };
    };

    it('is sorted both ways', async () => {
      const up = await list({ sort: '["number","ASC"]' });
      const down = await list({ sort: '["number","DESC"]' });
      expect(up.names).toEqual(names);
      expect(up.body.map(({ number }: Row) => number)).toEqual(names.map((_, index) => index + 1));
      expect(down.names).toEqual(names.toReversed());
    });

    it('is by title where nothing else is asked, in the order in which people look for names', async () => {
      expect((await list({})).names).toEqual(names);
      expect((await list({ sort: '["name","DESC"]' })).names).toEqual(names.toReversed());
    });

    it('comes in ranges that say where they stand; beyond the end is empty', async () => {
      const sort = '["number","ASC"]';
      expect(await list({ sort, range: '[0,1]' })).toMatchObject({
        names: names.slice(0, 2),
        range: 'queues 0-1/5',
      });
      expect(await list({ sort, range: '[3,9]' })).toMatchObject({
        names: names.slice(3),
        range: 'queues 3-4/5',
      });
      expect((await list({ sort, range: '[100,109]' })).names).toEqual([]);
    });

    it('is filtered by a value, by several, by words, by ids', async () => {
      expect((await list({ filter: '{"orderQueue":1}' })).names.sort()).toEqual(['Dúvidas', 'banco']);
      expect((await list({ filter: '{"name":["Água","entrega"]}' })).names.sort()).toEqual([
        'entrega',
        'Água',
      ]);
      expect((await list({ filter: '{"q":"cobranca"}' })).names).toEqual(['Cobrança']);
      const wanted = [rows[4]!.id, rows[0]!.id];
      const byId = await list({ filter: JSON.stringify({ id: [...wanted, uuidv7()] }) });
      expect(byId.names.sort()).toEqual(['entrega', 'Água']);
      expect(byId.range).toBe('queues 0-1/2');
      expect((await list({ filter: '{"id":[]}' })).names).toEqual([]);
    });

    it("does not find another company's by id", async () => {
      const foreign = await newQueue();
      expect((await list({ filter: JSON.stringify({ id: foreign.id }) })).names).toEqual([]);
    });

    it.each([
      ['sort', '["name","SIDEWAYS"]'],
      ['sort', '["passwordHash","ASC"]'],
      ['sort', 'name'],
      ['range', '[1e300,1e300]'],
      ['range', '[-1,5]'],
      ['range', '[0,NaN]'],
      ['range', '[0,99999]'],
      ['filter', '{"a"'],
      ['filter', '{"secret":1}'],
      ['filter', '{"id":[{"$gt":""}]}'],
      ['filter', `{"q":"${'x'.repeat(25_000)}"}`],
    ])('%s=%s is 400 and names it', async (parameter, value) => {
      const { status, body } = await list({ [parameter]: value });
      expect(status).toBe(400);
      expect(Object.keys(body.errors)).toEqual([parameter]);
    });

    it('a parameter twice is refused', async () => {
      const answer = await api.app.inject({
        url: '/api/resources/queues?range=[0,1]&range=[2,3]',
        headers,
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json<Refusal>().errors).toHaveProperty('range');
    });
  });

  it('an option stands below one of its own queue, and never below itself', async () => {
    const [first, second] = [await newQueue(), await newQueue()];
    const option = async (title: string, queueId: string, parentId: string | null = null) =>
      (await call('POST', '/api/queue-options', { title, queueId, parentId })).body.id;
    const root = await option('root', first.id);
    const child = await option('child', first.id, root);
    const leaf = await option('leaf', first.id, child);
    const beside = await option('beside', second.id);
    const invalid = [400, { parentId: 'invalid' }];
    const put = async (id: string, values: object) => {
      const { status, body } = await call<Refusal>('PUT', `/api/resources/queueOptions/${id}`, values);
      return [status, body.errors];
    };
    expect(await put(root, { parentId: root })).toEqual(invalid);
    expect(await put(root, { parentId: leaf })).toEqual(invalid);
    expect(await put(child, { parentId: beside })).toEqual(invalid);
    expect(await put(child, { queueId: second.id })).toEqual(invalid);
    const foreign = await call<Refusal>('POST', '/api/queue-options', {
      title: 'x',
      queueId: second.id,
      parentId: leaf,
    });
    expect([foreign.status, foreign.body.errors]).toEqual(invalid);
    expect(await put(leaf, { parentId: root })).toEqual([200, undefined]);
    expect(await put(leaf, { title: 'still a leaf' })).toEqual([200, undefined]);
    expect(await put(leaf, { parentId: null })).toEqual([200, undefined]);
  });

  it('is refused to an agent without the right, and read by them', async () => {
    const { id } = await newQueue();
    const email = `agent-${context.companyId}@example.org`;
    const { hashPassword } = await import('../auth/passwords.ts');
    const { position } = await api.desk.users.create(context, {
      name: 'Bia',
      email,
      profile: 'user',
      passwordHash: await hashPassword('correct horse 42'),
    });
    await api.reached(position);
    const agent = await api.signIn(email);
    for (const path of ['/api/resources/queues', '/api/queue']) {
      expect((await call('GET', `${path}/${id}`, undefined, agent)).status).toBe(200);
      expect((await call('PUT', `${path}/${id}`, { name: 'taken' }, agent)).status).toBe(403);
      expect((await call('DELETE', `${path}/${id}`, undefined, agent)).status).toBe(403);
      expect((await call('POST', path, { name: 'mine', color: '#abcdef' }, agent)).status).toBe(403);
    }
  });
});
