import { describe, expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import type { EventStore } from '../kernel/event-store.ts';
import { recordStream } from '../streams.ts';

const counts = async (store: EventStore) => {
  const all: Record<string, number> = {};
  for (const { type } of await everyEvent(store)) all[type] = (all[type] ?? 0) + 1;
  return all;
};
const hash = '$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA';

test('bursts: 300 unknown contacts with 3 messages each through two desks', async () => {
  const store = createInMemoryEventStore();
  const desks = [testDesk(store, 'a'), testDesk(store, 'b')];
  const contacts = Array.from({ length: 300 }, (_, i) => `55119${80_000_000 + i}`);
  await Promise.all(
    contacts.flatMap((number, i) =>
      [0, 1, 2].map(async (n) => {
        const desk = desks[(i + n) % 2]!;
        // Every other one comes without its ninth digit.
        const spelled = n === 1 ? number.replace('55119', '5511') : number;
        const { contactId } = await desk.contacts.ensure(asGateway, { numbers: [spelled], name: 'x' });
        await desk.tickets.receive(asGateway, inbound(`m-${i}-${n}`, { contactId }));
      }),
    ),
  );
  expect(await counts(store)).toMatchObject({
    ContactCreated: 300,
    TicketOpened: 300,
    MessageReceived: 900,
  });
}, 60_000);

describe('tickets', () => {
  test('messages of one conversation keep their order, also while the first opens the ticket', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const ids = Array.from({ length: 50 }, (_, i) => `m${i}`);
    await Promise.all(ids.map((id) => desk.tickets.receive(asGateway, inbound(id))));
    const order = (await everyEvent(store)).flatMap(({ type, data }) =>
      type === 'MessageReceived' ? [(data as { externalId: string }).externalId] : [],
    );
    expect(order).toEqual(ids);
  });

  test('a replay after closing opens no ticket, a new message opens a linked one', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const first = await desk.tickets.receive(asGateway, inbound('m0'));
    await desk.tickets.resolve(asAgent(), first);
    expect(await desk.tickets.receive(asGateway, inbound('m0'))).toMatchObject({
      ticketId: first.ticketId,
      duplicate: true,
      position: await store.head(),
    });
    const second = await desk.tickets.receive(asGateway, inbound('m1'));
    expect(second.ticketId).not.toBe(first.ticketId);
    const [opened] = second.events;
    expect(opened?.data).toMatchObject({ previousTicketId: first.ticketId, claimRevision: 1 });
    // Also one that an older ticket of the contact holds, through a desk that has seen none of this.
    const replay = await testDesk(store, 'b').tickets.receive(asGateway, inbound('m0'));
    expect(replay).toMatchObject({ ticketId: first.ticketId, duplicate: true });
  });

  test('a second open ticket is refused, naming the first', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const first = await desk.tickets.receive(asGateway, inbound('m0'));
    await desk.tickets.accept(asAgent(), { ticketId: first.ticketId, userId: 'ana' });
    const opening = { contactId: 'carla', connectionId: 'phone', queueId: null, userId: 'bruno' };
    const refusal = {
      code: 'ERR_OTHER_OPEN_TICKET',
      details: { ticketId: first.ticketId, userId: 'ana', queueId: null },
    };
    await expect(desk.tickets.open(asAgent('bruno'), { ...opening, status: 'open' })).rejects.toMatchObject(
      refusal,
    );
    await desk.tickets.resolve(asAgent(), first);
    const second = await desk.tickets.open(asAgent('bruno'), { ...opening, status: 'open' });
    await expect(
      desk.tickets.reopen(asAgent(), { ticketId: first.ticketId, userId: 'ana' }),
    ).rejects.toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET', details: { ticketId: second.ticketId } });
  });

  test('opening again under the same command id gives the same ticket', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const key = asAgent('ana', { commandId: 'key' });
    const opening = { contactId: 'carla', connectionId: 'phone', queueId: null, userId: 'ana' };
    const first = await desk.tickets.open(key, { ...opening, status: 'open' });
    const again = await desk.tickets.open(key, { ...opening, status: 'open' });
    expect(again).toMatchObject({ ticketId: first.ticketId, events: [] });
  });

  test('a ticket that moves to another connection frees the one it left', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const first = await desk.tickets.receive(asGateway, inbound('m0'));
    const target = { ticketId: first.ticketId, queueId: null, userId: 'ana', connectionId: 'other' };
    await desk.tickets.transfer(asAgent(), target);
    const there = await desk.tickets.receive(asGateway, inbound('m1', { connectionId: 'other' }));
    expect(there.ticketId).toBe(first.ticketId);
    const here = await desk.tickets.receive(asGateway, inbound('m2'));
    expect(here.ticketId).not.toBe(first.ticketId);
    expect(await desk.tickets.receive(asGateway, inbound('m0'))).toMatchObject({ duplicate: true });
    await expect(
      desk.tickets.transfer(asAgent(), { ...target, connectionId: 'phone' }),
    ).rejects.toMatchObject({ code: 'ERR_OTHER_OPEN_TICKET' });
  });

  test('a transfer of a closed ticket opens it again', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const { ticketId } = await desk.tickets.receive(asGateway, inbound('m0'));
    await desk.tickets.resolve(asAgent(), { ticketId });
    await desk.tickets.transfer(asAgent(), { ticketId, queueId: 'sales', userId: null });
    expect(await desk.tickets.receive(asGateway, inbound('m1'))).toMatchObject({
      ticketId,
      duplicate: false,
    });
  });
});

