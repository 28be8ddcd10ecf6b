import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { keepSecrets, recordSecrets } from '../../messaging/secrets.ts';
import {
  addDelivery,
  type Delivery,
  type Due,
  deliveriesOf,
  duePrefix,
  keepDelivery,
} from '../../messaging/webhook-deliveries.ts';
import { bothMs, newWebhookSecret, webhookSecrets } from '../../messaging/webhook-secrets.ts';
import { OutgoingError } from '../../outgoing/ask.ts';
import { openWebhooks } from '../../outgoing/webhooks/open.ts';
import { companyId, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import { givePlan } from '../../testing/plan.ts';
import { type Receiver, startReceiver } from '../../testing/webhooks/receiver.ts';
import { createVault } from '../secrets/vault.ts';
import { createDelivering, type DeliveringDeps } from './delivering.ts';
import { createOffLetters } from './off-letters.ts';
import { createTelling } from './telling.ts';
import type { WebhookRow } from './webhook-row.ts';

const secret = `whsec_${Buffer.from('um segredo de vinte e quatro letras').toString('base64')}`;
const vault = createVault('x'.repeat(32));
const webhooks = openWebhooks({ allowedPrivate: ['127.0.0.1'], webhookTimeoutMs: 400 });
const often = { webhooks, config: { webhooksEveryMs: 30 } };
const log = pino({ level: 'silent' });
let test: TestGateway;
let receiver: Receiver;
beforeEach(async () => {
  test = await startTestGateway();
  receiver = await startReceiver(secret);
  await givePlan(test.desk, system, {});
});
afterEach(async () => {
  await test.close();
  await receiver.close();
});

const all = ['message.received', 'ticket.created', 'contact.created'] as const;
const add = async (more: object = {}, key: string | null = secret) => {
  const webhook = { name: 'ERP', url: receiver.url, events: [...all], ...more };
  const { id, position } = await test.desk.records('webhook').create(system, webhook);
  if (key !== null)
    await keepSecrets({ state: test.state, vault }, recordSecrets('webhook', companyId, id), { secret: key });
  await test.projector.reached(position, 5_000);
  return id;
};
const deliveries = async (webhookId: string) =>
  (await test.state.list<Delivery>(deliveriesOf(companyId, webhookId))).map(({ value }) => value);
const types = () => receiver.heard.map(({ type }) => type).toSorted();
const patience = { timeout: 8_000, interval: 20 };

it('tells what happens from now on, signed, each event under its own id', async () => {
  await test.startGateway(often);
  await test.write('antes', { number: '5511955500777' });
  await expect.poll(() => test.messages(), patience).toHaveLength(1);
  const id = await add();
  await test.write('Oi');
  await expect.poll(types, patience).toEqual([...all].toSorted());
  expect(receiver.refused).toEqual([]);
  const message = receiver.heard.find(({ type }) => type === 'message.received');
  expect(message?.data).toMatchObject({ body: 'Oi', whatsappId: test.connectionId, fromMe: false });
  expect(new Set(receiver.heard.map(({ id: own }) => own)).size).toBe(3);
  // Firewalls turn away who does not say who calls.
  expect(new Set(receiver.heard.map(({ agent }) => agent))).toEqual(new Set(['balcao']));
  await expect
    .poll(async () => (await deliveries(id)).map(({ state }) => state), patience)
    .toEqual(['delivered', 'delivered', 'delivered']);
  expect(await test.state.list(duePrefix)).toEqual([]);
});

it('of what it did not ask for, and while it is switched off, it hears nothing', async () => {
  await test.startGateway(often);
  // What happens is told from the moment on that this process has the events.
  await expect.poll(() => test.state.get('process/webhooks'), patience).toBeDefined();
  await add({ events: ['ticket.closed'] });
  await add({ active: false });
  const id = await add({ events: ['message.received'] });
  await test.write('Oi');
  await expect.poll(types, patience).toEqual(['message.received']);
  expect(await deliveries(id)).toHaveLength(1);
});

it('however many a company has, each is told', async () => {
  await test.startGateway({ ...often, webhooks: openWebhooks({ allowedPrivate: [] }) });
  const ids: string[] = [];
  for (let n = 0; n < 101; n++) ids.push(await add({ events: ['message.received'] }, null));
  await test.write('Oi');
  const told = async () => (await Promise.all(ids.map(deliveries))).filter(({ length }) => length === 1);
  await expect.poll(told, patience).toHaveLength(101);
}, 20_000);

it('what happens from a change of the plan on is told by what the plan has then', async () => {
  await test.startGateway(often);
  const id = await add({ events: ['message.received'] });
  await givePlan(test.desk, system, { useExternalApi: false });
  await test.write('sem plano', { number: '5511955500777' });
  await expect.poll(() => test.messages(), patience).toHaveLength(1);
  await test.settled();
  await givePlan(test.desk, system, {});
  await test.write('com plano');
  await expect.poll(types, patience).toEqual(['message.received']);
  expect(receiver.heard[0]?.data).toMatchObject({ body: 'com plano' });
  expect(await deliveries(id)).toHaveLength(1);
}, 20_000);

it('a refusal is tried again after five seconds, under the same id, and says what was answered', async () => {
  await test.startGateway(often);
  const id = await add({ events: ['message.received'] });
  receiver.answers((call) => (call === 0 ? { status: 503, body: 'em manutenção' } : { status: 204 }));
  await test.write('Oi');
  await expect.poll(() => receiver.calls(), patience).toBe(1);
  await expect
    .poll(async () => (await deliveries(id))[0], patience)
    .toMatchObject({ state: 'due', count: 1, tries: [{ status: 503, answer: 'em manutenção' }] });
  await expect.poll(() => receiver.calls(), { timeout: 12_000, interval: 50 }).toBe(2);
  const [first, second] = receiver.heard;
  expect(second!.id).toBe(first!.id);
  expect(second!.at - first!.at).toBeGreaterThanOrEqual(4_900);
  expect(second!.at - first!.at).toBeLessThan(10_000);
  await expect.poll(async () => (await deliveries(id))[0]?.state, patience).toBe('delivered');
}, 30_000);

it('one that never answers, redirects or says much holds back no other; what was taken is taken, however much it says', async () => {
  await test.startGateway(often);
  const slow = await startReceiver(secret);
  slow.answers(() => 'never');
  const moved = await startReceiver(secret);
  moved.answers(() => ({ status: 302, headers: { location: receiver.url } }));
  const loud = await startReceiver(secret);
  loud.answers(() => ({ status: 200, body: 'x'.repeat(200_000) }));
  const of = (url: string) => add({ url, events: ['message.received'] });
  const ids = [await of(slow.url), await of(moved.url), await of(loud.url)];
  await add({ events: ['message.received'] });
  await test.write('Oi');
  await expect.poll(types, patience).toEqual(['message.received']);
  const answered = async (id: string) => (await deliveries(id))[0]?.tries[0];
  await expect
    .poll(() => answered(ids[0]!), patience)
    .toMatchObject({ status: null, answer: expect.stringMatching(/slow/) });
  await expect.poll(() => answered(ids[1]!), patience).toMatchObject({ status: 302 });
  await expect
    .poll(async () => (await deliveries(ids[2]!))[0], patience)
    .toMatchObject({
      state: 'delivered',
      tries: [{ status: 200, answer: expect.stringMatching(/^x{500}$/) }],
    });
  expect(receiver.heard).toHaveLength(1);
  for (const one of [slow, moved, loud]) await one.close();
});

it('a private address is not called, and nothing is sent without a secret', async () => {
  await test.startGateway({ ...often, webhooks: openWebhooks({ allowedPrivate: [] }) });
  const closed = await add({ events: ['message.received'] });
  const bare = await add({ events: ['message.received'] }, null);
  await test.write('Oi');
  await expect
    .poll(async () => (await deliveries(closed))[0]?.tries[0], patience)
    .toMatchObject({ status: null, answer: expect.stringMatching(/private|insecure/) });
  await expect
    .poll(async () => (await deliveries(bare))[0]?.tries[0], patience)
    .toMatchObject({ status: null, answer: 'no secret' });
  expect(receiver.calls()).toBe(0);
});

it('what was erased since says nothing of who it was about', async () => {
  const { createContent } = await import('./delivering.ts');
  const id = await add();
  const gone: Delivery = {
    companyId,
    webhookId: id,
    eventId: 'another',
    position: 1,
    type: 'message.received',
    at: '2026-11-23T12:00:00.000Z',
    state: 'due',
    count: 0,
    tries: [],
    nextAt: null,
  };
  expect(await createContent(test)(gone)).toBeUndefined();
});

it('what was deleted for everyone before it was told, or told once more, is said no more', async () => {
  const { createContent } = await import('./delivering.ts');
  await test.startGateway();
  await test.write('apague isto');
  await expect.poll(() => test.messages(), patience).toHaveLength(1);
  const [message] = await test.messages();
  const { id: messageId, ticketId } = message!;
  const events = await test.eventStore.readAll({ after: 0, limit: 500 });
  const { id: eventId, position, metadata } = events.find(({ type }) => type === 'MessageReceived')!;
  const of = { companyId, webhookId: 'w', state: 'due', count: 0, tries: [], nextAt: null } as const;
  const delivery: Delivery = { ...of, eventId, position, type: 'message.received', at: metadata.at };
  expect(await createContent(test)(delivery)).toMatchObject({ data: { body: 'apague isto' } });
  const gone = await test.desk.tickets.deleteMessage(system, { ticketId, messageId, byContact: true });
  await test.projector.reached(gone.position, 5_000);
  expect(await createContent(test)(delivery)).toMatchObject({ data: { body: '', isDeleted: true } });
});

/** The job alone, with a clock of its own. */
const jobAt = (clock: { now: number }, more: Partial<DeliveringDeps> = {}) =>
  createDelivering({
    desk: test.desk,
    eventStore: test.eventStore,
    readStore: test.readStore,
    state: test.state,
    vault,
    ask: webhooks,
    now: () => new Date(clock.now),
    log,
    everyMs: 1_000,
    ...more,
  });
const one = { eventId: 'e1', position: 0, type: 'webhook.test' } as const;
const never = new AbortController().signal;

it('is tried for a day, ever more seldom, then given up; and its webhook is switched off', async () => {
  const id = await add();
  receiver.answers(() => ({ status: 500 }));
  const clock = { now: Date.now() };
  const start = clock.now;
  await addDelivery(test.state, { ...one, companyId, webhookId: id, at: new Date(clock.now).toISOString() });
  const job = jobAt(clock);
  const pauses: number[] = [];
  for (let rounds = 0; rounds < 30; rounds++) {
    await job.round(never);
    const [due] = await test.state.list<Due>(duePrefix);
    if (!due) break;
    pauses.push(Date.parse(due.value.nextAt) - clock.now);
    clock.now = Date.parse(due.value.nextAt);
  }
  expect(pauses.slice(0, 5).map((ms) => ms / 1_000)).toEqual([5, 30, 120, 600, 3_600]);
  expect(clock.now - start).toBeGreaterThan(18 * 3_600_000);
  expect(clock.now - start).toBeLessThanOrEqual(24 * 3_600_000);
  expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', nextAt: null });
  // Another event a day later finds that nothing has come for a day.
  clock.now = start + 25 * 3_600_000;
  const at = new Date(clock.now).toISOString();
  await addDelivery(test.state, { ...one, eventId: 'e2', companyId, webhookId: id, at });
  await job.round(never);
  await expect
    .poll(async () => (await test.reader.get<WebhookRow>('webhooks', id))?.active, patience)
    .toBe(false);
});

it('a secret that was replaced signs beside the new one for a day, and no longer', async () => {
  const id = await add();
  const clock = { now: Date.now() };
  const of = { companyId, webhookId: id };
  const kept = { state: test.state, vault };
  const after = async (ms: number, eventId: string) => {
    clock.now += ms;
    await addDelivery(test.state, { ...one, eventId, ...of, at: new Date(clock.now).toISOString() });
    await jobAt(clock).round(never);
    return receiver.refused.length;
  };
  await newWebhookSecret(kept, of, { now: new Date(clock.now), keepsOld: true });
  expect([await after(1_000, 'e1'), receiver.heard.length]).toEqual([0, 1]);
  const hears = await startReceiver(
    await newWebhookSecret(kept, of, { now: new Date(clock.now), keepsOld: true }),
  );
  const { position } = await test.desk.records('webhook').update(system, { id, url: hears.url });
  await test.projector.reached(position, 5_000);
  await after(1_000, 'e2');
  expect([hears.heard.length, hears.refused]).toEqual([1, []]);
  await test.projector.reached(
    (await test.desk.records('webhook').update(system, { id, url: receiver.url })).position,
    5_000,
  );
  // By the clock of the receivers it is now: what is signed for tomorrow they refuse for its time, so the header is read.
  const signed: string[] = [];
  const ask: DeliveringDeps['ask'] = async (question) => {
    signed.push(question.headers?.['webhook-signature'] ?? '');
    return webhooks(question);
  };
  clock.now += bothMs;
  await addDelivery(test.state, { ...one, eventId: 'e3', ...of, at: new Date(clock.now).toISOString() });
  await jobAt(clock, { ask }).round(never);
  expect(signed.map((header) => header.split(' ').length)).toEqual([1]);
  await newWebhookSecret(kept, of, { now: new Date(clock.now), keepsOld: false });
  await addDelivery(test.state, { ...one, eventId: 'e4', ...of, at: new Date(clock.now).toISOString() });
  await jobAt(clock, { ask }).round(never);
  expect(signed.map((header) => header.split(' ').length)).toEqual([1, 1]);
  expect(signed[1]).not.toBe(signed[0]);
  await hears.close();
});

it('of secrets that are made at once each that somebody was shown signs', async () => {
  const of = { companyId, webhookId: await add() };
  const kept = { state: test.state, vault };
  const now = new Date();
  const made = await Promise.all(
    Array.from({ length: 3 }, () => newWebhookSecret(kept, of, { now, keepsOld: true })),
  );
  const { own, replaced } = await webhookSecrets(kept, of, now);
  expect([own, ...replaced.map(({ secret }) => secret)]).toEqual(expect.arrayContaining(made));
});

it('the admins are written to once when one is switched off, with its host and never its whole address', async () => {
  const { position } = await test.desk.users.create(system, {
    name: 'Bia',
    email: 'bia@example.org',
    profile: 'admin',
    passwordHash: '$argon2id$v=19$x',
  });
  await test.projector.reached(position, 5_000);
  const id = await add({ url: `${receiver.url}?token=segredo` });
  receiver.answers(() => ({ status: 410 }));
  const clock = { now: Date.now() };
  const tellAdmins = createOffLetters({
    readStore: test.readStore,
    state: test.state,
    vault,
    publicUrl: 'https://desk.example.com',
  });
  const letters = async () =>
    (await test.state.list<WaitingMail>(waitingMails)).map(({ key, value }) => openMail(vault, key, value));
  for (const eventId of ['e1', 'e2']) {
    await addDelivery(test.state, {
      ...one,
      eventId,
      companyId,
      webhookId: id,
      at: new Date(clock.now).toISOString(),
    });
  }
  const byAna = { ...system, actor: { kind: 'user', id: 'ana' } } as const;
  const changed = await test.desk.records('webhook').update(byAna, { id, events: ['message.received'] });
  await test.projector.reached(changed.position, 5_000);
  await jobAt(clock, { tellAdmins }).round(never);
  expect((await letters()).map(({ to, subject }) => [to, subject])).toEqual([
    ['bia@example.org', 'Webhook ERP desligado: o endereço não existe mais'],
  ]);
  const [{ text } = { text: '' }] = await letters();
  expect(text).toContain(new URL(receiver.url).host);
  expect(text).toContain('https://desk.example.com/webhooks');
  expect(text).not.toContain('segredo');
  const row = async () => test.reader.get<WebhookRow & { offReason: string | null }>('webhooks', id);
  await expect.poll(row, patience).toMatchObject({ active: false, offReason: 'gone', updatedBy: null });
  await test.desk.records('webhook').update(system, { id, active: true });
  await expect.poll(row, patience).toMatchObject({ active: true, offReason: null });
});

it('what still waits for one that is switched off meanwhile is not told', async () => {
  const id = await add();
  const clock = { now: Date.now() };
  const at = new Date(clock.now).toISOString();
  for (let n = 0; n < 12; n++)
    await addDelivery(test.state, { ...one, eventId: `e${n}`, companyId, webhookId: id, at });
  let isOff: Promise<unknown> | undefined;
  const switchOff = async () => {
    const { position } = await test.desk.records('webhook').update(system, { id, active: false });
    await test.projector.reached(position, 5_000);
  };
  const job = jobAt(clock, {
    ask: async (asked) => {
      isOff ??= switchOff();
      await isOff;
      return webhooks(asked);
    },
  });
  await job.round(never);
  // Those that were under way.
  expect(receiver.calls()).toBeLessThanOrEqual(4);
  expect((await deliveries(id)).filter(({ state }) => state === 'failed').length).toBeGreaterThanOrEqual(8);
});

it('what failed before it was switched on again does not count', async () => {
  const id = await add();
  receiver.answers(() => ({ status: 500 }));
  const clock = { now: Date.now() - 26 * 3_600_000 };
  const fails = async (eventId: string) => {
    const at = new Date(clock.now).toISOString();
    await addDelivery(test.state, { ...one, eventId, companyId, webhookId: id, at });
    await jobAt(clock).round(never);
  };
  await fails('e1');
  for (const active of [false, true]) {
    const { position } = await test.desk.records('webhook').update(system, { id, active });
    await test.projector.reached(position, 5_000);
  }
  clock.now = Date.now() + 1_000;
  await fails('e2');
  await test.projector.reached(await test.eventStore.head(), 5_000);
  expect(await test.reader.get<WebhookRow>('webhooks', id)).toMatchObject({ active: true });
});

it('one that is made while another event looks webhooks up hears what comes then', async () => {
  const looking = Promise.withResolvers<boolean>();
  const isAsked = Promise.withResolvers<void>();
  let reached = () => {
    isAsked.resolve();
    return looking.promise;
  };
  const { readStore, state } = test;
  const telling = createTelling({ readStore, state, reached: () => reached() });
  const eventOf = (type: string, position: number): RecordedEvent => ({
    id: `e${position}`,
    type,
    data: { contactId: 'c' },
    stream: `contact-${companyId}-c`,
    revision: 0,
    position,
    metadata: { ...system, commandId: 'c', correlationId: 'c', at: new Date().toISOString() },
  });
  const told = telling.handles.ContactCreated as (event: RecordedEvent) => Promise<void>;
  const first = told(eventOf('ContactCreated', 1));
  await isAsked.promise;
  expect(telling.skips?.(eventOf('WebhookCreated', 2))).toBe(true);
  looking.resolve(true);
  await first;
  expect(telling.skips?.(eventOf('ContactCreated', 3))).toBe(false);
  // Nothing is known of it while the read models are behind, and nothing passed over.
  reached = async () => false;
  await expect(told(eventOf('ContactCreated', 3))).rejects.toThrow('behind');
});

it('one told once more is tried as if for the first time, and says what came of it before', async () => {
  const id = await add();
  receiver.answers(() => ({ status: 500 }));
  const clock = { now: Date.now() };
  const before = {
    status: 404,
    ms: 3,
    answer: 'old',
    at: new Date(clock.now - 26 * 3_600_000).toISOString(),
  };
  const at = new Date(clock.now).toISOString();
  await keepDelivery(test.state, {
    ...{ ...one, companyId, webhookId: id, at, state: 'due', count: 0, tries: [before], nextAt: at },
  });
  await jobAt(clock).round(never);
  expect((await deliveries(id))[0]).toMatchObject({
    ...{ state: 'due', count: 1, nextAt: new Date(clock.now + 5_000).toISOString() },
    tries: [before, { status: 500 }],
  });
});

it('one that says it is gone is switched off at once', async () => {
  const id = await add();
  receiver.answers(() => ({ status: 410 }));
  const clock = { now: Date.now() };
  await addDelivery(test.state, { ...one, companyId, webhookId: id, at: new Date(clock.now).toISOString() });
  await jobAt(clock).round(never);
  expect((await deliveries(id))[0]).toMatchObject({ state: 'failed', count: 1 });
  await expect
    .poll(async () => (await test.reader.get<WebhookRow>('webhooks', id))?.active, patience)
    .toBe(false);
});

it('what comes due while a receiver is waited for is told meanwhile', async () => {
  const stuck = 'http://127.0.0.1:9/stuck';
  const [slow, quick] = [await add({ url: stuck }), await add()];
  const waiting = Promise.withResolvers<void>();
  const called = Promise.withResolvers<void>();
  const clock = { now: Date.now() };
  const due = (webhookId: string, eventId: string) =>
    addDelivery(test.state, {
      ...one,
      companyId,
      webhookId,
      eventId,
      at: new Date(clock.now).toISOString(),
    });
  const ask: DeliveringDeps['ask'] = async (question) => {
    if (question.url !== stuck) return webhooks(question);
    called.resolve();
    await waiting.promise;
    throw new OutgoingError('slow', 'not in time');
  };
  await due(slow, 'e1');
  const round = jobAt(clock, { ask, everyMs: 20 }).round(never);
  await called.promise;
  await due(quick, 'e2');
  await expect.poll(() => receiver.heard.map(({ id }) => id), patience).toEqual(['e2']);
  waiting.resolve();
  await round;
  expect(await deliveries(slow)).toMatchObject([{ state: 'due', count: 1 }]);
});

it('what many events wait for at one webhook hides none of another', async () => {
  const id = await add();
  const clock = { now: Date.now() };
  const nextAt = new Date(clock.now + 3_600_000).toISOString();
  for (let at = 0; at < 6_000; at++)
    await test.state.set<Due>(`${duePrefix}0/0/${String(at).padStart(5, '0')}`, { key: 'none', nextAt });
  await addDelivery(test.state, { ...one, companyId, webhookId: id, at: new Date(clock.now).toISOString() });
  await jobAt(clock).round(never);
  expect(receiver.heard.map(({ id: own }) => own)).toEqual(['e1']);
});

it('what many events wait for at one webhook hides none of its own for longer than a few looks', async () => {
  const id = await add();
  const clock = { now: Date.now() };
  const nextAt = new Date(clock.now + 3_600_000).toISOString();
  for (let at = 0; at < 12_000; at++)
    await test.state.set<Due>(`${duePrefix}${companyId}/${id}/${String(at).padStart(5, '0')}`, {
      ...{ key: 'none', nextAt },
    });
  await addDelivery(test.state, { ...one, companyId, webhookId: id, at: new Date(clock.now).toISOString() });
  const job = jobAt(clock);
  await job.round(never);
  expect(receiver.heard).toEqual([]);
  await job.round(never);
  expect(receiver.heard.map(({ id: own }) => own)).toEqual(['e1']);
});

it('an event that is gone is given up, and its webhook stays switched on', async () => {
  const id = await add();
  const clock = { now: Date.now() };
  const at = new Date(clock.now).toISOString();
  const gone = { companyId, webhookId: id, eventId: 'another', position: 1, at };
  await addDelivery(test.state, { ...gone, type: 'message.received' });
  const desk = {
    records: () => {
      throw new Error('nobody switches it off');
    },
  };
  await jobAt(clock, { desk }).round(never);
  expect(receiver.calls()).toBe(0);
  expect(await deliveries(id)).toMatchObject([
    { state: 'failed', nextAt: null, tries: [{ status: null, answer: 'the event is gone' }] },
  ]);
});

it('a death after each step of the stores loses nothing, and tells no event under another id', async () => {
  const id = await add();
  for (let step = 1; step < 12; step++) {
    const before = receiver.heard.length;
    const eventId = `e${step}`;
    const at = new Date().toISOString();
    let left = step;
    const dying = new Proxy(test.state, {
      get: (state, name, self) => {
        const held = Reflect.get(state, name, self);
        if (typeof held !== 'function' || !['get', 'set', 'delete', 'list'].includes(String(name)))
          return held;
        return (...given: unknown[]) => {
          if (left-- <= 0) throw new Error('died');
          return held.apply(state, given);
        };
      },
    });
    const delivery = { ...one, eventId, companyId, webhookId: id, at };
    await addDelivery(dying, delivery).catch(() => {});
    const clock = { now: Date.now() + 1_000 };
    const deps = { desk: test.desk, eventStore: test.eventStore, readStore: test.readStore, vault };
    await createDelivering({
      ...deps,
      state: dying,
      ask: webhooks,
      now: () => new Date(clock.now),
      log,
      everyMs: 1_000,
    })
      .round(never)
      .catch(() => {});
    // Whoever comes next: the log is read again from the checkpoint, and the job looks for what is due.
    await addDelivery(test.state, delivery);
    await jobAt(clock).round(never);
    const told = receiver.heard.slice(before).filter(({ id: own }) => own === eventId);
    expect(told.length, `step ${step}`).toBeGreaterThan(0);
    expect((await deliveries(id)).find((found) => found.eventId === eventId)?.state, `step ${step}`).toBe(
      'delivered',
    );
    expect(await test.state.list(duePrefix), `step ${step}`).toEqual([]);
  }
});
