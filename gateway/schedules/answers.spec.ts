import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import { asGateway, everyEvent, inbound, testDesk } from '../../testing/desk.ts';
import { ana, customer, startTestGateway, system, type TestGateway } from '../../testing/gateway.ts';
import {
  clock,
  mortal,
  never,
  patient,
  type ScheduleWorld,
  startScheduleWorld,
} from '../../testing/schedule-world.ts';
import { createStepper } from '../../testing/stepwise-store.ts';
import { handlerOf, isSkipped, reactionTo } from '../process/process-manager.ts';
import { createAnswered } from './answers.ts';
import { createSchedules } from './schedules.ts';

describe('a schedule that is cancelled when its contact writes', () => {
  let test: TestGateway;
  let contactId = '';
  beforeEach(async () => {
    test = await startTestGateway();
    ({ contactId } = await test.desk.contacts.ensure(system, { numbers: [customer], name: 'Marina' }));
  });
  afterEach(() => test.close());

  const schedule = async (more: object = {}, inMs = 3_600_000) =>
    (
      await test.desk.schedules.create(ana, {
        ...{ contactId, body: 'Decidiu, Marina?', connectionId: null, queueId: null, recurrence: null },
        ...{ sendAt: new Date(Date.now() + inMs).toISOString(), userId: 'ana', cancelOnReply: true },
        ...more,
      })
    ).scheduleId;
  const shown = (id: string) => test.reader.get<ScheduleDocument>('schedules', id);
  const becomes = (id: string, status: string) =>
    expect.poll(async () => (await shown(id))?.status, { timeout: 5_000, interval: 20 }).toBe(status);
  const received = (count: number) =>
    expect
      .poll(async () => (await test.messages()).filter(({ fromMe }) => !fromMe).length, { timeout: 5_000 })
      .toBe(count);
  const daily = { frequency: 'daily', interval: 1, weekdays: [], until: null, count: 3 } as const;
  const series = () => test.reader.find<ScheduleDocument>('schedules', { sort: ['sendAt'] });

  it('says so at once and names the conversation; one that is not to be cancelled stays', async () => {
    await test.startGateway();
    const [cancelled, kept] = [await schedule(), await schedule({ cancelOnReply: false })];
    await test.write('Oi, decidi!');
    await becomes(cancelled, 'CANCELADA');
    const [ticket] = await test.tickets();
    expect(await shown(cancelled)).toMatchObject({
      ...{ reason: 'CONTACT_WROTE', ticketId: ticket!.id, cancelledAt: expect.any(String) },
    });
    expect((await shown(kept))?.status).toBe('PENDENTE');
  });

  it('what was written before it, or by the company’s phone, is no answer', async () => {
    await test.startGateway();
    await test.write('Antes');
    await received(1);
    const id = await schedule();
    const ticketId = await test.accepted();
    const own = inbound('own', { contactId, connectionId: test.connectionId, fromMe: true });
    await test.desk.tickets.receive(system, own);
    await expect.poll(async () => (await test.messages(ticketId)).length, { timeout: 5_000 }).toBe(2);
    await test.settled();
    expect((await shown(id))?.status).toBe('PENDENTE');
    await test.write('Depois', { id: 'later' });
    await becomes(id, 'CANCELADA');
  });

  it('what somebody wrote before it became theirs is no answer', async () => {
    await test.startGateway();
    const other = await test.desk.contacts.ensure(system, { numbers: ['5511955500777'], name: 'Rui' });
    const id = await schedule({ contactId: other.contactId });
    await test.write('Bom dia');
    await received(1);
    const sendAt = new Date().toISOString();
    await test.desk.schedules.update(ana, { scheduleId: id, contactId, sendAt });
    await expect.poll(async () => (await shown(id))?.status, { timeout: 5_000 }).not.toBe('PENDENTE');
    expect(await shown(id)).not.toMatchObject({ status: 'CANCELADA' });
    await becomes(id, 'ENVIADA');
    expect(await test.onPhone()).toEqual(['Decidiu, Marina?']);
  });

  it('scheduled again, it goes out, unless they write once more', async () => {
    await test.startGateway();
    const id = await schedule();
    await test.write('Oi');
    await becomes(id, 'CANCELADA');
    await test.desk.schedules.update(ana, { scheduleId: id });
    await becomes(id, 'PENDENTE');
    expect(await shown(id)).toMatchObject({ reason: null, cancelledAt: null, ticketId: null });
    await test.desk.schedules.update(ana, { scheduleId: id, sendAt: new Date().toISOString() });
    await becomes(id, 'ENVIADA');
    expect(await test.onPhone()).toEqual(['Decidiu, Marina?']);
  });

  it('of a series that one alone: the next is made once, and waits for what is written after the time of this one', async () => {
    await test.startGateway();
    const id = await schedule({ recurrence: daily });
    await test.write('Oi');
    await becomes(id, 'CANCELADA');
    await expect.poll(async () => (await series()).length, { timeout: 5_000 }).toBe(2);
    await test.write('Outra coisa', { id: 'second' });
    await received(2);
    await test.settled();
    expect((await series()).map(({ status }) => status)).toEqual(['CANCELADA', 'PENDENTE']);
    const [first, next] = await series();
    expect(next).toMatchObject({ cancelOnReply: true, answersFrom: first!.sendAt });
  });

  const round = async (more: Partial<Parameters<typeof createSchedules>[0]> = {}) =>
    createSchedules({
      ...{ eventStore: test.eventStore, readStore: test.readStore, desk: test.desk },
      ...{ reached: test.projector.reached, settings: { isStopped: () => false } },
      ...{ now: () => new Date(), everyMs: 1_000, log: pino({ level: 'silent' }), ...more },
    }).round(new AbortController().signal);
  const phase = async (id: string) => (await test.desk.schedules.look(system.companyId, id)).status;
  const receive = (externalId: string) =>
    test.desk.tickets.receive(system, inbound(externalId, { contactId, connectionId: test.connectionId }));

  it('what stands in the log when it is due counts, though nobody has reacted to it', async () => {
    const [id, kept] = [await schedule({}, 0), await schedule({ cancelOnReply: false }, 0)];
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await receive('last-moment');
    await round();
    expect([await phase(id), await phase(kept)]).toEqual(['cancelled', 'sending']);
  });

  it('what was written while it could not go out counts, also where it would be late by now', async () => {
    const [id, late] = [await schedule({}, 0), await schedule({ cancelOnReply: false }, 0)];
    await receive('meanwhile');
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await round({ now: () => new Date(Date.now() + 25 * 3_600_000) });
    expect([await phase(id), await phase(late)]).toEqual(['cancelled', 'failed']);
  });

  it('a message that came before it is no answer, however late it is handled', async () => {
    await receive('early');
    const id = await schedule();
    await test.projector.reached(await test.eventStore.head(), 5_000);
    const { desk, readStore } = test;
    const manager = createAnswered({
      desk,
      readStore,
      reached: test.projector.reached,
      now: () => new Date(),
    });
    for (const event of await everyEvent(test.eventStore))
      await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
    expect(await phase(id)).toBe('pending');
  });

  it('a company without one is asked about once and not with each message, until one is made', async () => {
    let asked = 0;
    const { desk, readStore } = test;
    const manager = createAnswered({
      desk,
      readStore: {
        ...readStore,
        forCompany: (companyId) => {
          asked += 1;
          return readStore.forCompany(companyId);
        },
      },
      reached: test.projector.reached,
      now: () => new Date(),
    });
    const skipped: string[] = [];
    const hear = async (from = 0) => {
      const events = await everyEvent(test.eventStore);
      for (const event of events.slice(from))
        if (isSkipped(manager, event)) skipped.push((event.data as { externalId: string }).externalId);
        else await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
      return events.length;
    };
    await receive('one');
    await receive('two');
    await test.projector.reached(await test.eventStore.head(), 5_000);
    const heard = await hear();
    expect([skipped, asked]).toEqual([['two'], 1]);
    const id = await schedule();
    await receive('three');
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await hear(heard);
    expect([skipped, await phase(id)]).toEqual([['two'], 'cancelled']);
  });

  it('it waits while the read models cannot say whether they wrote', async () => {
    const id = await schedule({}, 0);
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await round({ reached: async () => false });
    expect(await phase(id)).toBe('pending');
    await round();
    expect(await phase(id)).toBe('sending');
  });

  it('of a contact who was merged into another, what that one wrote counts', async () => {
    const other = await test.desk.contacts.ensure(system, { numbers: ['5511955500199'], name: 'Marina C.' });
    const id = await schedule({ contactId: other.contactId }, 0);
    await test.projector.reached(await test.eventStore.head(), 5_000);
    await test.desk.contacts.merge(system, { contactId, otherId: other.contactId, connectionIds: [] });
    await receive('merged');
    await round();
    expect(await phase(id)).toBe('cancelled');
  });
});