describe('contacts', () => {
  const numbers = ['5511987654321'];
  test('one person under every spelling and the lid', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const met = await desk.contacts.ensure(asGateway, { numbers: ['99@lid'], name: 'Carla' });
    const both = await desk.contacts.ensure(asGateway, { numbers: [...numbers, '99@lid'], name: 'Carla' });
    const short = await desk.contacts.ensure(asGateway, { numbers: ['551187654321'], name: 'Carla' });
    expect([both.contactId, short.contactId]).toEqual([met.contactId, met.contactId]);
    expect([met.created, both.created, short.created]).toEqual([true, false, false]);
    expect(both.events.map(({ type }) => type)).toEqual(['ContactUpdated']);
  });

  test('a number is one contact’s; the refusal names whose', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const { contactId } = await desk.contacts.ensure(asGateway, { numbers, name: 'Carla' });
    await expect(
      desk.contacts.create(asAgent(), { name: 'Carla', number: '+55 (11) 8765-4321' }),
    ).rejects.toMatchObject({ code: 'ERR_DUPLICATED_CONTACT', details: { contactId } });
  });

  test('a deleted contact’s number is free: who writes again is a new contact', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const first = await desk.contacts.ensure(asGateway, { numbers, name: 'Carla' });
    await desk.contacts.delete(asAgent(), { contactId: first.contactId, connectionIds: [] });
    const second = await desk.contacts.ensure(asGateway, { numbers, name: 'Carla' });
    expect(second).toMatchObject({ created: true });
    expect(second.contactId).not.toBe(first.contactId);
  });

  test('fields are checked, and named in the refusal', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const create = (more: object) =>
      desk.contacts.create(asAgent(), { name: 'Carla', number: '5511987654321', ...more });
    await expect(create({ name: 'C' })).rejects.toMatchObject({ errors: { name: 'tooShort' } });
    await expect(create({ name: '' })).rejects.toMatchObject({ errors: { name: 'required' } });
    await expect(create({ number: '1'.repeat(51) })).rejects.toMatchObject({ errors: { number: 'tooLong' } });
    await expect(create({ email: 'x' })).rejects.toMatchObject({ errors: { email: 'invalidEmail' } });
    await expect(create({ hacker: 1 })).rejects.toMatchObject({ errors: { hacker: 'unknown' } });
  });
});

