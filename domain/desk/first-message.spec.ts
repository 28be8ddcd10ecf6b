import { expect, test } from 'vitest';
import { asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import type { EventStore } from '../kernel/event-store.ts';

const soon = { sleep: async () => undefined, random: () => 0 };

/** A store that counts the round trips of those who wait for them. */
const counting = (inner: EventStore) => {
  const trips: string[] = [];
  const store: EventStore = {
    ...inner,
    append: (stream, ...rest) => {
      trips.push(`append ${stream.split('-')[0]}`);
      return inner.append(stream, ...rest);
    },
    read: (stream, options) => {
      trips.push(`read ${stream.split('-')[0]}`);
      return inner.read(stream, options);
    },
  };
  return { store, trips };
};

const carla = { numbers: ['5511955500142'], name: 'Carla' };
const write = async (desk: ReturnType<typeof testDesk>, externalId: string, contact = carla) => {
  const { contactId, created } = await desk.contacts.ensure(asGateway, contact);
  return desk.tickets.receive(asGateway, inbound(externalId, { contactId, isNewContact: created }));
};

test('the first message of a new contact costs five round trips to the event store', async () => {
  const { store, trips } = counting(createInMemoryEventStore());
  const desk = testDesk(store, 'a', soon);
  await write(desk, 'm1');
  expect(trips).toEqual(['read claim', 'append claim', 'append contact', 'append claim', 'append ticket']);
  trips.length = 0;
  await write(desk, 'm2');
  expect(trips).toEqual(['append ticket']);
});

test('two processes that meet one contact at once have one contact and one ticket', async () => {
  const store = createInMemoryEventStore();
  for (let round = 0; round < 20; round++) {
    const contact = { numbers: [`55119555${String(10_000 + round)}`], name: 'Carla' };
    const desks = ['a', 'b', 'c'].map((name) => testDesk(store, `${name}${round}`, soon));
    const outcomes = await Promise.all(
      desks.map((desk, n) => write(desk, `round ${round}, message ${n}`, contact)),
    );
    expect(new Set(outcomes.map(({ ticketId }) => ticketId)).size).toBe(1);
  }
  const types = (await everyEvent(store)).map(({ type }) => type);
  expect(types.filter((type) => type === 'ContactCreated')).toHaveLength(20);
  expect(types.filter((type) => type === 'TicketOpened')).toHaveLength(20);
  expect(types.filter((type) => type === 'MessageReceived')).toHaveLength(60);
});

test('a contact said to be new whose ticket is open gets no second one', async () => {
  const store = createInMemoryEventStore();
  const first = await testDesk(store, 'a', soon).tickets.receive(asGateway, inbound('m1'));
  const second = await testDesk(store, 'b', soon).tickets.receive(
    asGateway,
    inbound('m2', { isNewContact: true }),
  );
  expect(second).toMatchObject({ ticketId: first.ticketId, duplicate: false });
});

test('a contact whose number is claimed in the moment between looking and writing is the one who has it', async () => {
  const inner = createInMemoryEventStore();
  const other = testDesk(inner, 'other', soon);
  let overtaken = false;
  const store: EventStore = {
    ...inner,
    append: async (stream, ...rest) => {
      if (!overtaken) {
        overtaken = true;
        await other.contacts.ensure(asGateway, carla);
      }
      return inner.append(stream, ...rest);
    },
  };
  const met = await testDesk(store, 'ours', soon).contacts.ensure(asGateway, carla);
  expect(met).toMatchObject({ created: false });
  expect(met.contactId).toBe((await other.contacts.ensure(asGateway, carla)).contactId);
});
