import { readdir } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApi } from '../../testing/api.ts';

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
  let ourId = '';
  let connectionId = '';
  let contactId = '';
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );

  beforeAll(async () => {
    api = await startTestApi();
    const { companyId, email } = await api.company('Ours');
    ourId = companyId;
    headers = await api.signIn(email);
    const context = { companyId, actor: { kind: 'system', id: 'test' } as const };
    connectionId = uuidv7();
    await api.desk.connections.create(context, { connectionId, name: 'Loja', channel: 'simulator' });
    ({ contactId } = await api.desk.contacts.ensure(context, {
      numbers: ['5511955500142'],
      name: 'Marina',
    }));
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
    return {
      status: answer.statusCode,
      body: answer.json<{ messages: Sent[]; error: string; errors?: Record<string, string> }>(),
    };
  };
  const thread = async () =>
    (await api.app.inject({ url: `/api/messages/${ticketId}`, headers })).json<{ messages: Sent[] }>()
      .messages;

  it("a colleague's edit and deletion of a message stand under the colleague's name", async () => {
    const userId = uuidv7();
    const system = { companyId: ourId, actor: { kind: 'system', id: 'test' } as const };
    await api.desk.users.create(system, {
      ...{
        userId,
        name: 'Bruno',
        email: `bruno-${ourId}@example.org`,
        profile: 'admin',
        passwordHash: '$argon2id$none',
      },
    });
    const bruno = { companyId: ourId, actor: { kind: 'user', id: userId, name: 'Bruno' } as const };
    const messageId = (await post({ body: 'de Ana' })).body.messages[0]!.id;
    await api.desk.tickets.edit(bruno, { ticketId, messageId, body: 'alterada' });
    const { position } = await api.desk.tickets.deleteMessage(bruno, { ticketId, messageId });
    await api.reached(position);
    const by = { id: userId, name: 'Bruno' };
    await expect
      .poll(async () => (await thread()).find(({ id }) => id === messageId))
      .toMatchObject({ user: { name: 'Ana' }, editedBy: by, deletedBy: by });
  });

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
    expect([status, body.error, Object.keys(body.errors ?? {})]).toEqual([400, 'ERR_VALIDATION', [field]]);
    expect((await thread()).length).toBe(before);
  });

  it('keeps out of a text what no screen shows', async () => {
    expect((await post({ body: 'nul \0inside' })).status).toBe(200);
    expect((await thread()).map((message) => message.body)).toContain('nul inside');
  });

  it.each(['😀 é\u0301', '__proto__', '$where {"$gt": ""}', '<script>alert(1)</script>'])(
    'takes %j as it is',
    async (text) => {
      const { status, body } = await post({ body: text });
      expect(status, JSON.stringify(body)).toBe(200);
      expect((await thread()).map((message) => message.body)).toContain(text);
    },
  );

  it('a message of the ticket may be quoted, that of another never: it would go out with its text', async () => {
    const context = { companyId: ourId, actor: { kind: 'system', id: 'test' } as const };
    const { contactId } = await api.desk.contacts.ensure(context, {
      numbers: ['5511955500143'],
      name: 'Bento',
    });
    const elsewhere = await api.desk.tickets.receive(context, {
      ...{ connectionId: uuidv7(), queueId: null, contactId, externalId: 'M2', fromMe: false },
      ...{ body: 'segredo', mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    await api.reached(elsewhere.position);
    const [foreign] = (await api.app.inject({ url: `/api/messages/${elsewhere.ticketId}`, headers })).json<{
      messages: Sent[];
    }>().messages;
    expect(foreign?.body).toBe('segredo');
    const own = (await thread()).find(({ body }) => body === 'oi')!;
    const before = (await thread()).length;
    for (const quotedMsg of [foreign!.id, { id: foreign!.id }, uuidv7()])
      expect(await post({ body: 'veja', quotedMsg })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', errors: { quotedMsg: 'invalid' } },
      });
    const sentAsForm = await form([
      { name: 'body', value: 'veja' },
      { name: 'quotedMsg', value: JSON.stringify({ id: foreign!.id }) },
      { name: 'medias', value: png, filename: 'a.png', type: 'image/png' },
    ]);
    expect([sentAsForm.status, sentAsForm.body.errors]).toEqual([400, { quotedMsg: 'invalid' }]);
    expect((await thread()).length).toBe(before);
    const { status, body } = await post({ body: 'veja', quotedMsg: own.id });
    expect(status).toBe(200);
    expect(body.messages[0]).toMatchObject({ quotedMsg: { id: own.id, body: 'oi' } });
  });

  it('what other clients send along means nothing: a message is ours, and not read yet', async () => {
    const { status, body } = await post({
      ...{ body: 'de outro cliente', read: 1, fromMe: false, mediaUrl: '', quotedMsg: null },
    });
    expect([status, body.messages[0]]).toMatchObject([200, { fromMe: true, ack: 0, mediaUrl: null }]);
    const sentAsForm = await form([
      { name: 'fromMe', value: 'false' },
      { name: 'body', value: 'com arquivo' },
      { name: 'medias', value: png, filename: 'a.png', type: 'image/png' },
    ]);
    expect(sentAsForm.body.messages[0]).toMatchObject({ fromMe: true, body: 'com arquivo' });
  });

  it('what a contact wrote is read once its agent has seen it, and unread again when somebody says so', async () => {
    const inject = (method: 'GET' | 'POST', url: string) => api.app.inject({ method, url, headers });
    const reads = async () =>
      (await inject('GET', `/api/messages/${ticketId}`))
        .json<{ messages: { fromMe: boolean; read: boolean }[] }>()
        .messages.filter(({ fromMe }) => !fromMe)
        .map(({ read }) => read);
    const seen = await reads();
    expect(seen.every(Boolean)).toBe(true);
    const context = { companyId: ourId, actor: { kind: 'system', id: 'test' } as const };
    const { position } = await api.desk.tickets.receive(context, {
      ...{ connectionId, contactId, queueId: null, externalId: 'M2', fromMe: false },
      ...{ body: 'mais uma', mediaType: 'chat', sentAt: new Date().toISOString() },
    });
    await api.reached(position);
    expect(await reads()).toEqual([...seen, false]);
    await inject('POST', `/api/tickets/${ticketId}/read`);
    expect(await reads()).toEqual([...seen, true]);
    await inject('POST', `/api/tickets/${ticketId}/unread`);
    expect(await reads()).toEqual([...seen, false]);
    await inject('POST', `/api/tickets/${ticketId}/read`);
  });

  it('a failure of ours is named as what could not be made, with its id in the log and nothing of its inside', async () => {
    const send = vi.spyOn(api.desk.tickets, 'send').mockRejectedValueOnce(new Error('disk 7 is on fire'));
    const { status, body } = await post({ body: 'nunca chega' });
    expect([status, body.error]).toEqual([500, 'ERR_CREATING_MESSAGE']);
    expect(JSON.stringify(body)).not.toContain('disk');
    send.mockRestore();
    expect((await post({ body: 'chega' })).status).toBe(200);
  });

  it('several files in one request are a message each, in order', async () => {
    const { status, body } = await form([
      { name: 'body', value: 'olha' },
      { name: 'medias', value: png, filename: 'um.png', type: 'image/png' },
      { name: 'medias', value: 'nome;valor\n', filename: '../../dois.csv', type: 'text/csv' },
    ]);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect(body.messages.map(({ mediaType }) => mediaType)).toEqual(['image', 'application']);
    // The text goes with the first.
    expect(body.messages.map((message) => message.body)).toEqual(['olha', '']);
    const answer = await api.app.inject({ url: body.messages[1]!.mediaUrl!, headers });
    expect(answer.headers['content-disposition']).toContain('dois.csv');
    expect(answer.headers['content-disposition']).not.toContain('..');
  });

  const file = (value: string | Buffer, filename: string, type: string) => ({
    name: 'medias',
    value,
    filename,
    type,
  });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
  const program = Buffer.concat([
    Buffer.from('4d5a90000300000004000000ffff0000b800', 'hex'),
    Buffer.alloc(900_000, 7),
  ]);
  const stored = () => readdir(join(api.path, 'media', ourId)).catch(() => []);

  it('the text of a form arrives as that of JSON does: its lines ended alike, without NUL', async () => {
    const { body } = await form([
      { name: 'body', value: '*Ana:*\r\nbom\u0000 dia\u0007' },
      { name: 'medias', value: png, filename: 'p.png', type: 'image/png' },
    ]);
    expect(body.messages[0]?.body).toBe('*Ana:*\nbom dia');
  });

  it.each([
    ['an empty file', [file('', 'a.txt', 'text/plain')], 400, 'ERR_VALIDATION', 'empty'],
    [
      'a file one byte too large',
      [file(Buffer.alloc(1024 * 1024 + 1, 65), 'a.txt', 'text/plain')],
      413,
      'ERR_TOO_LARGE',
      'tooLong',
    ],
    [
      'a file far too large',
      [file(Buffer.alloc(3 * 1024 * 1024, 65), 'a.txt', 'text/plain')],
      413,
      'ERR_TOO_LARGE',
      'tooLong',
    ],
    ['a program called a picture', [file(program, 'a.png', 'image/png')], 415, 'ERR_MEDIA_TYPE', 'invalid'],
    ['a script', [file('@echo off', 'boleto.bat', 'text/plain')], 415, 'ERR_MEDIA_TYPE', 'invalid'],
    [
      'a way to a script',
      [file('[InternetShortcut]', 'a.url', 'text/plain')],
      415,
      'ERR_MEDIA_TYPE',
      'invalid',
    ],
    ['a page', [file('<!doctype html><p>', 'a.txt', 'text/plain')], 415, 'ERR_MEDIA_TYPE', 'invalid'],
    ['a drawing that runs scripts', [file(svg, 'a.svg', 'image/svg+xml')], 415, 'ERR_MEDIA_TYPE', 'invalid'],
    ['such a drawing called a photo', [file(svg, 'a.png', 'image/png')], 415, 'ERR_MEDIA_TYPE', 'invalid'],
    [
      'such a drawing with its XML line',
      [file(`<?xml version="1.0"?>\n${svg}`, 'a.svg', 'image/svg+xml')],
      415,
      'ERR_MEDIA_TYPE',
      'invalid',
    ],
    [
      'a good file beside a bad one',
      [file(png, 'good.png', 'image/png'), file(program, 'bad.exe', 'application/octet-stream')],
      415,
      'ERR_MEDIA_TYPE',
      'invalid',
    ],
  ])('%s is refused, the field named, and nothing of it stays', async (_name, parts, status, error, code) => {
    const before = [(await thread()).length, await stored()];
    const answer = await form(parts);
    expect(answer).toMatchObject({ status, body: { error, errors: { medias: code } } });
    expect([(await thread()).length, await stored()]).toEqual(before);
  });

  it.each([
    ['no id', 'messageId', 'not-a-uuid'],
    ['no message', 'quotedMsg', '!!!'],
    ['no length', 'seconds', 'abc'],
  ])(
    'a form refused for a field (%s) leaves its file behind no more than any other',
    async (_name, name, value) => {
      const before = await stored();
      const answer = await form([{ name, value }, file(png, 'p.png', 'image/png')]);
      expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
      expect(await stored()).toEqual(before);
    },
  );

  it('a file stays when nobody knows whether its message was written: it may still be', async () => {
    const before = (await stored()).length;
    const { append } = api.events;
    api.events.append = async () => {
      throw new Error('SQLITE_IOERR');
    };
    try {
      expect((await form([file(png, 'p.png', 'image/png')])).status).toBeGreaterThanOrEqual(500);
    } finally {
      api.events.append = append;
    }
    expect((await stored()).length).toBeGreaterThan(before);
  });

  it('over a real line too a refusal comes while the file is still being sent', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = api.app.server.address() as AddressInfo;
    for (const [content, status] of [
      [Buffer.concat([program, Buffer.alloc(8_000_000)]), 415],
      [Buffer.alloc(9_000_000, 65), 413],
    ] as const) {
      const body = new FormData();
      body.append('medias', new Blob([content]), 'a.txt');
      const answer = await fetch(`http://127.0.0.1:${port}/api/messages/${ticketId}`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(10_000),
      });
      expect(answer.status).toBe(status);
      expect((await answer.json()).errors).toHaveProperty('medias');
    }
  });

  it('a file of exactly the largest size is taken', async () => {
    const { status, body } = await form([file(Buffer.alloc(1024 * 1024, 65), 'a.txt', 'text/plain')]);
    expect(status, JSON.stringify(body)).toBe(200);
  });

  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system.ini', 'system.ini'],
    ['/absolute/a.txt', 'a.txt'],
    ['a\u0000b.txt', 'ab.txt'],
    ['..', 'arquivo'],
    ['.bashrc', 'bashrc'],
    ['\u202Etxt.exe', 'txt.exe'],
    ['\r\nSet-Cookie: x=1.txt', undefined],
    ['\u0061\u0301.txt', '\u00e1.txt'],
  ])('a file called %j is only ever called a name', async (filename, expected) => {
    const { status, body } = await form([file('olá', filename, 'text/plain')]);
    if (expected === undefined) {
      // A line end in a name ends the header it stands in: the form is not readable, or the rest is no name.
      if (status !== 200) return expect([400, 415]).toContain(status);
    } else expect(status, JSON.stringify(body)).toBe(200);
    const answer = await api.app.inject({ url: body.messages[0]!.mediaUrl!, headers });
    const disposition = String(answer.headers['content-disposition']);
    if (expected !== undefined)
      expect(disposition).toBe(`attachment; filename*=UTF-8''${encodeURIComponent(expected)}`);
    expect(disposition).not.toMatch(/\.\.|[\r\n\0]|%00|%0[ad]|%2f|%5c/i);
    expect(answer.headers).not.toHaveProperty('set-cookie');
  });

  it.each([
    ['a picture', png, 'a.png', 'image/png', 'inline', 'image/png'],
    ['a text', 'olá', 'a.txt', 'text/plain', 'attachment', 'text/plain; charset=utf-8'],
    ['a table', 'a;b', 'a.csv', 'text/csv', 'attachment', 'text/plain; charset=utf-8'],
    ['a PDF', '%PDF-1.7\n', 'a.pdf', 'application/pdf', 'attachment', 'application/octet-stream'],
  ])('%s is served so that nothing of it runs', async (_name, content, name, type, way, served) => {
    const { body } = await form([file(content, name, type)]);
    const { statusCode, headers: got } = await api.app.inject({ url: body.messages[0]!.mediaUrl!, headers });
    expect(statusCode).toBe(200);
    expect(got['content-disposition']).toMatch(new RegExp(`^${way};`));
    expect(got).toMatchObject({
      'content-type': served,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(got['cache-control']).toMatch(/^private/);
  });

  it('a drawing that got into the store another way is still only downloaded', async () => {
    const { body } = await form([file(png, 'a.png', 'image/png')]);
    const url = body.messages[0]!.mediaUrl!;
    await api.media.put(
      { id: url.split('/').at(-1)!, companyId: ourId, name: 'a.svg', mime: 'image/svg+xml' },
      [Buffer.from(svg)] as never,
      1_000,
    );
    const { headers: got } = await api.app.inject({ url, headers });
    expect(got['content-disposition']).toMatch(/^attachment;/);
    expect(got['content-type']).toBe('application/octet-stream');
  });

  it('a picture may be shown, and ranges of it asked for', async () => {
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
  });

  it('wrong JSON, a wrong content type and hostile keys get a clear refusal', async () => {
    for (const [type, payload, status, error] of [
      ['application/json', '{"body":', 400, 'ERR_VALIDATION'],
      ['application/json', '{"__proto__":{"admin":true},"body":"x"}', 400, 'ERR_VALIDATION'],
      ['text/plain', 'olá', 415, 'ERR_MEDIA_TYPE'],
      ['application/xml', '<body/>', 415, 'ERR_MEDIA_TYPE'],
    ] as const) {
      const answer = await api.app.inject({
        method: 'POST',
        url: `/api/messages/${ticketId}`,
        headers: { ...headers, 'content-type': type },
        payload,
      });
      expect([answer.statusCode, answer.json<{ error: string }>().error], `${type} ${payload}`).toEqual([
        status,
        error,
      ]);
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
    expect((await thread()).find((message) => message.id === id)).toMatchObject({ isDeleted: true });
    const foreign = (await thread()).find((message) => message.body === 'oi')!;
    const refused = await api.app.inject({
      method: 'POST',
      url: `/api/messages/edit/${foreign.id}`,
      headers,
      payload: { body: 'x' },
    });
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([403, 'ERR_NO_PERMISSION']);
    expect((await thread()).find((message) => message.id === foreign.id)?.body).toBe('oi');
  });
});
