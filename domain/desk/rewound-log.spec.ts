import { expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { sleep as wait } from '../kernel/retry.ts';

// Not at once: conflicts without an end must let the test give up.
const soon = { sleep: () => wait(1), random: () => 0 };

test('nothing that was remembered of a log is believed when an older copy stands in its place', async () => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store, 'a', soon);
  const { ticketId, messageId } = await desk.tickets.receive(asGateway, inbound('m1'));
  store.putBack(0);
  const again = await desk.tickets.receive(asGateway, inbound('m1'));
  expect(again).toMatchObject({ messageId, duplicate: false });
  const types = (await everyEvent(store)).map(({ type }) => type);
  expect(types).toContain('MessageReceived');
  if (again.ticketId !== ticketId)
    await expect(desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' })).rejects.toMatchObject({
      code: 'ERR_NO_TICKET_FOUND',
    });
});

test('a contact met before is met again', async () => {
  const store = createInMemoryEventStore();
  const desk = testDesk(store, 'a', soon);
  const carla = { numbers: ['5511955500142'], name: 'Carla' };
  expect(await desk.contacts.ensure(asGateway, carla)).toMatchObject({ created: true });
  expect(await desk.contacts.ensure(asGateway, carla)).toMatchObject({ created: false });
  store.putBack(0);
  expect(await desk.contacts.ensure(asGateway, carla)).toMatchObject({ created: true });
});

test('a stream that is shorter than it was is read from its start, also where nobody has told of the older copy', async () => {
  const inner = createInMemoryEventStore();
  const desk = testDesk({ ...inner, rewinds: () => 0 }, 'a', soon);
  await desk.tickets.receive(asGateway, inbound('m1'));
  const backup = await inner.head();
  const { ticketId } = await desk.tickets.receive(asGateway, inbound('m2'));
  await desk.tickets.receive(asGateway, inbound('m3'));
  inner.putBack(backup);
  expect(await desk.tickets.receive(asGateway, inbound('m4'))).toMatchObject({ ticketId, duplicate: false });
  const bodies = (await everyEvent(inner))
    .filter(({ type }) => type === 'MessageReceived')
    .map(({ data }) => (data as { externalId: string }).externalId);
  expect(bodies).toEqual(['m1', 'm4']);
});
