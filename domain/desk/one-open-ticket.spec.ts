import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import type { Stop } from '../../testing/stepwise-store.ts';
import { createStepper } from '../../testing/stepwise-store.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { TicketEvent } from '../ticket/events.ts';
import { evolveTicket } from '../ticket/evolve.ts';
import type { TicketState } from '../ticket/state.ts';
import { absentTicket, isKnown } from '../ticket/state.ts';
import type { Desk } from './desk.ts';

// No interleaving of store operations of three actors, any of which may stop anywhere, yields two open tickets.

const states = async (store: EventStore) => {
  const tickets = new Map<string, TicketState>();
  for (const event of await everyEvent(store))
    if (event.stream.startsWith('ticket-'))
      tickets.set(
        event.stream,
        evolveTicket(
          tickets.get(event.stream) ?? absentTicket(),
          event as unknown as TicketEvent,
          event.metadata.at,
        ),
      );
  return [...tickets.values()].filter(isKnown);
};

const openOnes = async (store: EventStore, connectionId: string) =>
  (await states(store)).filter(
    (ticket) =>
      (ticket.status === 'pending' || ticket.status === 'open') && ticket.connectionId === connectionId,
  );

/** Refusals are fine; defects are not. */
const tried = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if ((error as Error).name !== 'DomainError') throw error;
  }
};

const deed = fc.constantFrom('resolve', 'reopen', 'open', 'move', 'delete', 'accept');
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never;

/** An agent who picks a ticket that there is at that moment. */
const act = async (desk: Desk, store: EventStore, deeds: readonly (readonly [Deed, number])[]) => {
  for (const [what, which] of deeds) {
    const tickets = await states(store);
    const ticket = tickets[which % Math.max(1, tickets.length)];
    if (what === 'open' || ticket === undefined) {
      const opening = { contactId: 'carla', connectionId: 'phone', queueId: null, userId: 'ana' };
      await tried(desk.tickets.open(asAgent(), { ...opening, status: 'open' }));
      continue;
    }
    const { ticketId } = ticket;
    if (what === 'resolve') await tried(desk.tickets.resolve(asAgent(), { ticketId }));
    if (what === 'delete') await tried(desk.tickets.delete(asAgent(), { ticketId }));
    if (what === 'accept') await tried(desk.tickets.accept(asAgent(), { ticketId, userId: 'ana' }));
    if (what === 'reopen') await tried(desk.tickets.reopen(asAgent(), { ticketId, userId: 'ana' }));
    if (what === 'move') {
      const connectionId = ticket.connectionId === 'phone' ? 'other' : 'phone';
      await tried(desk.tickets.transfer(asAgent(), { ticketId, queueId: null, userId: 'ana', connectionId }));
    }
  }
};

const stop: fc.Arbitrary<Stop | undefined> = fc.option(
  fc.record({ at: fc.nat({ max: 14 }), after: fc.boolean() }),
  { nil: undefined },
);
const deeds = fc.array(fc.tuple(deed, fc.nat({ max: 5 })), { maxLength: 4 });
const messages = fc.array(fc.constantFrom('m1', 'm2', 'm3', 'm4'), { minLength: 1, maxLength: 3 });

interface Race {
  readonly before: readonly (readonly [Deed, number])[];
  readonly first: readonly [readonly string[], Stop | undefined];
  readonly second: readonly [readonly string[], Stop | undefined];
  readonly agent: readonly [readonly (readonly [Deed, number])[], Stop | undefined];
  /** The gateways' caches are filled before the race. */
  readonly warm: boolean;
  /** A message reopens what closed a moment ago. */
  readonly reopening: boolean;
  readonly picks: Iterable<number>;
}

const race = async ({ before, first, second, agent, warm, reopening, picks }: Race) => {
  const message = (id: string) => ({ ...inbound(id), ...(reopening && { reopenWithinMs: 86_400_000 }) });
  const store = createInMemoryEventStore();
  const setUp = testDesk(store, 'set-up');
  await setUp.tickets.receive(asGateway, inbound('m0'));
  await act(setUp, store, before);

  const stepper = createStepper(store);
  const options = { sleep: async () => undefined, random: () => 0.5, deadlineMs: 3_600_000 };
  const actors = [first, second, agent].map(([, halt], i) => {
    const view = { on: false, stepped: stepper.actor(halt) };
    // Caches filled before the race are what goes stale in it.
    const through: EventStore = {
      ...store,
      append: (...args) => (view.on ? view.stepped : store).append(...args),
      read: (...args) => (view.on ? view.stepped : store).read(...args),
    };
    return { view, halt, desk: testDesk(through, `actor-${i}`, options) };
  });
  const [a, b, c] = actors as [(typeof actors)[0], (typeof actors)[0], (typeof actors)[0]];
  if (warm) for (const { desk } of [a, b]) await desk.tickets.receive(asGateway, inbound('m0'));
  for (const { view } of actors) view.on = true;

  const failures: unknown[] = [];
  const done: string[] = [];
  const receive = async (desk: Desk, ids: readonly string[]) => {
    for (const id of ids) {
      await desk.tickets.receive(asGateway, message(id));
      done.push(id);
    }
  };
  for (const work of [receive(a.desk, first[0]), receive(b.desk, second[0]), act(c.desk, store, agent[0])])
    work.catch((error: unknown) => failures.push(error));

  const next = picks[Symbol.iterator]();
  let length = 0;
  await stepper.run(
    (choices) => (next.next().value as number) % choices,
    async () => {
      if ((await store.head()) === length) return;
      length = await store.head();
      for (const connectionId of ['phone', 'other'])
        expect((await openOnes(store, connectionId)).length).toBeLessThanOrEqual(1);
    },
  );
  expect(failures).toEqual([]);

  // A message is written once, and what was answered for is there.
  const written = (await everyEvent(store)).flatMap((event) =>
    event.type === 'MessageReceived' ? [(event.data as { externalId: string }).externalId] : [],
  );
  expect(written).toEqual([...new Set(written)]);
  for (const id of done) expect(written).toContain(id);
  // Who did not stop has finished.
  const expected = [first, second].flatMap(([ids, halt]) => (halt === undefined ? ids : []));
  for (const id of expected) expect(done).toContain(id);

  // Whatever was left half done, the next message finds or opens exactly one ticket.
  await testDesk(store, 'later').tickets.receive(asGateway, inbound('m9'));
  expect(await openOnes(store, 'phone')).toHaveLength(1);
};

const picks = fc.infiniteStream(fc.nat({ max: 1000 }));

test('two gateways and an agent, any of which may stop anywhere, never leave two open tickets', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: deeds,
        first: fc.tuple(messages, stop),
        second: fc.tuple(messages, stop),
        agent: fc.tuple(deeds, stop),
        warm: fc.boolean(),
        reopening: fc.boolean(),
        picks,
      }),
      race,
    ),
    { numRuns: 300 },
  );
}, 120_000);

test('an agent who reopens while contacts write never leaves two open tickets', async () => {
  const one = fc.tuple(fc.constantFrom(['m1'], ['m1', 'm2']), stop);
  const reopens = fc.array(fc.tuple(fc.constantFrom<Deed>('reopen', 'resolve'), fc.constant(0)), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: fc.constant([['resolve', 0]] as const),
        first: one,
        second: one,
        agent: fc.tuple(reopens, stop),
        warm: fc.constant(false),
        reopening: fc.boolean(),
        picks,
      }),
      race,
    ),
    { numRuns: 1200 },
  );
}, 120_000);