describe('users', () => {
  const user = { name: 'Ana', profile: 'user' as const, passwordHash: hash };
  test('an e-mail is one user’s over all companies, in every spelling', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const ana = await desk.users.create(asGateway, { ...user, email: 'Ana@demo.example ' });
    const other = { ...asGateway, companyId: 'c2' };
    await expect(desk.users.create(other, { ...user, email: 'ana@DEMO.example' })).rejects.toMatchObject({
      code: 'ERR_EMAIL_ALREADY_EXISTS',
      errors: { email: 'ERR_EMAIL_ALREADY_EXISTS' },
    });
    await desk.users.update(asGateway, {
      userId: ana.userId,
      name: 'Ana',
      profile: 'user',
      email: 'a2@demo.example',
    });
    await expect(desk.users.create(other, { ...user, email: 'ana@demo.example' })).resolves.toBeDefined();
  });
  test('of many who ask for one e-mail at once, through two desks, one gets it', async () => {
    const store = createInMemoryEventStore();
    const desks = [testDesk(store, 'a'), testDesk(store, 'b')];
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, i) =>
        desks[i % 2]!.users.create(asGateway, { ...user, email: 'ana@demo.example' }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts(store)).toMatchObject({ UserCreated: 1 });
  });
  test('a password never enters the log, only its hash', async () => {
    const desk = testDesk(createInMemoryEventStore());
    await expect(
      desk.users.create(asGateway, { ...user, email: 'ana@demo.example', passwordHash: 'secret1' }),
    ).rejects.toMatchObject({ errors: { password: 'invalid' } });
  });
  test('a logout of an older session ends nothing', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const { userId } = await desk.users.create(asGateway, { ...user, email: 'ana@demo.example' });
    await desk.users.loggedIn(asGateway, { userId, sessionId: 's1' });
    await desk.users.loggedIn(asGateway, { userId, sessionId: 's2' });
    expect((await desk.users.loggedOut(asGateway, { userId, sessionId: 's1' })).events).toEqual([]);
    expect((await desk.users.loggedOut(asGateway, { userId, sessionId: 's2' })).events).toHaveLength(1);
  });
});

