import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../testing-api.ts';

interface Sent {
  readonly id: string;
  readonly body: string;
  readonly mediaType: string;
  readonly mediaUrl: string | null;
}

describe('messages over HTTP', () => {
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let headers: { authorization: string };
  let ticketId = '';
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    headers = await api.signIn(email);
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
      externalId: 'M1',
      fromMe: false,
      body: 'oi',
      mediaType: 'chat',
      sentAt: new Date().toISOString(),
    });
    ({ ticketId } = received);
    await api.reached(received.position);
    const accepted = await api.app.inject({
      method: 'PUT',
      url: `/api/tickets/${ticketId}`,
      headers,
      payload: { status: 'open' },
    });
    expect(accepted.statusCode, accepted.body).toBe(200);
  });
  afterAll(() => api.close());

  const post = async (payload: unknown) => {
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/messages/${ticketId}`,
      headers,
      payload: payload as object,
    });
    return {
      status: answer.statusCode,
      body: answer.json<{ messages: Sent[]; error: string; errors?: object }>(),
    };
  };
  const form = async (
    parts: { name: string; value: string | Buffer; filename?: string; type?: string }[],
  ) => {
    const boundary = '----parts';
    const chunks = parts.flatMap(({ name, value, filename, type }) => [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
          `${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
      ),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    ]);
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/messages/${ticketId}`,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    });
    return { status: answer.statusCode, body: answer.json<{ messages: Sent[]; error: string }>() };
  };
  const thread = async () =>
    (await api.app.inject({ url: `/api/messages/${ticketId}`, headers })).json<{ messages: Sent[] }>()
      .messages;

  it('a text is sent once, however often it is asked for with its id', async () => {
    const messageId = uuidv7();
    for (let turn = 0; turn < 3; turn++) {
      const { status, body } = await post({ body: 'uma vez só', messageId });
      expect(status).toBeLessThan(300);
      expect(body.messages[0]?.id).toBe(messageId);
    }
    expect((await thread()).filter(({ body }) => body === 'uma vez só')).toHaveLength(1);
  });

  it.each([
    ['no text', {}, 'body'],
    ['blank text', { body: '  \n ' }, 'body'],
    ['a number for a text', { body: 7 }, 'body'],
    ['a text too long', { body: 'x'.repeat(70_000) }, 'body'],
    ['a wrong id', { body: 'x', messageId: '../../etc' }, 'messageId'],
  ])('%s is refused and the field named', async (_name, payload, field) => {
    const before = (await thread()).length;
    const { status, body } = await post(payload);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(field);
    expect((await thread()).length).toBe(before);
  });

  it.each(['nul \0 inside', '😀 é\u0301', '__proto__', '$where {"$gt": ""}', '<script>alert(1)</script>'])(
    'takes %j as it is',
    async (text) => {
      const { status, body } = await post({ body: text });
      if (status === 400) expect(JSON.stringify(body)).toContain('body');
      else expect((await thread()).map((message) => message.body).join('|')).toContain(text);
    },
  );

  it('several files in one request are a message each, in order', async () => {
    const { status, body } = await form([
      { name: 'body', value: 'olha' },
      { name: 'medias', value: png, filename: 'um.png', type: 'image/png' },
      { name: 'medias', value: 'nome;valor\n', filename: '../../dois.csv', type: 'text/csv' },
    ]);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(body.messages.map(({ mediaType }) => mediaType)).toEqual(['image', 'application']);
    const answer = await api.app.inject({ url: body.messages[1]!.mediaUrl!, headers });
    expect(answer.headers['content-disposition']).toContain('dois.csv');
    expect(answer.headers['content-disposition']).not.toContain('..');
  });

  it.each([
    ['an empty file', [{ name: 'medias', value: '', filename: 'a.txt', type: 'text/plain' }], 400],
    [
      'a file too large',
      [{ name: 'medias', value: Buffer.alloc(1024 * 1024 + 2, 65), filename: 'a.txt', type: 'text/plain' }],
      413,
    ],
    [
      'a program',
      [
        {
          name: 'medias',
          value: Buffer.from('4d5a90000300000004000000ffff0000b800', 'hex'),
          filename: 'a.png',
          type: 'image/png',
        },
      ],
      415,
    ],
  ])('%s is refused and nothing of it stays', async (_name, parts, expected) => {
    const before = (await thread()).length;
    const { status, body } = await form(parts as never);
    expect([expected, 400, 415], JSON.stringify(body)).toContain(status);
    expect(body.error).toMatch(/^ERR_/);
    expect((await thread()).length).toBe(before);
  });

  it('a picture may be shown, ranges of it may be asked for, markup is only ever downloaded', async () => {
    const { body } = await form([{ name: 'medias', value: png, filename: 'p.png', type: 'image/png' }]);
    const url = body.messages[0]!.mediaUrl!;
    const whole = await api.app.inject({ url, headers });
    expect(whole.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(whole.headers['content-disposition']).toMatch(/^inline/);
    const part = await api.app.inject({ url, headers: { ...headers, range: 'bytes=1-3' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(png.subarray(1, 4))).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes 1-3/${png.length}`);
    const beyond = await api.app.inject({ url, headers: { ...headers, range: 'bytes=9999-' } });
    expect(beyond.statusCode).toBe(416);
    const markup = await form([
      {
        name: 'medias',
        value: '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
        filename: 'a.svg',
        type: 'image/svg+xml',
      },
    ]);
    if (markup.status < 300) {
      const answer = await api.app.inject({ url: markup.body.messages[0]!.mediaUrl!, headers });
      expect(answer.headers['content-disposition']).toMatch(/^attachment/);
    } else expect(markup.body.error).toMatch(/^ERR_/);
  });

  it('wrong JSON, a wrong content type and hostile keys get a clear refusal', async () => {
    for (const [type, payload] of [
      ['application/json', '{"body":'],
      ['application/json', '{"__proto__":{"admin":true},"body":"x"}'],
      ['text/plain', 'olá'],
      ['application/xml', '<body/>'],
    ] as const) {
      const answer = await api.app.inject({
        method: 'POST',
        url: `/api/messages/${ticketId}`,
        headers: { ...headers, 'content-type': type },
        payload,
      });
      expect([400, 415], `${type} ${payload}: ${answer.body}`).toContain(answer.statusCode);
      expect(answer.json<{ error: string }>().error).toMatch(/^ERR_/);
    }
  });

  it('an edit and a deletion of an own message stand in the thread; those of a contact are refused', async () => {
    const { body } = await post({ body: 'às 15h' });
    const id = body.messages[0]!.id;
    const edited = await api.app.inject({
      method: 'POST',
      url: `/api/messages/edit/${id}`,
      headers,
      payload: { body: 'às 16h' },
    });
    expect(edited.statusCode, edited.body).toBeLessThan(300);
    expect((await thread()).find((message) => message.id === id)?.body).toContain('às 16h');
    const blank = await api.app.inject({
      method: 'POST',
      url: `/api/messages/edit/${id}`,
      headers,
      payload: { body: ' ' },
    });
    expect(blank.statusCode).toBe(400);
    const deleted = await api.app.inject({ method: 'DELETE', url: `/api/messages/${id}`, headers });
    expect(deleted.statusCode, deleted.body).toBeLessThan(300);
    const foreign = (await thread()).find((message) => message.body === 'oi')!;
    const refused = await api.app.inject({
      method: 'POST',
      url: `/api/messages/edit/${foreign.id}`,
      headers,
      payload: { body: 'x' },
    });
    expect(refused.statusCode).toBeGreaterThanOrEqual(400);
    expect(refused.statusCode).toBeLessThan(500);
  });
});
