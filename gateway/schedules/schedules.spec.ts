import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import {
  ana,
  companyId,
  customer,
  startTestGateway,
  system,
  type TestGateway,
} from '../../testing/gateway.ts';
import { createSchedules } from './schedules.ts';

const often = { config: { schedulesEveryMs: 40 } };
let test: TestGateway;
let contactId = '';
beforeEach(async () => {
  test = await startTestGateway();
  ({ contactId } = await test.desk.contacts.ensure(system, { numbers: [customer], name: 'Marina' }));
});
afterEach(() => test.close());

const schedule = async (more: object = {}, inMs = 0) =>
  (
    await test.desk.schedules.create(ana, {
      ...{ contactId, body: 'Bom dia, Marina!', connectionId: null, queueId: null, recurrence: null },
      ...{ sendAt: new Date(Date.now() + inMs).toISOString(), userId: 'ana' },
      ...more,
    })
  ).scheduleId;
const shown = async (id: string) => test.reader.get<ScheduleDocument>('schedules', id);
const status = (id: string) => async () => (await shown(id))?.status;
const becomes = (id: string, wanted: string) =>
  expect.poll(status(id), { timeout: 10_000, interval: 20 }).toBe(wanted);

it('goes out at its time, not before, into a ticket of who scheduled it', async () => {
  await test.startGateway();
  const due = Date.now() + 700;
  const id = await schedule({ sendAt: new Date(due).toISOString() });
  await expect.poll(() => test.onPhone(), { timeout: 5_000, interval: 10 }).toEqual(['Bom dia, Marina!']);
  expect(Date.now()).toBeGreaterThanOrEqual(due);
  expect(Date.now()).toBeLessThan(due + 1_000);
  await becomes(id, 'ENVIADA');
  expect(await test.tickets()).toMatchObject([{ status: 'open', userId: 'ana' }]);
});

it('stands in the ticket that is open already', async () => {
  await test.write('Oi');
  await test.startGateway();
  const ticketId = await test.accepted();
  const id = await schedule();
  await becomes(id, 'ENVIADA');
  expect((await test.tickets()).map((one) => one.id)).toEqual([ticketId]);
  expect(await shown(id)).toMatchObject({ ticketId, reason: null });
});

it('a text with variables is worded for its contact, ticket and company', async () => {
  await test.startGateway();
  const sendAt = '2026-11-02T12:30:00.000Z';
  const id = await schedule({
    sendAt,
    body: '{{greeting}}, {{ firstname }}! {{date}} {{hour}} {{protocol}} {{x}}',
  });
  await becomes(id, 'ENVIADA');
  const [ticket] = await test.tickets();
  expect(await test.onPhone()).toEqual([`Bom dia, Marina! 02/11/2026 09:30 ${ticket!.protocol} {{x}}`]);
});

it('waits while the connection is away, and says so', async () => {
  await test.desk.connections.requestSession(system, { connectionId: test.connectionId, wanted: 'stop' });
  await test.startGateway(often);
  const id = await schedule();
  await becomes(id, 'ENVIANDO');
  expect(await test.onPhone()).toEqual([]);
  await test.desk.connections.requestSession(system, { connectionId: test.connectionId, wanted: 'start' });
  await becomes(id, 'ENVIADA');
  expect(await test.onPhone()).toEqual(['Bom dia, Marina!']);
});

it('of a contact who is gone it says why, and is tried again', async () => {
  const id = await schedule({ contactId: 'nobody' });
  await test.startGateway(often);
  await becomes(id, 'ERRO');
  expect(await shown(id)).toMatchObject({ reason: 'ERR_NO_CONTACT_FOUND' });
  await test.desk.schedules.update(ana, { scheduleId: id, contactId });
  await becomes(id, 'ENVIADA');
});

it('the next of a series is made once, however often the first is looked at', async () => {
  const recurrence = { frequency: 'daily', interval: 1, weekdays: [], until: null, count: 2 } as const;
  const id = await schedule({ recurrence });
  await Promise.all([test.startGateway(often), test.startGateway(often)]);
  await becomes(id, 'ENVIADA');
  const all = await test.reader.find<ScheduleDocument>('schedules', { sort: ['sendAt'] });
  expect(all.map((one) => one.status)).toEqual(['ENVIADA', 'PENDENTE']);
  const [first, second] = all.map(({ sendAt }) => Date.parse(sendAt));
  expect(second! - first!).toBe(86_400_000);
});

