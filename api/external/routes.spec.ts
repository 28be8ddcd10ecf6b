import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { NewApiToken } from '../../contract/api-token.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let companyId = '';
let token: NewApiToken;
const connection = { store: uuidv7(), depot: uuidv7() };
const number = '5511955500142';
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });

const asToken = (secret: string) => ({ authorization: `Bearer ${secret}` });
const make = async (payload: object, headers = admin) => {
  const answer = await api.app.inject({ method: 'POST', url: '/api/tokens', headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const token_ = async (payload: object = {}): Promise<NewApiToken> => {
  const { status, body } = await make({
    name: 'Site',
    scopes: ['messages:send', 'messages:read'],
    ...payload,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const send = async (payload: object, more: { secret?: string; key?: string } = {}) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: {
      ...asToken(more.secret ?? token.secret),
      ...(more.key && { 'idempotency-key': more.key }),
    },
    payload,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
};
const stateOf = async (id: string, secret = token.secret) => {
  const answer = await api.app.inject({ url: `/api/messages/send/${id}`, headers: asToken(secret) });
  return { status: answer.statusCode, body: answer.json() };
};
const thread = async (ticketId: string) =>
  (await api.app.inject({ url: `/api/messages/${ticketId}`, headers: admin })).json<{
    messages: { id: string; body: string; automatic: string | null; mediaType: string }[];
  }>().messages;
const form = (fields: Record<string, string>, files: Record<string, string> = {}) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, value] of Object.entries(files))
    data.append('medias', new Blob([value], { type: 'text/plain' }), name);
  return new Request('http://x', { method: 'POST', body: data });
};
const sendForm = async (request: Request, key?: string) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: {
      ...asToken(token.secret),
      'content-type': request.headers.get('content-type')!,
      ...(key && { 'idempotency-key': key }),
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
};

beforeAll(async () => {
  api = await startTestApi();
  const ours = await api.company('Ours');
  ({ companyId } = ours);
  for (const [name, connectionId] of Object.entries(connection))
    await api.desk.connections.create(context(), {
      connectionId,
      name,
      channel: 'simulator',
      isDefault: name === 'store',
    });
  await api.reached((await givePlan(api.desk, context(), {})).position);
  admin = await api.signIn(ours.email);
  token = await token_();
}, 30_000);
afterAll(() => api.close());

it('a token is shown once, kept as a hash, and known by its ending', async () => {
  const listed = await api.app.inject({ url: '/api/tokens', headers: admin });
  expect(listed.body).not.toContain(token.secret);
  const [one] = listed.json<{ tokens: NewApiToken[] }>().tokens;
  expect(one).toMatchObject({
    name: 'Site',
    ending: token.secret.slice(-4),
    whatsappId: null,
    expiresAt: null,
  });
  const events = await api.events.read(`apiToken-${companyId}_${token.id}`);
  expect(JSON.stringify(events)).not.toContain(token.secret);
});

it('says which field of a token is wrong', async () => {
  for (const [payload, errors] of [
    [{ name: ' ', scopes: ['messages:send'] }, { name: 'required' }],
    [{ name: '\u200b\u2060', scopes: ['messages:send'] }, { name: 'required' }],
    [{ name: 'x'.repeat(61), scopes: ['messages:send'] }, { name: 'tooLong' }],
    [{ name: 'x', scopes: [] }, { scopes: 'required' }],
    [{ name: 'x', scopes: ['messages:send'], expiresAt: '2020-01-01T00:00:00Z' }, { expiresAt: 'past' }],
  ] as const)
    expect(await make(payload)).toMatchObject({ status: 400, body: { errors } });
  expect(await make({ name: 'x', scopes: ['messages:send'], whatsappId: uuidv7() })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_WAPP_FOUND' },
  });
});

it('a text to a number opens a conversation that waits for an agent; the next one goes into it', async () => {
  const first = await send({ number, body: 'Seu pedido saiu para entrega.' });
  expect(first).toMatchObject({ status: 202, body: { status: 'queued', ids: [first.body.id] } });
  const second = await send({ number: Number(number), body: 'E chega hoje.' });
  expect(second.body).toMatchObject({ ticketId: first.body.ticketId, contactId: first.body.contactId });
  expect(await thread(first.body.ticketId)).toMatchObject([
    { id: first.body.id, body: 'Seu pedido saiu para entrega.', automatic: 'api' },
    { id: second.body.id, body: 'E chega hoje.' },
  ]);
  const ticket = await api.app.inject({ url: `/api/tickets/${first.body.ticketId}`, headers: admin });
  expect(ticket.json()).toMatchObject({ status: 'pending', userId: null, whatsappId: connection.store });
  expect(await stateOf(first.body.id)).toMatchObject({
    status: 200,
    body: { id: first.body.id, ticketId: first.body.ticketId, status: 'queued', reason: null },
  });
});

it('messages to somebody new that are sent at once go into one conversation', async () => {
  const bodies = ['Pedido recebido', 'Pagamento aprovado', 'Pedido enviado', 'Entregue'];
  const sent = await Promise.all(bodies.map((body) => send({ number: '5511955500157', body })));
  expect(sent.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  const [ticketId, ...others] = new Set(sent.map(({ body }) => body.ticketId));
  expect(others).toEqual([]);
  expect((await thread(ticketId)).map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
});

it('tells how far a message came as its ticks do', async () => {
  const { id: messageId, ticketId } = (await send({ number, body: 'Chegou?' })).body;
  const told: string[] = [];
  for (const ack of [1, 2, 3, 4, 5]) {
    const data = { ticketId, messageIds: [messageId], ack };
    await api.reached((await api.desk.tickets.acknowledge(context(), data)).position);
    told.push((await stateOf(messageId)).body.status);
  }
  expect(told).toEqual(['sent', 'sent', 'delivered', 'read', 'read']);
});

it('says which field of a message is wrong, and does nothing', async () => {
  const other = '5511955500999';
  for (const [payload, errors] of [
    [{ number: '+55 11 95550-0999', body: 'oi' }, { number: 'invalid' }],
    [{ number: `+${other}`, body: 'oi' }, { number: 'invalid' }],
    [{ number: '123', body: 'oi' }, { number: 'invalid' }],
    [{ number: '5'.repeat(16), body: 'oi' }, { number: 'invalid' }],
    [{ body: 'oi' }, { number: 'required' }],
    [{ number: other, body: '  ' }, { body: 'required' }],
    // Of joiners alone: the contact would get an empty bubble.
    [{ number: other, body: '\u200b\u2060' }, { body: 'required' }],
    [{ number: other }, { body: 'required' }],
    [{ number: other, body: 'x'.repeat(65_537) }, { body: 'tooLong' }],
  ] as const)
    expect(await send(payload)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', errors } });
  expect((await sendForm(form({ body: 'oi' }, { 'a.txt': 'x' }))).body.errors).toEqual({
    number: 'required',
  });
  const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.txt`, 'x']));
  expect(await sendForm(form({ number: other }, eleven))).toMatchObject({
    ...{ status: 413, body: { error: 'ERR_TOO_LARGE', message: 'More than 10 files in one form' } },
  });
  const contacts = await api.app.inject({ url: `/api/contacts?searchParam=${other}`, headers: admin });
  expect(contacts.json().contacts).toEqual([]);
});

it('under an Idempotency-Key once: at once, again, and after the conversation was closed', async () => {
  const payload = { number: '5511955500143', body: 'uma vez' };
  const key = uuidv7();
  const both = await Promise.all([send(payload, { key }), send(payload, { key })]);
  expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  const { ticketId } = both[0]!.body;
  expect((await thread(ticketId)).map(({ body }) => body)).toEqual(['uma vez']);
  expect(await send({ ...payload, body: 'outra' }, { key })).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
  });
  // A death between the deed and its answer: the key is bound, nothing is remembered of the answer.
  for (const { key: held, value } of await api.state.list<{ hash: string }>('idempotency/'))
    await api.state.set(held, { hash: value.hash });
  await api.app.inject({
    method: 'PUT',
    url: `/api/tickets/${ticketId}`,
    headers: admin,
    payload: { status: 'closed' },
  });
  expect((await send(payload, { key })).body).toMatchObject({ id: both[0]!.body.id, ticketId });
  expect((await thread(ticketId)).map(({ body }) => body)).toEqual(['uma vez']);
});

it('files go as messages of their own, the text with the first, blanks in their names as underscores', async () => {
  const made = () =>
    form({ number: '5511955500144', body: 'segue' }, { 'nota fiscal.txt': 'a', 'b.txt': 'b' });
  const key = uuidv7();
  const { status, body } = await sendForm(made(), key);
  expect(status, JSON.stringify(body)).toBe(202);
  expect(body.ids).toHaveLength(2);
  const messages = await thread(body.ticketId);
  expect(messages.map((message) => [message.id, message.body])).toEqual([
    [body.ids[0], 'segue'],
    [body.ids[1], ''],
  ]);
  expect(JSON.stringify(messages)).toContain('nota_fiscal.txt');
  expect((await sendForm(made(), key)).body).toEqual(body);
  expect(await thread(body.ticketId)).toHaveLength(2);
  expect(await sendForm(form({ number: 'x' }, { 'a.txt': 'a' }))).toMatchObject({
    status: 400,
    body: { errors: { number: 'invalid' } },
  });
});

it('a connection’s own token sends by it alone', async () => {
  const { secret } = await token_({ whatsappId: connection.depot });
  const sent = await send({ number: '5511955500145', body: 'do depósito' }, { secret });
  const ticket = await api.app.inject({ url: `/api/tickets/${sent.body.ticketId}`, headers: admin });
  expect(ticket.json()).toMatchObject({ whatsappId: connection.depot });
  expect(
    await send({ number: '5511955500145', body: 'x', whatsappId: connection.store }, { secret }),
  ).toMatchObject({ status: 403, body: { errors: { whatsappId: 'invalid' } } });
  const elsewhere = await send({ number: '5511955500146', body: 'x' });
  expect((await stateOf(elsewhere.body.id, secret)).status).toBe(404);
});

it('lets nobody in without a token that is good for it', async () => {
  const payload = { number, body: 'x' };
  const readOnly = await token_({ scopes: ['messages:read'] });
  expect(await send(payload, { secret: readOnly.secret })).toMatchObject({
    status: 403,
    body: { error: 'ERR_TOKEN_SCOPE', details: { scope: 'messages:send' } },
  });
  const gone = await token_();
  expect((await send(payload, { secret: gone.secret })).status).toBe(202);
  const url = `/api/tokens/${gone.id}`;
  expect((await api.app.inject({ method: 'DELETE', url, headers: admin })).statusCode).toBe(204);
  for (const secret of [gone.secret, `${token.secret.slice(0, -1)}x`, 'blc_', admin.authorization.slice(7)])
    expect(await send(payload, { secret })).toMatchObject({ status: 401, body: { error: 'ERR_NO_SESSION' } });
  // A token opens no door of people's.
  for (const path of ['/api/tickets', '/api/tokens', '/api/auth/me']) {
    const answer = await api.app.inject({ url: path, headers: asToken(token.secret) });
    expect([answer.statusCode, answer.json().message]).toEqual([
      401,
      'Tokens of other systems are not for this call',
    ]);
  }
  const short = await token_({ expiresAt: new Date(Date.now() + 300).toISOString() });
  await expect
    .poll(async () => (await send(payload, { secret: short.secret })).body)
    .toMatchObject({ error: 'ERR_NO_SESSION', details: { reason: 'expired' } });
});

it('another company’s message is not there', async () => {
  const { body } = await send({ number: '5511955500147', body: 'nossa' });
  const theirs = await api.company('Theirs');
  const their = { ...context(), companyId: theirs.companyId };
  await api.reached((await givePlan(api.desk, their, {})).position);
  const header = await api.signIn(theirs.email);
  const { body: other } = await make({ name: 'x', scopes: ['messages:read', 'messages:send'] }, header);
  expect((await stateOf(body.id, other.secret)).status).toBe(404);
  expect(await send({ number, body: 'x' }, { secret: other.secret })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_DEF_WAPP_FOUND' },
  });
});

it('without the plan’s useExternalApi a token sends nothing, and nobody makes or sees one', async () => {
  const plain = await api.company('Plain');
  const their = { ...context(), companyId: plain.companyId };
  await api.reached((await givePlan(api.desk, their, {})).position);
  const header = await api.signIn(plain.email);
  const { body: token } = await make({ name: 'x', scopes: ['messages:send'] }, header);
  await api.reached((await givePlan(api.desk, their, { useExternalApi: false })).position);
  await expect
    .poll(async () => (await send({ number, body: 'x' }, { secret: token.secret })).body.error)
    .toBe('ERR_PLAN_FEATURE');
  expect((await make({ name: 'y', scopes: ['messages:send'] }, header)).body).toMatchObject({
    error: 'ERR_PLAN_FEATURE',
  });
  const list = await api.app.inject({ url: '/api/tokens', headers: header });
  expect(list.json()).toMatchObject({ error: 'ERR_PLAN_FEATURE' });
});

it('the feed gives all that happened in the company, in order, page by page, and nothing of others', async () => {
  const { secret } = await token_({ scopes: ['events:read'] });
  const read = async (query: string, by = secret) => {
    const answer = await api.app.inject({ url: `/api/events?${query}`, headers: asToken(by) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const { body: sent } = await send({ number: '5511955500148', body: 'no feed' });
  const all: { type: string; position: number; data: { id?: string } }[] = [];
  for (let after = 0, hasMore = true; hasMore; ) {
    const { body } = await read(`after=${after}&limit=3`);
    all.push(...body.events);
    ({ next: after, hasMore } = body);
  }
  const positions = all.map(({ position }) => position);
  expect(positions).toEqual([...positions].sort((a, b) => a - b));
  expect(new Set(positions).size).toBe(positions.length);
  const told = all.filter(
    ({ data }) => data.id === sent.id || data.id === sent.ticketId || data.id === sent.contactId,
  );
  expect(told.map(({ type }) => type)).toEqual(['contact.created', 'ticket.created', 'message.queued']);
  expect((await read(`after=${positions.at(-1)}`)).body.events).toEqual([]);
  expect((await read('after=0&types=message.queued,ticket.created')).body.events.length).toBeGreaterThan(2);
  const theirs = await api.company('Elsewhere');
  await api.reached((await givePlan(api.desk, { ...context(), companyId: theirs.companyId }, {})).position);
  const { body: other } = await make({ name: 'x', scopes: ['events:read'] }, await api.signIn(theirs.email));
  expect((await read('after=0', other.secret)).body).toMatchObject({ events: [], hasMore: false });
  expect((await read('after=-1')).status).toBe(400);
  expect((await read('after=0', token.secret)).body.error).toBe('ERR_TOKEN_SCOPE');
});

it('says how many calls are left, and refuses what is too much', async () => {
  const { secret } = await token_({ scopes: ['messages:read'] });
  const id = uuidv7();
  const ask = () => api.app.inject({ url: `/api/messages/send/${id}`, headers: asToken(secret) });
  expect((await ask()).headers).toMatchObject({ 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599' });
  let last = await ask();
  for (let count = 2; count < 602 && last.statusCode !== 429; count++) last = await ask();
  expect(last.statusCode).toBe(429);
  expect(last.json()).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' });
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
});
