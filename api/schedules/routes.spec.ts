import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ScheduleView } from '../../contract/schedule.ts';
import { startTestApi } from '../../testing/api.ts';
import { png as pngOf } from '../../testing/images.ts';
import { createWatcher } from '../../testing/live.ts';
import { givePlan } from '../../testing/plan.ts';
import { hashPassword } from '../auth/passwords.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let url = '';
const live = createWatcher(() => url);
const header = {} as Record<'admin' | 'ana' | 'bruno' | 'carla' | 'other', { authorization: string }>;
type Who = keyof typeof header;
const queue = { support: uuidv7(), sales: uuidv7() };
let companyId = '';
let contactId = '';
const context = () => ({ companyId, actor: { kind: 'system', id: 'test' } as const });

interface Refusal {
  readonly error?: string;
  readonly errors?: Readonly<Record<string, string>>;
}
const ask = async <T = ScheduleView & Refusal>(
  who: Who,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  payload?: object,
) => {
  const answer = await api.app.inject({
    ...{ method, url: `/api/schedules${path}`, headers: header[who] },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: (answer.body === '' ? undefined : answer.json()) as T };
};
const content = (more: object = {}) => ({
  ...{ body: 'Bom dia, Marina!', contactId, sendAt: '2031-03-04T12:00:00.000Z' },
  ...more,
});
const add = async (who: Who, more: object = {}) => {
  const { status, body } = await ask(who, 'POST', '', content(more));
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const listed = async (who: Who, query = '') =>
  (await ask<{ schedules: ScheduleView[]; hasMore: boolean; count: number }>(who, 'GET', `?${query}`)).body;
const sees = async (who: Who, id: string) => (await ask(who, 'GET', `/${id}`)).status === 200;

beforeAll(async () => {
  api = await startTestApi();
  await api.app.listen({ port: 0, host: '127.0.0.1' });
  url = `ws://127.0.0.1:${(api.app.server.address() as AddressInfo).port}/graphql`;
  const ours = await api.company('Ours');
  ({ companyId } = ours);
  for (const [name, id] of Object.entries(queue))
    await api.desk
      .records('queue')
      .create(context(), { id, name, color: name === 'sales' ? '#4073d4' : '#4073d5' });
  const passwordHash = await hashPassword('correct horse 42');
  const people = { ana: [queue.support], bruno: [queue.support], carla: [queue.sales] };
  for (const [name, queueIds] of Object.entries(people)) {
    const email = `${name}-${companyId}@example.org`;
    await api.desk.users.create(context(), { name, email, profile: 'user', queueIds, passwordHash });
  }
  ({ contactId } = await api.desk.contacts.ensure(context(), {
    numbers: ['5511955500142'],
    name: 'Marina Peçanha',
  }));
  await api.reached((await givePlan(api.desk, context(), {})).position);
  for (const name of ['ana', 'bruno', 'carla'] as const)
    header[name] = await api.signIn(`${name}-${companyId}@example.org`);
  header.admin = await api.signIn(ours.email);
  const theirs = await api.company('Theirs');
  const their = { ...context(), companyId: theirs.companyId };
  await api.reached((await givePlan(api.desk, their, {})).position);
  header.other = await api.signIn(theirs.email);
}, 30_000);
afterEach(live.close);
afterAll(() => api.close());

it('is made, changed, listed and deleted under the specification’s names', async () => {
  const made = await add('ana', { queueId: queue.support });
  expect(made).toMatchObject({
    ...content(),
    ...{ contact: { id: contactId, name: 'Marina Peçanha' }, status: 'PENDENTE', sentAt: null },
    ...{ mediaPath: null, mediaName: null, user: { name: 'ana' }, recurrence: null },
  });
  expect(made.user?.id).toBe(made.userId);
  const changed = await ask('bruno', 'PUT', `/${made.id}`, { body: 'Boa tarde, Marina!' });
  expect(changed).toMatchObject({ status: 200, body: { body: 'Boa tarde, Marina!', sendAt: made.sendAt } });
  expect((await listed('ana')).schedules.map(({ id }) => id)).toContain(made.id);
  expect((await ask('ana', 'DELETE', `/${made.id}`)).status).toBe(204);
  expect(await sees('ana', made.id)).toBe(false);
});

it.each([
  [{ body: 'Oi  ' }, 'body', 'tooShort'],
  [{ body: 'Olá!' }, 'body', 'tooShort'],
  [{ body: undefined }, 'body', 'required'],
  [{ contactId: undefined }, 'contactId', 'required'],
  [{ sendAt: undefined }, 'sendAt', 'required'],
  [{ sendAt: '2031-02-30T10:00' }, 'sendAt', 'invalid'],
])('%j is refused at its field', async (more, field, said) => {
  const { status, body } = await ask('ana', 'POST', '', content(more));
  expect([status, body.errors]).toEqual([400, { [field]: said }]);
});

it('a series that ends before its first is refused, whichever of the two is changed; on the same day it is one', async () => {
  const daily = { frequency: 'daily', interval: 1 };
  const refusal = { status: 400, body: { errors: { 'recurrence.until': 'beforeFirst' } } };
  // Half past eleven of the evening before, in the company's days.
  const sendAt = '2031-03-05T02:30:00Z';
  const early = content({ sendAt, recurrence: { ...daily, until: '2031-03-03' } });
  expect(await ask('ana', 'POST', '', early)).toMatchObject(refusal);
  const { id } = await add('ana', { sendAt, recurrence: { ...daily, until: '2031-03-04' } });
  expect(await ask('ana', 'PUT', `/${id}`, { sendAt: '2031-03-05T09:00' })).toMatchObject(refusal);
  const ends = (until: string) => ({ recurrence: { ...daily, until } });
  expect(await ask('ana', 'PUT', `/${id}`, ends('2031-03-03'))).toMatchObject(refusal);
  const both = { sendAt: '2031-03-06T09:00', ...ends('2031-03-06') };
  expect((await ask('ana', 'PUT', `/${id}`, both)).status).toBe(200);
  expect((await ask('ana', 'PUT', `/${id}`, { body: 'Boa tarde, Marina!' })).status).toBe(200);
});

it('a time without an offset is the company’s', async () => {
  const { sendAt } = await add('ana', { sendAt: '2031-03-04T09:30:07' });
  expect(sendAt).toBe('2031-03-04T12:30:07.000Z');
});

it('each sees their own and those of their queues; whoever sees every queue all of them; nobody another company’s', async () => {
  const own = await add('ana');
  const support = await add('ana', { queueId: queue.support });
  const who = async (id: string) => {
    const all: Who[] = [];
    for (const one of Object.keys(header) as Who[]) if (await sees(one, id)) all.push(one);
    return all.toSorted();
  };
  expect(await who(own.id)).toEqual(['admin', 'ana']);
  expect(await who(support.id)).toEqual(['admin', 'ana', 'bruno']);
  expect((await listed('carla')).count).toBe(0);
  expect((await listed('other')).count).toBe(0);
  for (const [method, path] of [
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/retry'],
  ] as const)
    expect((await ask('carla', method, `/${support.id}${path}`, { body: 'Tomada de mim' })).status).toBe(404);
  expect((await ask('carla', 'POST', '', content({ queueId: queue.support }))).status).toBe(403);
  expect((await ask('other', 'POST', '', content())).status).toBe(404);
});

it('a page has 20 and says whether there are more; words find text and contact; a span has all', async () => {
  const { contactId: busy, position } = await api.desk.contacts.ensure(context(), {
    numbers: ['5511955500143'],
    name: 'João Ávila',
  });
  await api.reached(position);
  for (let i = 10; i < 35; i += 1)
    await add('carla', { contactId: busy, body: `Lembrete ${i}`, sendAt: `2032-01-01T12:${i}:00.000Z` });
  const first = await listed('carla', `contactId=${busy}`);
  expect([first.schedules.length, first.hasMore, first.count]).toEqual([20, true, 25]);
  const second = await listed('carla', `contactId=${busy}&pageNumber=2`);
  expect([second.schedules.length, second.hasMore]).toEqual([5, false]);
  expect((await listed('carla', 'searchParam=avila')).count).toBe(25);
  expect((await listed('carla', 'searchParam=lembrete%2012')).count).toBe(1);
  const span = 'from=2032-01-01T12:12:00Z&until=2032-01-01T12:34:00Z';
  expect((await listed('carla', span)).schedules).toHaveLength(22);
});

it('a page names those that were not sent yet alone, where that is asked', async () => {
  const { id } = await add('carla', { sendAt: '2033-01-01T12:00:00.000Z' });
  const gone = await add('carla', { sendAt: '2020-01-01T12:00:00.000Z' });
  const ticketId = uuidv7();
  await api.desk.schedules.send(context(), { scheduleId: gone.id, ticketId });
  const { position } = await api.desk.schedules.sent(context(), {
    ...{ scheduleId: gone.id, sentAt: new Date().toISOString() },
  });
  await api.reached(position);
  const ids = async (query: string) =>
    (await listed('carla', `contactId=${contactId}${query}`)).schedules.map((one) => one.id);
  expect(await ids('')).toEqual([gone.id, id]);
  expect(await ids('&unsent=true')).toEqual([id]);
});

it('takes png and jpeg, and nothing else', async () => {
  const { id } = await add('ana');
  const upload = async (name: string, bytes: Buffer) => {
    const body = Buffer.concat([
      Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const answer = await api.app.inject({
      ...{ method: 'POST', url: `/api/schedules/${id}/media-upload`, body },
      headers: { ...header.ana, 'content-type': 'multipart/form-data; boundary=b' },
    });
    return { status: answer.statusCode, body: answer.json<ScheduleView>() };
  };
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  expect((await upload('a b.pdf', Buffer.from('%PDF-1.7\n%x'))).status).toBe(415);
  const gif = Buffer.from(
    'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
    'latin1',
  );
  expect(await upload('a.gif', gif)).toMatchObject({ status: 415, body: { errors: { file: 'invalid' } } });
  const bomb = await upload('bomba.png', pngOf(50_000, 50_000, deflateSync(Buffer.alloc(9))));
  expect(bomb).toMatchObject({ status: 413, body: { errors: { file: 'tooManyPixels' } } });
  const { status, body } = await upload('meu convite.png', png);
  expect([status, body.mediaName]).toEqual([200, 'meu_convite.png']);
  const file = await api.app.inject({ url: body.mediaPath!, headers: header.ana });
  expect([file.statusCode, file.rawPayload.equals(png)]).toEqual([200, true]);
  expect((await api.app.inject({ url: body.mediaPath!, headers: header.carla })).statusCode).toBe(404);
  expect((await ask('ana', 'DELETE', `/${id}/media-upload`)).body).toMatchObject({ mediaPath: null });
});

it('says whether the hours of the queue, or of the company, are open at a time of the company, and when they open', async () => {
  const hours = async (who: Who, query: string) => (await ask<object>(who, 'GET', `/hours?${query}`)).body;
  const monday = [{ weekday: 'Segunda', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }];
  const set = async (value: string) =>
    api.reached((await api.desk.companies.setSetting(context(), { key: 'scheduleType', value })).position);
  // 2031-03-03 is a Monday.
  const morning = 'at=2031-03-03T09:00';
  expect(await hours('ana', morning)).toEqual({
    ...{ of: null, isOpen: true, opensAt: '2031-03-03T12:00:00.000Z' },
  });
  await api.reached((await api.desk.companies.setHours(context(), { schedules: monday })).position);
  await set('company');
  expect(await hours('ana', morning)).toEqual({
    ...{ of: 'company', isOpen: true, opensAt: '2031-03-03T12:00:00.000Z' },
  });
  expect(await hours('ana', 'at=2031-03-03T18:00')).toEqual({
    ...{ of: 'company', isOpen: false, opensAt: '2031-03-10T11:00:00.000Z' },
  });
  await set('queue');
  const tuesday = [{ ...monday[0]!, weekdayEn: 'tuesday' }];
  const record = { id: queue.sales, schedules: tuesday };
  await api.reached((await api.desk.records('queue').update(context(), record)).position);
  expect(await hours('ana', `${morning}&queueId=${queue.sales}`)).toEqual({
    ...{ of: 'queue', isOpen: false, opensAt: '2031-03-04T11:00:00.000Z' },
  });
  expect(await hours('ana', morning)).toMatchObject({ of: null });
  expect(await hours('other', `${morning}&queueId=${queue.sales}`)).toMatchObject({ of: null });
  expect((await ask('ana', 'GET', '/hours?at=2031-02-30T09:00')).body.errors).toEqual({ at: 'invalid' });
  await set('disabled');
});

it('browsers hear of it on the channel schedule, of no text', async () => {
  const channel = `company-${companyId}-schedule`;
  const line = await live.watch(header.admin.authorization.slice(7), [channel]);
  const { id } = await add('ana', { body: 'Segredo bem guardado' });
  await expect
    .poll(() => line.items.find((change) => change.id === id))
    .toMatchObject({ channel, action: 'create', id });
  expect(JSON.stringify(line.items)).not.toContain('Segredo');
});

it('one that the contact answered says so, is among the unsent until its time, and is scheduled again when saved', async () => {
  const made = await add('ana', { cancelOnReply: true, queueId: queue.support });
  expect(made).toMatchObject({ cancelOnReply: true, cancelledAt: null });
  expect(await add('ana')).toMatchObject({ cancelOnReply: false });
  const past = await add('ana', { cancelOnReply: true, sendAt: '2020-03-04T12:00:00.000Z' });
  for (const { id: scheduleId } of [made, past])
    await api.reached(
      (await api.desk.schedules.cancel(context(), { scheduleId, ticketId: 't', messageId: 'm' })).position,
    );
  expect((await ask('bruno', 'GET', `/${made.id}`)).body).toMatchObject({
    ...{ status: 'CANCELADA', reason: 'CONTACT_WROTE', ticketId: 't', cancelledAt: expect.any(String) },
  });
  const unsent = async (who: Who) => (await listed(who, 'unsent=true')).schedules.map(({ id }) => id);
  expect(await unsent('bruno')).toContain(made.id);
  expect(await unsent('bruno')).not.toContain(past.id);
  expect(await unsent('admin')).toContain(made.id);
  expect(await unsent('admin')).not.toContain(past.id);
  const again = await ask('ana', 'PUT', `/${made.id}`, { cancelOnReply: true });
  expect(again.body).toMatchObject({ status: 'PENDENTE', reason: null, ticketId: null, cancelledAt: null });
});

it('without the plan’s useSchedules there are none', async () => {
  await api.reached((await givePlan(api.desk, context(), { useSchedules: false })).position);
  expect(await ask('admin', 'GET')).toMatchObject({ status: 403, body: { error: 'ERR_PLAN_FEATURE' } });
});