it('two gateways, one of which dies on the way, send each of 60 once', async () => {
  const bodies: string[] = [];
  for (let i = 0; i < 60; i += 1) {
    bodies.push(`Mensagem ${i}`);
    await schedule({ body: `Mensagem ${i}` });
  }
  const first = await test.startGateway(often);
  await test.startGateway(often);
  await expect.poll(async () => (await test.onPhone()).length, { timeout: 5_000 }).toBeGreaterThan(3);
  await first.stop();
  await expect
    .poll(async () => (await test.reader.find('schedules', { where: { status: 'ENVIADA' } })).length, {
      timeout: 20_000,
    })
    .toBe(bodies.length);
  expect((await test.onPhone()).toSorted()).toEqual(bodies.toSorted());
  expect(await test.tickets()).toHaveLength(1);
}, 40_000);

type Schedules = typeof test.desk.schedules;
/** A round of a gateway's job, some of whose commands do something else. */
const round = async (
  own: Partial<Schedules> = {},
  isStopped = false,
  now = () => new Date(),
  readStore = test.readStore,
) => {
  await test.projector.reached(await test.eventStore.head(), 5_000);
  const job = createSchedules({
    ...{
      eventStore: test.eventStore,
      readStore,
      everyMs: 1_000,
      reached: test.projector.reached,
      log: pino({ level: 'silent' }),
    },
    desk: { ...test.desk, schedules: { ...test.desk.schedules, ...own } },
    settings: { isStopped: (one) => isStopped && one === companyId },
    now,
  });
  return job.round(new AbortController().signal);
};
const phase = async (scheduleId: string) => (await test.desk.schedules.look(companyId, scheduleId)).status;

it('one that is deleted, or fails, while it is attended to holds back no other', async () => {
  const [deleted, broken, kept] = [await schedule(), await schedule(), await schedule()];
  const { send } = test.desk.schedules;
  await round({
    send: async (context, data) => {
      if (data.scheduleId === broken) throw new Error('the store does not answer');
      if (data.scheduleId === deleted) await test.desk.schedules.delete(ana, { scheduleId: deleted });
      return send(context, data);
    },
  });
  expect([await phase(deleted), await phase(broken), await phase(kept)]).toEqual([
    ...['deleted', 'pending', 'sending'],
  ]);
});

it('one that is changed while it is attended to is sent as it is by then, or fails as that alone', async () => {
  const { connectionId } = test;
  await test.desk.tickets.open(ana, {
    contactId,
    connectionId,
    queueId: null,
    userId: 'ana',
    status: 'open',
  });
  const named = { numbers: ['5511912345678'], name: 'Rui' };
  const { contactId: other } = await test.desk.contacts.ensure(system, named);
  const [moved, mended] = [await schedule(), await schedule({ contactId: 'nobody' })];
  const { send, look } = test.desk.schedules;
  let looks = 0;
  await round({
    send: async (context, data) => {
      await test.desk.schedules.update(ana, { scheduleId: moved, contactId: other });
      return send(context, data);
    },
    look: async (company, scheduleId) => {
      if (scheduleId === mended) looks += 1;
      if (scheduleId === mended && looks === 2)
        await test.desk.schedules.update(ana, { scheduleId, contactId: other });
      return look(company, scheduleId);
    },
  });
  expect([await phase(moved), await phase(mended)]).toEqual(['pending', 'pending']);
  await test.startGateway(often);
  await becomes(moved, 'ENVIADA');
  await becomes(mended, 'ENVIADA');
  expect(await test.onPhone()).toEqual([]);
  expect(await test.onPhone('5511912345678')).toEqual(['Bom dia, Marina!', 'Bom dia, Marina!']);
});

it('those that wait for a connection cost the next rounds no look at their streams', async () => {
  const waiting = [await schedule({ body: 'Primeira' }), await schedule({ body: 'Segunda' })];
  await round();
  await round();
  const looked = new Set<string>();
  const later = await schedule();
  await round({
    look: async (company, scheduleId) => {
      looked.add(scheduleId);
      return test.desk.schedules.look(company, scheduleId);
    },
  });
  expect(looked).toEqual(new Set([later]));
  for (const id of [...waiting, later]) expect(await phase(id)).toBe('sending');
});