describe('connections', () => {
  const connection = { name: 'Phone', channel: 'simulator' as const };
  test('there is one default; the one before gives it up', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const first = await desk.connections.create(asGateway, { ...connection, isDefault: true });
    await desk.connections.create(asGateway, { ...connection, isDefault: true });
    const [, update] = (await everyEvent(store)).filter(({ stream }) => stream.includes(first.connectionId));
    expect(update).toMatchObject({ type: 'ConnectionUpdated', data: { isDefault: false } });
  });
  test('a default is replaced, not taken away', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const { connectionId } = await desk.connections.create(asGateway, { ...connection, isDefault: true });
    await expect(
      desk.connections.update(asGateway, { ...connection, connectionId, isDefault: false }),
    ).rejects.toMatchObject({ code: 'ERR_NO_OTHER_WHATSAPP' });
  });
  test('the default is deleted only once another has taken over', async () => {
    const store = createInMemoryEventStore();
    const desk = testDesk(store);
    const { connectionId } = await desk.connections.create(asGateway, { ...connection, isDefault: true });
    const { connectionId: heir } = await desk.connections.create(asGateway, connection);
    await expect(desk.connections.delete(asGateway, { connectionId })).rejects.toMatchObject({
      code: 'ERR_NO_OTHER_WHATSAPP',
    });
    const context = { ...asGateway, commandId: '0193a000-0000-7000-8000-000000000077' };
    await desk.connections.delete(context, { connectionId, heirs: [heir] });
    const again = await desk.connections.delete(context, { connectionId, heirs: [heir] });
    expect(again.events).toEqual([]);
    const last = (await everyEvent(store)).filter(({ stream }) => stream.includes(heir)).at(-1);
    expect(last).toMatchObject({ type: 'ConnectionUpdated', data: { isDefault: true } });
  });
  test('two that are deleted at once, each the other’s heir, do not both go', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const a = await desk.connections.create(asGateway, { ...connection, isDefault: true });
    const b = await desk.connections.create(asGateway, connection);
    const ended = await Promise.allSettled([
      desk.connections.delete(asGateway, { connectionId: a.connectionId, heirs: [b.connectionId] }),
      desk.connections.delete(asGateway, { connectionId: b.connectionId, heirs: [a.connectionId] }),
    ]);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
  test.each(['the default first', 'its heir first'])(
    'a default and its heir that are deleted at once leave the next as the default: %s',
    async (order) => {
      const desk = testDesk(createInMemoryEventStore());
      const { connectionId: a } = await desk.connections.create(asGateway, {
        ...connection,
        isDefault: true,
      });
      const { connectionId: b } = await desk.connections.create(asGateway, connection);
      const { connectionId: c } = await desk.connections.create(asGateway, connection);
      const deletions = [
        { connectionId: a, heirs: [b, c] },
        { connectionId: b, heirs: [a, c] },
      ];
      if (order === 'its heir first') deletions.reverse();
      await Promise.all(deletions.map((deletion) => desk.connections.delete(asGateway, deletion)));
      await expect(desk.connections.delete(asGateway, { connectionId: c })).rejects.toMatchObject({
        code: 'ERR_NO_OTHER_WHATSAPP',
      });
    },
  );
  describe('between giving the default up and taking it over', () => {
    const setUp = async () => {
      const store = createInMemoryEventStore();
      const desk = testDesk(store, 'other');
      const create = async (isDefault = false) =>
        (await desk.connections.create(asGateway, { ...connection, isDefault })).connectionId;
      const [a, b] = [await create(true), await create()];
      /** Does something once, as soon as somebody has given the default up. */
      const storeThen = (deed: () => Promise<unknown>): EventStore => {
        let done = false;
        return {
          ...store,
          append: async (stream, expected, events) => {
            const appended = await store.append(stream, expected, events);
            if (done || !events.some(({ data }) => (data as { isDefault?: boolean }).isDefault === false))
              return appended;
            done = true;
            await deed();
            return appended;
          },
        };
      };
      const refused = { code: 'ERR_NO_OTHER_WHATSAPP' };
      const isDefault = (connectionId: string) =>
        expect(desk.connections.delete(asGateway, { connectionId })).rejects.toMatchObject(refused);
      return { a, b, desk, storeThen, isDefault };
    };

    test('the heir is deleted: who is not deleted for want of one stays the default', async () => {
      const { a, b, desk, storeThen, isDefault } = await setUp();
      const store = storeThen(() => desk.connections.delete(asGateway, { connectionId: b }));
      await expect(
        testDesk(store).connections.delete(asAgent(), { connectionId: a, heirs: [b] }),
      ).rejects.toMatchObject({ code: 'ERR_NO_OTHER_WHATSAPP' });
      await isDefault(a);
    });
    test('who was to become it by a form is deleted: the one before stays the default', async () => {
      const { a, b, desk, storeThen, isDefault } = await setUp();
      const store = storeThen(() => desk.connections.delete(asGateway, { connectionId: b }));
      await expect(
        testDesk(store).connections.update(asAgent(), { ...connection, connectionId: b, isDefault: true }),
      ).rejects.toMatchObject({ code: 'ERR_NO_WAPP_FOUND' });
      await isDefault(a);
    });
    test('the plan has no place for who was to become it: the one before stays the default', async () => {
      const store = createInMemoryEventStore();
      const desk = testDesk(store);
      const limits = { users: 1, connections: 1, queues: 1 };
      await desk.companies.create(asGateway, { name: 'Demo', limits });
      const { connectionId } = await desk.connections.create(asGateway, { ...connection, isDefault: true });
      await expect(
        desk.connections.create(asAgent(), { ...connection, isDefault: true }),
      ).rejects.toMatchObject({ code: 'ERR_PLAN_LIMIT' });
      expect(await counts(store)).not.toHaveProperty('ConnectionUpdated');
      await expect(desk.connections.delete(asGateway, { connectionId })).rejects.toMatchObject({
        code: 'ERR_NO_OTHER_WHATSAPP',
      });
    });
    test('the process dies: deleted again, it hands over all the same', async () => {
      const { a, b, desk, storeThen, isDefault } = await setUp();
      await new Promise<void>((died) => {
        const store = storeThen(() => {
          died();
          return new Promise(() => undefined);
        });
        // Its process is gone: nobody hears that it came to nothing.
        const deletion = testDesk(store).connections.delete(asAgent(), { connectionId: a, heirs: [b] });
        deletion.catch(() => undefined);
      });
      await desk.connections.delete(asGateway, { connectionId: a, heirs: [b] });
      await isDefault(b);
    });
  });
  test('several queues need a greeting', async () => {
    const desk = testDesk(createInMemoryEventStore());
    await expect(
      desk.connections.create(asGateway, { ...connection, queueIds: ['a', 'b'] }),
    ).rejects.toMatchObject({ code: 'ERR_WAPP_GREETING_REQUIRED' });
  });
  test('a status is recorded when it changes', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const { connectionId } = await desk.connections.create(asGateway, connection);
    const report = { connectionId, status: 'CONNECTED' as const, number: '5511' };
    expect((await desk.connections.reportStatus(asGateway, report)).events).toHaveLength(1);
    expect((await desk.connections.reportStatus(asGateway, report)).events).toEqual([]);
    await desk.connections.delete(asGateway, { connectionId });
    await expect(desk.connections.reportStatus(asGateway, report)).rejects.toMatchObject({
      code: 'ERR_NO_WAPP_FOUND',
    });
  });
});

