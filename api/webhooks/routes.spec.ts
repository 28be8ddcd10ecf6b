import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryView } from '../../contract/webhook.ts';
import { addDelivery, type Delivery, keepDelivery } from '../../messaging/webhook-deliveries.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let admin: { authorization: string };
let other: { authorization: string };
let companyId = '';
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });
const webhook = {
  name: 'ERP',
  url: 'https://erp.example/hooks',
  events: ['message.received'],
  secret: 'um segredo bem comprido',
};
const ask = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers = admin,
) => {
  const answer = await api.app.inject({
    method,
    url: `/api/webhooks${path}`,
    headers,
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    text: answer.body,
    body: answer.body === '' ? undefined : answer.json(),
  };
};

beforeAll(async () => {
  api = await startTestApi();
  const ours = await api.company('Ours');
  ({ companyId } = ours);
  await api.reached((await givePlan(api.desk, context(), {})).position);
  admin = await api.signIn(ours.email);
  const theirs = await api.company('Theirs');
  await api.reached((await givePlan(api.desk, { ...context(), companyId: theirs.companyId }, {})).position);
  other = await api.signIn(theirs.email);
}, 30_000);
afterAll(() => api.close());

it('is made with its secret, which is never shown again and stands in no event', async () => {
  const made = await ask('POST', '', webhook);
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'ERP', events: ['message.received'], active: true },
  });
  expect(made.text).not.toContain(webhook.secret);
  const { id } = made.body;
  expect((await ask('GET', `/${id}`)).text).not.toContain(webhook.secret);
  expect(JSON.stringify(await api.events.read(`webhook-${companyId}_${id}`))).not.toContain(webhook.secret);
});