describe('exactly once', () => {
  const reactTo = (world: ScheduleWorld, view: EventStore, name: string) => {
    const manager = createAnswered({
      ...{
        desk: testDesk(view, name, patient),
        readStore: world.readStore,
        reached: world.reached,
        now: clock(0),
      },
    });
    return async (event: RecordedEvent) => {
      if (isSkipped(manager, event)) return;
      await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
    };
  };
  /** A process that lives does what is left: everything that may come again comes again. */
  const finish = async (world: ScheduleWorld) => {
    for (let turn = 0; turn < 2; turn += 1) {
      const react = reactTo(world, world.store, `later-${turn}`);
      for (const event of await everyEvent(world.store)) {
        await world.folded();
        await react(event);
      }
    }
    await world.finish();
  };
  const outcome = async (world: ScheduleWorld) => {
    const types = (await everyEvent(world.store)).map(({ type }) => type);
    const count = (type: string) => types.filter((one) => one === type).length;
    expect(count('ScheduleCreated'), 'the next of the series').toBe(2);
    return { cancelled: count('ScheduleCancelled'), said: count('MessageQueued') };
  };
  const write = (world: ScheduleWorld, store: EventStore) => {
    const { connectionId, contactId } = world;
    return testDesk(store, 'network', patient).tickets.receive(
      asGateway,
      inbound('m1', { connectionId, contactId }),
    );
  };

  it('it is cancelled once, wherever a gateway is killed that cancels or would send it', async () => {
    const whole = await startScheduleWorld({ cancelOnReply: true });
    await write(whole, whole.store);
    await whole.folded();
    const { view, operations } = mortal(whole.store);
    const all = await everyEvent(whole.store);
    for (const event of all) await reactTo(whole, view, 'whole')(event);
    await whole.close();
    expect(operations()).toBeGreaterThan(1);
    for (let at = 0; at < operations(); at += 1)
      for (const after of [false, true])
        for (const who of ['manager', 'job'] as const) {
          const world = await startScheduleWorld({ cancelOnReply: true });
          await write(world, world.store);
          await world.folded();
          const dying = mortal(world.store, { at, after });
          const work =
            who === 'job'
              ? world.job(dying.view, 'dying', clock(0)).round(never)
              : (async () => {
                  const react = reactTo(world, dying.view, 'dying');
                  for (const event of await everyEvent(world.store)) await react(event);
                })();
          await Promise.race([dying.death, work]);
          await finish(world);
          expect(await outcome(world), `${who} at ${at}`).toEqual({ cancelled: 1, said: 0 });
          await world.close();
        }
  }, 240_000);

  it('whoever is first, the contact or the clock: it is sent or cancelled, never both', async () => {
    const seen = new Set<string>();
    const race = async (picks: Iterable<number>, stop: number | undefined) => {
      const world = await startScheduleWorld({ cancelOnReply: true });
      const stepper = createStepper(world.store);
      const failures: unknown[] = [];
      const job = world.job(
        stepper.actor(stop === undefined ? undefined : { at: stop, after: stop % 2 === 0 }),
        'gateway',
        clock(0),
      );
      const react = reactTo(world, stepper.actor(), 'manager');
      const acts = async () => {
        await write(world, stepper.actor());
        await world.folded();
        for (const event of await everyEvent(world.store)) await react(event);
      };
      job.round(never).catch((error: unknown) => failures.push(error));
      acts().catch((error: unknown) => failures.push(error));
      const next = picks[Symbol.iterator]();
      await stepper.run(
        (choices) => (next.next().value as number) % choices,
        async () => {
          await world.folded();
        },
      );
      expect(failures).toEqual([]);
      await finish(world);
      const { cancelled, said } = await outcome(world);
      expect(cancelled + said).toBe(1);
      seen.add(cancelled === 1 ? 'cancelled' : 'sent');
      await world.close();
    };
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.nat({ max: 1000 })),
        fc.option(fc.nat({ max: 12 }), { nil: undefined }),
        race,
      ),
      { numRuns: 60 },
    );
    expect([...seen].toSorted()).toEqual(['cancelled', 'sent']);
  }, 240_000);
});
