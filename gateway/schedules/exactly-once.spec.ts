import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Desk } from '../../domain/desk/desk.ts';
import { asAgent, asGateway, inbound, testDesk } from '../../testing/desk.ts';
import {
  clock,
  mortal,
  never,
  patient,
  type ScheduleWorld,
  startScheduleWorld,
} from '../../testing/schedule-world.ts';
import { createStepper, type Stop } from '../../testing/stepwise-store.ts';

// A schedule becomes one message, whoever dies between any two steps, whoever's clock is set, however late read models are.

/** What the contact's conversation is when the time comes. */
const before = {
  'no ticket': async () => {},
  'a pending ticket': async ({ desk, connectionId, contactId }: ScheduleWorld) => {
    await desk.tickets.receive(asGateway, inbound('m0', { connectionId, contactId }));
  },
  'an open ticket': async ({ desk, connectionId, contactId }: ScheduleWorld) => {
    const opening = { connectionId, contactId, queueId: null, userId: 'ana', status: 'open' } as const;
    await desk.tickets.open(asAgent(), opening);
  },
};

describe.each(Object.entries(before))('of a contact with %s', (_name, prepare) => {
  it('it is sent once, wherever on its way a gateway is killed', async () => {
    const whole = await startScheduleWorld();
    await prepare(whole);
    const { view, operations } = mortal(whole.store);
    await whole.job(view, 'whole', clock(0)).round(never);
    await whole.finish();
    await whole.expectOnce();
    await whole.close();
    expect(operations()).toBeGreaterThan(8);
    for (let at = 0; at < operations(); at += 1)
      for (const after of [false, true]) {
        const world = await startScheduleWorld();
        await prepare(world);
        const dying = mortal(world.store, { at, after });
        const round = world.job(dying.view, 'dying', clock(0)).round(never);
        await Promise.race([dying.death, round]);
        await world.finish();
        await world.expectOnce();
        await world.close();
      }
  }, 240_000);
});

it('a gateway that stood still for long says nothing into a ticket that closed and opened again meanwhile', async () => {
  for (let at = 0; at < 20; at += 1) {
    const world = await startScheduleWorld();
    const { desk, connectionId, contactId } = world;
    const opening = { connectionId, contactId, queueId: null, userId: 'ana', status: 'open' } as const;
    const { ticketId } = await desk.tickets.open(asAgent(), opening);
    const slow = mortal(world.store, { at, after: false });
    const round = world.job(slow.view, 'slow', clock(0)).round(never);
    await Promise.race([slow.death, round]);
    await tried(desk.tickets.resolve(asAgent(), { ticketId }));
    await world.finish();
    const others = (await world.events('TicketOpened')).map(({ data }) => data as { ticketId: string });
    for (const other of others) await tried(desk.tickets.resolve(asAgent(), { ticketId: other.ticketId }));
    await desk.tickets.reopen(asAgent(), { ticketId, userId: 'ana' });
    slow.wake();
    await round;
    await world.finish();
    await world.expectOnce();
    await world.close();
  }
}, 240_000);

it('it waits while the clock is set back, and is not sent again when it is set forth and back', async () => {
  const world = await startScheduleWorld();
  const hours = [-60, -1, 0, -120, 1, -1, 30, 0];
  for (const [turn, minutes] of hours.entries()) {
    await world.job(world.store, `turn-${turn}`, clock(minutes)).round(never);
    await world.folded();
    expect((await world.events('ScheduleSending')).length, `at ${minutes} min`).toBe(turn < 2 ? 0 : 1);
  }
  await world.finish();
  await world.expectOnce();
  await world.close();
});

type Deed = 'resolve' | 'open' | 'reopen' | 'write';
const tried = async (work: Promise<unknown>) => {
  try {
    await work;
  } catch (error) {
    if ((error as Error).name !== 'DomainError') throw error;
  }
};

/** Agent and contact, whose conversation ends and begins anew meanwhile. */
async function act(world: ScheduleWorld, desk: Desk, deeds: readonly Deed[]) {
  const { connectionId, contactId } = world;
  for (const [turn, deed] of deeds.entries()) {
    const opened = await world.events('TicketOpened');
    const ticketId = (opened.at(-1)?.data as { ticketId?: string } | undefined)?.ticketId ?? 'none';
    if (deed === 'resolve') await tried(desk.tickets.resolve(asAgent(), { ticketId }));
    if (deed === 'reopen') await tried(desk.tickets.reopen(asAgent(), { ticketId, userId: 'ana' }));
    const opening = { connectionId, contactId, queueId: null, userId: 'ana', status: 'open' } as const;
    if (deed === 'open') await tried(desk.tickets.open(asAgent(), opening));
    const message = inbound(`m${turn}`, { connectionId, contactId });
    if (deed === 'write') await tried(desk.tickets.receive(asGateway, message));
  }
}

const stops: fc.Arbitrary<Stop | undefined> = fc.option(
  fc.record({ at: fc.nat({ max: 24 }), after: fc.boolean() }),
  { nil: undefined },
);
const deeds = fc.array(fc.constantFrom<Deed>('resolve', 'open', 'reopen', 'write'), { maxLength: 5 });

it('two gateways, clocks apart, either killed anywhere while the conversation ends and begins, send it once', async () => {
  const race = async ({
    first,
    second,
    offsets,
    acts,
    picks,
  }: {
    readonly first: Stop | undefined;
    readonly second: Stop | undefined;
    readonly offsets: readonly [number, number];
    readonly acts: readonly Deed[];
    readonly picks: Iterable<number>;
  }) => {
    const world = await startScheduleWorld();
    const stepper = createStepper(world.store);
    const failures: unknown[] = [];
    for (const [at, stop] of [first, second].entries()) {
      const job = world.job(stepper.actor(stop), `gateway-${at}`, clock(offsets[at]!));
      const rounds = async () => {
        for (let round = 0; round < 3; round += 1) await job.round(never);
      };
      rounds().catch((error: unknown) => failures.push(error));
    }
    const people = testDesk(stepper.actor(), 'people', patient);
    act(world, people, acts).catch((error: unknown) => failures.push(error));
    const next = picks[Symbol.iterator]();
    await stepper.run(
      (choices) => (next.next().value as number) % choices,
      async () => {
        await world.folded();
        expect((await world.events('MessageQueued')).length).toBeLessThanOrEqual(1);
      },
    );
    expect(failures).toEqual([]);
    await world.finish();
    await world.expectOnce();
    await world.close();
  };
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        first: stops,
        second: stops,
        offsets: fc.tuple(fc.constantFrom(-5, 0, 5), fc.constantFrom(-5, 0, 5)),
        acts: deeds,
        picks: fc.infiniteStream(fc.nat({ max: 1000 })),
      }),
      race,
    ),
    { numRuns: 100 },
  );
}, 240_000);