it('has a new secret made for it, which is shown once; the one before holds for a day, or until it is ended', async () => {
  const { id } = (await ask('POST', '', { ...webhook, secret: undefined })).body;
  expect((await ask('GET', `/${id}/secret`)).body).toEqual({ isSet: false, replacedUntil: null });
  const first = await ask('POST', `/${id}/secret`, {});
  expect(first).toMatchObject({ status: 201, body: { isSet: true, replacedUntil: null } });
  expect(first.body.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  expect((await ask('GET', `/${id}`)).body).toMatchObject({ secretSet: true });

  const second = await ask('POST', `/${id}/secret`, {});
  expect(second.body.secret).not.toBe(first.body.secret);
  const left = Date.parse(second.body.replacedUntil) - Date.now();
  expect(left / 3_600_000).toBeGreaterThan(23.9);
  expect(left / 3_600_000).toBeLessThanOrEqual(24);
  const shown = await ask('GET', `/${id}/secret`);
  expect(shown.body).toEqual({ isSet: true, replacedUntil: second.body.replacedUntil });
  for (const { text } of [shown, await ask('GET', `/${id}`), await ask('GET', '')])
    for (const one of [first, second]) expect(text).not.toContain(one.body.secret);

  expect((await ask('DELETE', `/${id}/secret/replaced`)).status).toBe(204);
  expect((await ask('GET', `/${id}/secret`)).body).toEqual({ isSet: true, replacedUntil: null });
  await ask('POST', `/${id}/secret`, {});
  const third = await ask('POST', `/${id}/secret`, { keepsOld: false });
  expect(third.body.replacedUntil).toBeNull();
  const held = await api.state.list(`record-secret/webhook/${companyId}/${id}/`);
  expect(JSON.stringify(held)).not.toContain(third.body.secret);
});

it('says which field is wrong', async () => {
  for (const [change, field] of [
    [{ url: 'ftp://erp.example' }, 'url'],
    [{ url: 'erp' }, 'url'],
    [{ url: 'https://erp:senha@erp.example' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['everything'] }, 'events'],
    [{ secret: 'curto' }, 'secret'],
    [{ secret: 'whsec_isto não é base64' }, 'secret'],
    [{ secret: 'whsec_curto+curto=' }, 'secret'],
    [{ name: '' }, 'name'],
  ] as const) {
    const { status, body } = await ask('POST', '', { ...webhook, ...change });
    expect([status, Object.keys(body.errors).map((path) => path.split('.')[0])], field).toEqual([
      400,
      [field],
    ]);
  }
});

it('says of an address with a password in it what is wrong about it', async () => {
  const { body } = await ask('POST', '', { ...webhook, url: 'https://erp:senha@erp.example' });
  expect(body.errors).toEqual({ url: 'withPassword' });
});

it('lists what was told, newest first, page by page; once more under the same id', async () => {
  const { id: webhookId } = (await ask('POST', '', webhook)).body;
  for (let position = 1; position <= 60; position++) {
    const at = new Date(Date.UTC(2026, 10, 23, 12, 0, position)).toISOString();
    const event = { eventId: `e${position}`, position, type: 'message.received' } as const;
    await addDelivery(api.state, { ...event, companyId, webhookId, at });
  }
  const first = await ask('GET', `/${webhookId}/deliveries`);
  const ids = (list: { deliveries: DeliveryView[] }) => list.deliveries.map(({ id }) => id);
  expect(ids(first.body)).toEqual(Array.from({ length: 50 }, (_, at) => `e${60 - at}`));
  const second = await ask('GET', `/${webhookId}/deliveries?after=${first.body.next}`);
  expect(ids(second.body)).toEqual(Array.from({ length: 10 }, (_, at) => `e${10 - at}`));
  expect(second.body.next).toBeNull();

  const whole: Delivery = {
    companyId,
    webhookId,
    eventId: 'e60',
    position: 60,
    type: 'message.received',
    at: new Date(Date.UTC(2026, 10, 23, 12, 1)).toISOString(),
    state: 'delivered',
    count: 1,
    tries: [{ at: '2026-11-23T12:01:00.000Z', status: 200, ms: 12, answer: 'ok' }],
    nextAt: null,
  };
  await keepDelivery(api.state, whole);
  const again = await ask('POST', `/${webhookId}/deliveries/e60/replay`);
  expect(again).toMatchObject({
    status: 202,
    body: { id: 'e60', state: 'due', count: 0, tries: whole.tries },
  });
  expect((await ask('GET', `/${webhookId}/deliveries`)).body.deliveries[0]).toMatchObject({
    id: 'e60',
    state: 'due',
  });
  expect((await ask('POST', `/${webhookId}/deliveries/none/replay`)).status).toBe(404);
  const tried = await ask('POST', `/${webhookId}/test`);
  expect(tried.status).toBe(202);
  expect((await ask('GET', `/${webhookId}/deliveries`)).body.deliveries[0]).toMatchObject({
    id: tried.body.id,
    type: 'webhook.test',
    state: 'due',
  });
  // What happened after a trial stands above it.
  const at = new Date(Date.now() + 60_000).toISOString();
  const later = { eventId: 'e61', position: 61, type: 'message.received', at } as const;
  await addDelivery(api.state, { ...later, companyId, webhookId });
  const last = await ask('GET', `/${webhookId}/deliveries`);
  expect(ids(last.body).slice(0, 3)).toEqual(['e61', tried.body.id, 'e60']);
});

it('tells anything in the log once more, however far back it stands', async () => {
  const { id: webhookId } = (await ask('POST', '', webhook)).body;
  const started = Date.UTC(2026, 10, 23);
  for (let position = 1; position <= 1_003; position++) {
    const at = new Date(started + position).toISOString();
    const event = { eventId: `e${position}`, position, type: 'message.received' } as const;
    await addDelivery(api.state, { ...event, companyId, webhookId, at });
  }
  expect(await ask('POST', `/${webhookId}/deliveries/e1/replay`)).toMatchObject({
    status: 202,
    body: { id: 'e1', state: 'due' },
  });
});

it('is told nothing while it is off: neither a trial nor anything once more', async () => {
  const { id: webhookId } = (await ask('POST', '', webhook)).body;
  const at = new Date().toISOString();
  const one = { eventId: 'e70', position: 70, type: 'message.received', at } as const;
  await addDelivery(api.state, { ...one, companyId, webhookId });
  await ask('PUT', `/${webhookId}`, { active: false });
  for (const call of ['test', 'deliveries/e70/replay'])
    expect(await ask('POST', `/${webhookId}/${call}`)).toMatchObject({
      ...{ status: 409, body: { error: 'ERR_WEBHOOK_OFF', errors: { active: 'invalid' } } },
    });
  expect((await ask('GET', `/${webhookId}/deliveries`)).body.deliveries).toMatchObject([
    { id: 'e70', count: 0 },
  ]);
  await ask('PUT', `/${webhookId}`, { active: true });
  for (const call of ['test', 'deliveries/e70/replay'])
    expect((await ask('POST', `/${webhookId}/${call}`)).status).toBe(202);
});

it('is not there for another company', async () => {
  const { id } = (await ask('POST', '', webhook)).body;
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/deliveries'],
    ['POST', '/test'],
    ['GET', '/secret'],
    ['POST', '/secret'],
    ['DELETE', '/secret/replaced'],
    ['POST', `/deliveries/${uuidv7()}/replay`],
    ['DELETE', ''],
  ] as const)
    expect((await ask(method, `/${id}${path}`, undefined, other)).status).toBe(404);
});