it('a company that was stopped sends nothing', async () => {
  const id = await schedule();
  await round({}, true);
  expect(await phase(id)).toBe('pending');
  await round();
  expect(await phase(id)).toBe('sending');
});

const dayMs = 86_400_000;
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);

it('of a company that has to pay it waits, for nobody there could stop it; once it has paid it goes out', async () => {
  const id = await schedule();
  await test.desk.companies.update(system, { dueDate: dayOf(Date.now() - 2 * dayMs) });
  await round();
  expect(await phase(id)).toBe('pending');
  await test.desk.companies.update(system, { dueDate: dayOf(Date.now() + 2 * dayMs) });
  await round();
  expect(await phase(id)).toBe('sending');
});

it('one whose time passed a day ago while it could not go out does not by itself; the next of its series stands', async () => {
  const recurrence = { frequency: 'weekly', interval: 1, weekdays: [], until: null, count: null } as const;
  const [once, weekly] = [await schedule(), await schedule({ recurrence })];
  const within = () => new Date(Date.now() + dayMs - 60_000);
  const later = () => new Date(Date.now() + dayMs + 60_000);
  await round({}, true, later);
  await test.desk.companies.update(system, { dueDate: dayOf(Date.now() - 2 * dayMs) });
  await round({}, false, within);
  await round({}, false, later);
  expect([await phase(once), await phase(weekly)]).toEqual(['pending', 'pending']);
  await test.desk.companies.update(system, { dueDate: null });
  await round({}, false, later);
  expect([await phase(once), await phase(weekly)]).toEqual(['failed', 'failed']);
  await test.projector.reached(await test.eventStore.head(), 5_000);
  expect(await shown(once)).toMatchObject({ status: 'ERRO', reason: 'late' });
  const ahead = await test.reader.find<ScheduleDocument>('schedules', { where: { status: 'PENDENTE' } });
  expect(ahead.map(({ body }) => body)).toEqual(['Bom dia, Marina!']);
  await test.desk.schedules.retry({ ...ana, at: later().toISOString() }, { scheduleId: once });
  await round({}, false, () => new Date(later().getTime() + 60_000));
  expect([await phase(once), await phase(weekly)]).toEqual(['sending', 'failed']);
});

it('what waits until its company has paid costs a round one look at the company and none at its streams', async () => {
  const ids = await Promise.all([schedule(), schedule(), schedule()]);
  await test.desk.companies.update(system, { dueDate: dayOf(Date.now() - 2 * dayMs) });
  const asked: string[] = [];
  const { forCompany } = test.readStore;
  const spied: typeof test.readStore = {
    ...test.readStore,
    forCompany: (id) => ({
      ...forCompany.call(test.readStore, id),
      get: async (collection, documentId) => {
        asked.push(collection);
        return forCompany.call(test.readStore, id).get(collection, documentId);
      },
    }),
  };
  const look = async () => expect.fail('a stream was read');
  await round({ look }, false, undefined, spied);
  expect(asked).toEqual(['companies']);
  expect(await Promise.all(ids.map(phase))).toEqual(['pending', 'pending', 'pending']);
});

it('as many as a round attends to, of a company that has to pay, hold up nobody’s', async () => {
  const id = await schedule();
  await test.projector.reached(await test.eventStore.head(), 5_000);
  const all = test.readStore.allCompanies();
  const [mine] = await all.find<ScheduleDocument>('schedules', { limit: 1 });
  const unpaid = 'unpaid';
  const held = Array.from({ length: 10_000 }, (_, n) => ({ ...mine!, id: `held-${n}`, companyId: unpaid }));
  const before: typeof test.readStore = {
    ...test.readStore,
    forCompany: (company) =>
      company === unpaid
        ? { ...all, get: async () => ({ dueDate: '2020-01-01', timeZone: 'America/Sao_Paulo' }) as never }
        : test.readStore.forCompany(company),
    allCompanies: () => ({
      ...all,
      find: async (collection, query) => {
        if (JSON.stringify(query.where).includes('"PENDENTE","sendAt":{"lte"'))
          return [...held, mine!].slice(query.skip, (query.skip ?? 0) + query.limit!) as never;
        return all.find(collection, query);
      },
    }),
  };
  expect(await round({}, false, undefined, before)).toBeGreaterThan(1);
  expect(await phase(id)).toBe('sending');
});