describe('companies', () => {
  test('settings take known keys and allowed values, and change only when they change', async () => {
    const desk = testDesk(createInMemoryEventStore());
    await desk.companies.create(asGateway, { name: 'Demo' });
    const set = (key: string, value: string) => desk.companies.setSetting(asAgent(), { key, value });
    expect((await set('scheduleType', 'queue')).events).toHaveLength(1);
    expect((await set('scheduleType', 'queue')).events).toEqual([]);
    expect((await set('call', 'enabled')).events).toEqual([]);
    await expect(set('scheduleType', 'never')).rejects.toMatchObject({ errors: { value: 'invalid' } });
    await expect(set('nonsense', '1')).rejects.toMatchObject({ code: 'ERR_NO_SETTING_FOUND' });
    await expect(set('asaas', 'secret')).rejects.toMatchObject({ errors: { value: 'invalid' } });
  });
  test('a company that is not there is not changed', async () => {
    const desk = testDesk(createInMemoryEventStore());
    await expect(desk.companies.update(asAgent(), { name: 'Demo' })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
    await desk.companies.create(asGateway, { name: 'Demo' });
    expect((await desk.companies.update(asAgent(), { name: 'Demo' })).events).toEqual([]);
    await expect(
      desk.companies.update(asAgent(), { name: 'Demo', timeZone: 'Mars/Olympus' }),
    ).rejects.toMatchObject({ errors: { timeZone: 'invalid' } });
  });
});

describe('records', () => {
  const support = { name: 'Suporte', color: '#112233' };
  test('colours and names of queues are unique in a company; every taken field is named', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const queues = desk.records('queue');
    await queues.create(asAgent(), support);
    await expect(queues.create(asAgent(), { name: 'Vendas', color: '#112233' })).rejects.toMatchObject({
      code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      errors: { color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
    });
    await expect(queues.create(asAgent(), { ...support, name: 'suporte' })).rejects.toMatchObject({
      errors: { name: 'ERR_ALREADY_EXISTS', color: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' },
    });
    const other = { ...asAgent(), companyId: 'c2' };
    await expect(queues.create(other, support)).resolves.toBeDefined();
  });
  test('names of records are compared without case, accents and blanks', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const taken = { errors: { name: 'ERR_ALREADY_EXISTS' } };
    for (const kind of ['role', 'tag'] as const) {
      const { id } = await desk.records(kind).create(asAgent(), { name: 'Padrão novo' });
      for (const name of ['Padrao novo', 'PADRÃO NOVO', ' padrão  novo '])
        await expect(desk.records(kind).create(asAgent(), { name })).rejects.toMatchObject(taken);
      await expect(desk.records(kind).update(asAgent(), { id, name: 'PADRAO NOVO' })).resolves.toBeDefined();
    }
    const replies = desk.records('quickMessage');
    await replies.create(asAgent(), { shortcode: '/olá' });
    await expect(replies.create(asAgent(), { shortcode: 'OLA' })).rejects.toMatchObject({
      errors: { shortcode: 'ERR_ALREADY_EXISTS' },
    });
  });
  test('a row of an old data folder, whose claim has its accents, keeps its name', async () => {
    const store = createInMemoryEventStore();
    const metadata = { ...asAgent(), commandId: 'old', correlationId: 'old', at: '2026-01-01T00:00:00.000Z' };
    for (const [id, name] of Object.entries({ t1: 'Promoção', t2: 'Promocao' }))
      await store.append(recordStream('tag', metadata.companyId, id), -1, [
        { id: `old-${id}`, type: 'TagCreated', data: { id, name, color: '#A4CCCC', kanban: 0 }, metadata },
      ]);
    const asked: unknown[] = [];
    const rowsNamed = async (...question: readonly string[]) => {
      asked.push(question);
      return ['t1', 't2', 'never-there'];
    };
    const tags = testDesk(store, 'a', { rowsNamed }).records('tag');
    await expect(tags.create(asAgent(), { name: ' PROMOÇÃO' })).rejects.toMatchObject({
      errors: { name: 'ERR_ALREADY_EXISTS' },
    });
    expect(asked).toEqual([[metadata.companyId, 'tags', 'name', 'PROMOÇÃO']]);
    expect((await tags.update(asAgent(), { id: 't2', color: '#000000' })).events).toHaveLength(1);
    // A form sends the whole row: of a name that stays nothing is asked.
    await tags.update(asAgent(), { id: 't2', name: ' PROMOCAO', color: '#111111' });
    expect(asked).toHaveLength(1);
    await expect(tags.update(asAgent(), { id: 't2', name: 'Promoção nova' })).resolves.toBeDefined();
    expect(asked.slice(1)).toEqual([[metadata.companyId, 'tags', 'name', 'Promoção nova']]);
  });
  test('a row of before a stricter rule can be changed, without giving it what is refused now', async () => {
    const store = createInMemoryEventStore();
    const metadata = { ...asAgent(), commandId: 'old', correlationId: 'old', at: '2026-01-01T00:00:00.000Z' };
    const old = { id: 'r1', name: 'Supervisor', rules: ['audit:view'], queueScope: 'own', queueIds: [] };
    await store.append(recordStream('role', metadata.companyId, 'r1'), -1, [
      { id: 'old-r1', type: 'RoleCreated', data: old, metadata },
    ]);
    const roles = testDesk(store).records('role');
    const { events } = await roles.update(asAgent(), { id: 'r1', name: 'Supervisor', rules: [] });
    expect(events).toMatchObject([{ type: 'RoleUpdated', data: { ...old, rules: [] } }]);
    await expect(roles.update(asAgent(), { id: 'r1', name: 'Admin' })).rejects.toMatchObject({
      errors: { name: 'ERR_ALREADY_EXISTS' },
    });
    await expect(roles.update(asAgent(), { id: 'r1', name: 'Chefes', more: 1 })).rejects.toMatchObject({
      errors: { more: 'unknown' },
    });
    await expect(roles.update(asAgent(), { id: 'r1', name: 'Chefes' })).resolves.toBeDefined();
  });
  test('a value given up, or of a deleted record, is free again', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const queues = desk.records('queues');
    const first = await queues.create(asAgent(), support);
    await queues.update(asAgent(), { id: first.id, color: '#000000' });
    const second = await queues.create(asAgent(), { name: 'Vendas', color: '#112233' });
    await queues.delete(asAgent(), second);
    await expect(queues.update(asAgent(), { id: first.id, color: '#112233' })).resolves.toBeDefined();
  });
  test('values are checked, filled in, and unknown or computed fields refused', async () => {
    const desk = testDesk(createInMemoryEventStore());
    const { events } = await desk.records('queue').create(asAgent(), support);
    expect(events[0]?.data).toMatchObject({ ...support, greetingMessage: '', mediaPath: null });
    expect(events[0]?.data).toHaveProperty('schedules.6.weekdayEn', 'sunday');
    const tag = desk.records('tag');
    await expect(tag.create(asAgent(), { name: 'ab' })).rejects.toMatchObject({
      errors: { name: 'tooShort' },
    });
    await expect(tag.create(asAgent(), { name: 'abc', ticketsCount: 3 })).rejects.toMatchObject({
      errors: { ticketsCount: 'unknown' },
    });
    await expect(tag.update(asAgent(), { id: 'nothing', name: 'abc' })).rejects.toMatchObject({
      code: 'ERR_NOT_FOUND',
    });
    expect(() => desk.records('nothing')).toThrow('no record nothing');
  });
});
