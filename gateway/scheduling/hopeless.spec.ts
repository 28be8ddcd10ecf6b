import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  AppendTooLargeError,
  type EventStore,
  InvalidEventError,
  UnavailableError,
} from '../../domain/kernel/event-store.ts';
import { listParked } from '../../messaging/parked.ts';
import { companyId, startTestGateway, type TestGateway } from '../../testing/gateway.ts';

let test: TestGateway;
beforeEach(async () => {
  test = await startTestGateway();
});
afterEach(() => test.close());

/** A log that takes no message which says 'cursed'. */
const cursed = (refusal: () => Error): EventStore => ({
  ...test.eventStore,
  append: async (stream, expected, events) => {
    if (JSON.stringify(events).includes('cursed')) throw refusal();
    return test.eventStore.append(stream, expected, events);
  },
});
const parked = () => listParked(test.state, companyId, { limit: 10 });

it.each([
  ['tooLarge', () => new AppendTooLargeError('ticket-1', 1)],
  ['defect', () => new TypeError('cannot read properties of undefined')],
  ['defect', () => new RangeError('Invalid time value')],
  ['defect', () => new InvalidEventError('MessageReceived', ['body'])],
] as const)(
  'a message that can never be written (%s: %#) is set aside for an admin, and what its writer says next arrives',
  async (reason, refusal) => {
    const counted: string[] = [];
    await test.startGateway({ eventStore: cursed(refusal), onParked: (why) => counted.push(why) });
    await test.write('before');
    await test.write('cursed', { id: 'X1' });
    await test.write('after');
    await test.settled();
    expect((await test.messages()).map(({ body }) => body)).toEqual(['before', 'after']);
    expect(await parked()).toMatchObject([
      {
        ...{ connectionId: test.connectionId, kind: 'message', externalId: 'X1', name: 'Marina' },
        ...{ body: 'cursed', reason, addresses: ['5511955500142'] },
      },
    ]);
    expect(counted).toEqual([reason]);
  },
);

it('a message in a conversation with a damaged event is set aside, not tried for ever', async () => {
  const first = await test.startGateway();
  await test.write('before');
  await test.settled();
  await first.stop();
  const damaged: EventStore = {
    ...test.eventStore,
    read: async (stream, options) =>
      (await test.eventStore.read(stream, options)).map((event) =>
        event.type === 'TicketOpened' ? { ...event, data: { protocol: null } } : event,
      ),
  };
  await test.startGateway({ eventStore: damaged });
  await test.write('into the damage', { id: 'X2' });
  await test.write('somebody else', { number: '5511955500143', id: 'X3' });
  await expect.poll(async () => (await parked()).map(({ reason }) => reason)).toEqual(['unreadable']);
  await test.settled();
  expect((await test.messages()).map(({ body }) => body)).toContain('somebody else');
});

it('while the store is merely away nothing is set aside', async () => {
  let away = true;
  await test.startGateway({
    eventStore: {
      ...test.eventStore,
      append: async (...given) => {
        if (away && JSON.stringify(given).includes('MessageReceived')) throw new UnavailableError('away');
        return test.eventStore.append(...given);
      },
    },
  });
  await test.write('patient');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await parked()).toEqual([]);
  away = false;
  await test.settled();
  expect(await test.messages()).toMatchObject([{ body: 'patient' }]);
});
