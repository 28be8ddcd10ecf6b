import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

// Two api processes on the same stores, and callers who mean no good.

let one: Awaited<ReturnType<typeof startTestApi>>;
let other: typeof one;
let companyId = '';
let admin: { authorization: string };
let token = { id: '', secret: '' };

const make = async (payload: object = {}) => {
  const answer = await one.app.inject({
    ...{ method: 'POST', url: '/api/tokens', headers: admin },
    payload: { name: 'Site', scopes: ['messages:send'], ...payload },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ id: string; secret: string }>();
};
const send = async (
  payload: string | Buffer | object,
  {
    api = one,
    secret = token.secret,
    ...headers
  }: { api?: typeof one; secret?: string } & Record<string, unknown> = {},
) => {
  const answer = await api.app.inject({
    method: 'POST',
    url: '/api/messages/send',
    headers: { authorization: `Bearer ${secret}`, ...(headers as Record<string, string>) },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
};
const file = (name: string) => {
  const boundary = '----attack';
  const part = (head: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const payload =
    part('name="number"', '5511955500601') +
    part(`name="medias"; filename="${name}"\r\nContent-Type: text/plain`, 'conteúdo') +
    `--${boundary}--\r\n`;
  return send(payload, { 'content-type': `multipart/form-data; boundary=${boundary}` });
};
const queued = async () => {
  const bodies: { body: string; media?: { name: string } }[] = [];
  for (let after = 0; ; ) {
    const page = await one.gateway.eventStore.readAll({ after, limit: 500 });
    if (page.length === 0) return bodies;
    after = page.at(-1)!.position;
    for (const { type, data } of page) if (type === 'MessageQueued') bodies.push(data as (typeof bodies)[0]);
  }
};

beforeAll(async () => {
  one = await startTestApi();
  other = await startTestApi({ path: one.path });
  const ours = await one.company('Ours');
  ({ companyId } = ours);
  const context = { companyId, actor: { kind: 'system', id: 'test' } } as const;
  await one.desk.connections.create(context, {
    ...{ connectionId: uuidv7(), name: 'Loja', channel: 'simulator', isDefault: true },
  });
  await one.reached((await givePlan(one.desk, context, {})).position);
  admin = await one.signIn(ours.email);
  token = await make();
}, 60_000);
afterAll(async () => {
  await other.close();
  await one.close();
});

it('two processes that are asked with the same Idempotency-Key at once send one message', async () => {
  const key = { 'idempotency-key': uuidv7() };
  const payload = { number: '5511955500602', body: 'uma só' };
  const answers = await Promise.all([one, other, one, other].map((api) => send(payload, { api, ...key })));
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await queued()).filter(({ body }) => body === 'uma só')).toHaveLength(1);
  expect(await send({ ...payload, body: 'outra' }, { api: other, ...key })).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_KEY_REUSED' },
  });
});

it('the same key of another token is another message', async () => {
  const key = { 'idempotency-key': uuidv7() };
  const payload = { number: '5511955500603', body: 'de cada um' };
  const { secret } = await make();
  const [first, second] = [await send(payload, key), await send(payload, { ...key, secret })];
  expect(first.body.id).not.toBe(second.body.id);
  expect((await queued()).filter(({ body }) => body === 'de cada um')).toHaveLength(2);
});

it('a token taken back at one process sends nothing at the other', async () => {
  const { id, secret } = await make();
  const payload = { number: '5511955500604', body: 'x' };
  expect((await send(payload, { api: other, secret })).status).toBe(202);
  await one.app.inject({ method: 'DELETE', url: `/api/tokens/${id}`, headers: admin });
  expect(await send(payload, { api: other, secret })).toMatchObject({ status: 401 });
});

it.each([
  ['../../../etc/passwd', 'passwd'],
  ['..\\\\..\\\\boot.ini', 'boot.ini'],
  ['/tmp/a b.txt', 'a_b.txt'],
  ['....//..hidden.txt', 'hidden.txt'],
])('a file called %s is only called %s', async (name, kept) => {
  const { status, body } = await file(name);
  expect(status, JSON.stringify(body)).toBe(202);
  expect((await queued()).at(-1)?.media?.name).toBe(kept);
});

it.each([
  [{ number: ['5511955500605'], body: 'x' }, 'number'],
  [{ number: { $ne: '' }, body: 'x' }, 'number'],
  [{ number: null, body: 'x' }, 'number'],
  [{ number: 5511955500605.5, body: 'x' }, 'number'],
  [{ number: '5511955500605', body: { a: 1 } }, 'body'],
  [{ number: '5511955500605', body: 'x', whatsappId: 7 }, 'whatsappId'],
  [{ number: '5511955500605', body: 'x', whatsappId: '../x' }, 'whatsappId'],
])('%j is refused by the name of its field', async (payload, field) => {
  expect(await send(payload)).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', errors: { [field]: expect.anything() } },
  });
});

it('what is no JSON, or far too large, is refused and leaves the server standing', async () => {
  const json = { 'content-type': 'application/json' };
  expect((await send('{"number":', json)).status).toBe(400);
  expect((await send('[]', json)).status).toBe(400);
  expect((await send('null', json)).status).toBe(400);
  const giant = `{"number":"5511955500606","body":"${'x'.repeat(4 * 1024 * 1024)}"}`;
  expect((await send(giant, json)).status).toBe(413);
  expect((await send({ number: '5511955500606', body: 'ainda aqui' })).status).toBe(202);
});
