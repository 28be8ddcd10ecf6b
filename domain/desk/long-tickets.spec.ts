import { beforeEach, expect, it } from 'vitest';
import { createContactKeys } from '../../stores/contact-keys/contact-keys.ts';
import { createSnapshotBoxes } from '../../stores/snapshots/snapshots.ts';
import { asAgent, asGateway, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { StateStore } from '../ports/state-store.ts';

let log: EventStore;
let state: StateStore;
let eventsRead: number;
beforeEach(() => {
  log = createInMemoryEventStore();
  state = createInMemoryStateStore();
  eventsRead = 0;
});

/** The commands of a process that has just started. */
function processOf(prefix: string) {
  const contactKeys = createContactKeys({ state, secretKey: 'x'.repeat(32) });
  const snapshots = createSnapshotBoxes({ state, contactKeys, log: { warn: () => {} } as never });
  const counted: EventStore = {
    ...log,
    read: async (stream, options) => {
      const events = await log.read(stream, options);
      if (stream.startsWith('ticket-')) eventsRead += events.length;
      return events;
    },
  };
  return testDesk(counted, prefix, { contactKeys, snapshots });
}

/** A conversation of so many messages. Returns its ticket's id. */
async function talk(count: number): Promise<string> {
  const desk = processOf('first');
  let ticketId = '';
  for (let n = 0; n < count; n++)
    ({ ticketId } = await desk.tickets.receive(asGateway, inbound(`m${n}`, { body: `segredo ${n}` })));
  return ticketId;
}

it('a ticket of 400 messages is open for a command after some two hundred events', async () => {
  const ticketId = await talk(400);
  eventsRead = 0;
  const second = processOf('second');
  await second.tickets.accept(asAgent('ana'), { ticketId, userId: 'ana' });
  expect(eventsRead).toBeLessThan(64 + 128);
  // It knows what came before: a message that comes again is no new one.
  const { messageId } = await second.tickets.receive(asGateway, inbound('m300', { body: 'segredo 300' }));
  const events = await log.read(`ticket-c1_${ticketId}`, { limit: 10_000 });
  const received = events.filter(({ type }) => type === 'MessageReceived');
  expect(received).toHaveLength(400);
  expect(received[300]?.data).toMatchObject({ messageId });
});

it('what was said stands in no snapshot for who has the store alone, and none outlives its contact', async () => {
  const ticketId = await talk(200);
  const place = `snapshot/c1/ticket-c1_${ticketId}`;
  const entry = await state.get(place);
  expect(entry).toBeDefined();
  expect(JSON.stringify(entry)).not.toContain('segredo');
  const third = processOf('third');
  await third.tickets.erase(asGateway, { ticketId });
  await state.delete(place);
  // Its stream grows on: nothing of it is kept any more.
  const fourth = processOf('fourth');
  for (let n = 0; n < 200; n++)
    await fourth.tickets.erase({ ...asGateway, commandId: `again-${n}` }, { ticketId });
  expect(await state.get(place)).toBeUndefined();
});
