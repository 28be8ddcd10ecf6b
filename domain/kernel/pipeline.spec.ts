import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import type { Stop } from '../../testing/stepwise-store.ts';
import { createStepper } from '../../testing/stepwise-store.ts';
import type { ClaimLost } from './claim-events.ts';
import { claimFold } from './claim-events.ts';
import { createClaims } from './claims.ts';
import { type Deadline, noDeadline } from './deadline.ts';
import type { DomainEvent, Metadata } from './event.ts';
import { AppendTooLargeError, ConflictError, type EventStore } from './event-store.ts';
import { createEventStreams } from './event-streams.ts';
import type { Execution, Lock, Reservation } from './pipeline.ts';
import { createPipeline } from './pipeline.ts';
import { createSerial } from './serial.ts';
import { claimStream, streamName } from './stream-names.ts';

// A small hotel: a room is one guest's at a time.

type HotelEvent =
  | DomainEvent<'Arrived', { readonly room: string; readonly claimRevision: number }>
  | DomainEvent<'Left', object>
  | DomainEvent<'Noted', { readonly note: string }>
  | ClaimLost;
interface Guest {
  readonly room: string | null;
  readonly stays: number;
  readonly notes: readonly string[];
  readonly lost: Readonly<Record<string, number>>;
}
const absent: Guest = { room: null, stays: 0, notes: [], lost: {} };
const evolve = (guest: Guest, event: HotelEvent): Guest => {
  if (event.type === 'Arrived') return { ...guest, room: event.data.room, stays: guest.stays + 1 };
  if (event.type === 'Left') return { ...guest, room: null };
  if (event.type === 'Noted') return { ...guest, notes: [...guest.notes, event.data.note] };
  return { ...guest, lost: { ...guest.lost, [event.data.claim]: event.data.claimRevision } };
};
const rules = { evolve, repeatable: new Set(['Noted']) };
const types = new Set(['Arrived', 'Left', 'Noted', 'ClaimLost']);

const guestStream = (name: string) => streamName('guest', 'h', name);
const roomClaim = (room: string) => claimStream('h', room);
const metadata = (commandId: string): Metadata => ({
  companyId: 'h',
  actor: { kind: 'guest', id: 'somebody' },
  commandId,
  correlationId: commandId,
  at: '2026-11-02T12:00:00.000Z',
});

let commands = 0;

const createHotel = (store: EventStore) => {
  const fast = { sleep: async () => undefined, random: () => 0.5 };
  const options = { store, ...fast };
  const failures = {
    unavailable: (why: string) => new Error(`unavailable: ${why}`),
    conflict: (why: string) => new Error(`conflict: ${why}`),
  };
  const claims = createClaims(createEventStreams(claimFold, options), { failures, ...fast });
  const streams = createEventStreams<Guest, HotelEvent>({ initial: absent, types, evolve }, options);
  claims.register('guest', {
    streams,
    holds: (_tenant, { room }) => (room === null ? [] : [roomClaim(room)]),
    lost: ({ lost }) => lost,
  });
  const pipeline = createPipeline(rules, streams, { serial: createSerial(), claims, failures, ...fast });
  const execute = (
    name: string,
    execution: Pick<Execution<Guest, HotelEvent>, 'decide'> & Partial<Execution<Guest, HotelEvent>>,
  ) => {
    commands += 1;
    return pipeline({
      stream: guestStream(name),
      metadata: metadata(`${name}-${commands}`),
      deadline: noDeadline,
      ...execution,
    });
  };
  /** Takes the room, which must be nobody else's. */
  const arrive = (
    name: string,
    rooms: readonly string[],
    more: Partial<Execution<Guest, HotelEvent>> = {},
  ) => {
    const [room] = rooms as [string];
    const decide = (guest: Guest, claimRevision: number): HotelEvent[] =>
      guest.room === room ? [] : [{ type: 'Arrived', data: { room, claimRevision } }];
    return execute(name, {
      decide: (guest) => decide(guest, 0),
      reservations: {
        ownerId: name,
        claims: () => rooms.map((one) => ({ claim: roomClaim(one) })),
        refuse: (refused) => new Error(`taken: ${refused.map(({ ownerId }) => ownerId)}`),
        decide: (guest, [claim]) => decide(guest, claim!.revision),
      },
      ...more,
    });
  };
  const leave = (name: string, more: Partial<Execution<Guest, HotelEvent>> = {}) =>
    execute(name, { decide: ({ room }) => (room === null ? [] : [{ type: 'Left', data: {} }]), ...more });
  const note = (name: string, text: string, more: Partial<Execution<Guest, HotelEvent>> = {}) =>
    execute(name, { decide: () => [{ type: 'Noted', data: { note: text } }], ...more });
  return { noClaim: claims.streams.emptyStream, execute, arrive, leave, note };
};
type Hotel = ReturnType<typeof createHotel>;

/** A store that writes down what is asked of it, and lets a test act right before an append. */
const watched = () => {
  const store = createInMemoryEventStore();
  const log: string[] = [];
  const before = new Map<string, () => Promise<unknown>>();
  const watching: EventStore = {
    ...store,
    read: async (stream, options) => {
      log.push(`read ${stream}`);
      return store.read(stream, options);
    },
    append: async (stream, expected, events) => {
      const names = events.map(({ type }) => type).join();
      const act = before.get(names);
      before.delete(names);
      await act?.();
      log.push(`${names} to ${stream} after ${expected}`);
      return store.append(stream, expected, events);
    },
  };
  return { store, log, before, hotel: createHotel(watching), rival: createHotel(store) };
};

const guestEvents = async (store: EventStore, name: string) =>
  (await store.read(guestStream(name))).map(({ type }) => type);

describe('the order', () => {
  test('the own stream is read, then the claim taken, then appended at what was read', async () => {
    const { hotel, log } = watched();
    await hotel.arrive('ana', ['r1']);
    expect(log).toEqual([
      'read guest-h_ana',
      'read claim-h_r1',
      'ClaimTaken to claim-h_r1 after -1',
      'Arrived to guest-h_ana after -1',
    ]);
  });

  test('whoever loses a claim is told so in its own stream before it changes hands', async () => {
    const { hotel, log } = watched();
    await hotel.arrive('bob', ['r1']);
    await hotel.leave('bob');
    log.length = 0;
    await hotel.arrive('ana', ['r1']);
    expect(log.filter((line) => !line.startsWith('read'))).toEqual([
      'ClaimLost to guest-h_bob after 1',
      'ClaimTaken to claim-h_r1 after 0',
      'Arrived to guest-h_ana after -1',
    ]);
  });

  test('a claim of one’s own is taken again', async () => {
    const { hotel, log } = watched();
    await hotel.arrive('ana', ['r1']);
    await hotel.leave('ana');
    log.length = 0;
    await hotel.arrive('ana', ['r1']);
    expect(log.filter((line) => !line.startsWith('read'))).toEqual([
      'ClaimTaken to claim-h_r1 after 0',
      'Arrived to guest-h_ana after 1',
    ]);
  });

  test('what was decided is decided once more with the claim as it was taken', async () => {
    const { hotel } = watched();
    await hotel.arrive('bob', ['r1']);
    await hotel.leave('bob');
    const { events } = await hotel.arrive('ana', ['r1']);
    expect(events.map(({ data }) => data)).toEqual([{ room: 'r1', claimRevision: 1 }]);
  });

  test('what comes between reading and appending makes it begin again, with the claim too', async () => {
    const { hotel, rival, before, log, store } = watched();
    before.set('ClaimTaken', () => rival.note('ana', 'late bird'));
    await hotel.arrive('ana', ['r1']);
    expect(log).toEqual([
      'read guest-h_ana',
      'read claim-h_r1',
      'ClaimTaken to claim-h_r1 after -1',
      'Arrived to guest-h_ana after -1',
      'read guest-h_ana',
      'read claim-h_r1',
      'read guest-h_ana',
      'ClaimTaken to claim-h_r1 after 0',
      'Arrived to guest-h_ana after 0',
    ]);
    expect(await guestEvents(store, 'ana')).toEqual(['Noted', 'Arrived']);
  });

  test('a claim that somebody took away meanwhile is taken back, or refused', async () => {
    const { hotel, rival, before, store } = watched();
    before.set('Arrived', () => rival.arrive('bob', ['r1']));
    await expect(hotel.arrive('ana', ['r1'])).rejects.toThrow('taken: bob');
    expect(await guestEvents(store, 'ana')).toEqual(['ClaimLost']);
  });
});

describe('refusals', () => {
  test('name everybody who holds one of the claims, and append nothing of one’s own', async () => {
    const { hotel, store } = watched();
    await hotel.arrive('bob', ['r1']);
    await hotel.arrive('eve', ['r2']);
    await expect(hotel.arrive('ana', ['r3', 'r1', 'r2'])).rejects.toThrow('taken: bob,eve');
    expect(await guestEvents(store, 'ana')).toEqual([]);
  });

  test('and ‘already so’ need no claim', async () => {
    const { hotel, log } = watched();
    await hotel.arrive('ana', ['r1']);
    log.length = 0;
    expect((await hotel.arrive('ana', ['r1'])).events).toEqual([]);
    expect(log).toEqual(['read guest-h_ana']);
  });

  test.each(['a refusal', 'nothing to do'])('%s is given only after reading forward', async (outcome) => {
    const { hotel, rival } = watched();
    await hotel.note('ana', 'here');
    await rival.arrive('ana', ['r1']);
    const decide = ({ room }: Guest): HotelEvent[] => {
      if (room !== null) return [{ type: 'Left', data: {} }];
      if (outcome === 'a refusal') throw new Error('nobody here');
      return [];
    };
    expect((await hotel.execute('ana', { start: 'cache', decide })).events).toHaveLength(1);
    const nothing = hotel.execute('ana', { start: 'cache', decide });
    if (outcome === 'a refusal') await expect(nothing).rejects.toThrow('nobody here');
    else expect(await nothing).toMatchObject({ loaded: { revision: 2 }, events: [] });
  });

  test('a stream with an event of a newer build is not decided on', async () => {
    const { hotel, store } = watched();
    await hotel.note('ana', 'here');
    await store.append(guestStream('ana'), 0, [
      { id: 'new', type: 'Upgraded', data: {}, metadata: metadata('new') },
    ]);
    for (const start of ['cache', 'store'] as const)
      await expect(hotel.note('ana', 'there', { start })).rejects.toThrow('unavailable: guest-h_ana');
  });
});

describe('the lock', () => {
  const withLock = (hotel: Hotel, check: Lock['check']) =>
    hotel.leave('ana', {
      reservations: { ownerId: 'ana', claims: () => [], refuse: () => new Error('never') },
      lock: () => ({ claim: roomClaim('exit'), check }),
    });

  test('is checked, taken, and checked again before anything is appended', async () => {
    const { hotel, log } = watched();
    await hotel.arrive('ana', ['r1']);
    log.length = 0;
    await withLock(hotel, async () => void log.push('check'));
    expect(log).toEqual([
      'read guest-h_ana',
      'check',
      'read claim-h_exit',
      'ClaimTaken to claim-h_exit after -1',
      'check',
      'Left to guest-h_ana after 0',
    ]);
  });

  test('a refusal before it is taken leaves no claim, and one after it no event', async () => {
    const { hotel, store } = watched();
    await hotel.arrive('ana', ['r1']);
    const head = await store.head();
    await expect(withLock(hotel, () => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
    expect(await store.head()).toBe(head);
    let checks = 0;
    const second = async () => {
      checks += 1;
      if (checks === 2) throw new Error('closed meanwhile');
    };
    await expect(withLock(hotel, second)).rejects.toThrow('closed meanwhile');
    expect(await guestEvents(store, 'ana')).toEqual(['Arrived']);
  });
});

describe('a deadline', () => {
  test('that passes while claims are taken leaves nothing appended', async () => {
    const { hotel, before, store } = watched();
    let late = false;
    const deadline: Deadline = {
      throwIfExpired: () => {
        if (late) throw new Error('too late');
      },
      maxConflicts: 10,
    };
    before.set('ClaimTaken', async () => {
      late = true;
    });
    await expect(hotel.arrive('ana', ['r1'], { deadline })).rejects.toThrow('too late');
    expect(await guestEvents(store, 'ana')).toEqual([]);
  });

  test('that passed before anything was decided drops the command', async () => {
    const { hotel, log } = watched();
    const deadline: Deadline = {
      throwIfExpired: () => {
        throw new Error('too late');
      },
      maxConflicts: 10,
    };
    await expect(hotel.note('ana', 'here', { deadline })).rejects.toThrow('too late');
    expect(log).toEqual(['read guest-h_ana']);
  });

  test('bounds the conflicts that a command may meet', async () => {
    const { store, log } = watched();
    const busy = createHotel({
      ...store,
      append: async (stream, expected) => {
        log.push('tried');
        throw new ConflictError(stream, expected, expected + 1);
      },
    });
    const deadline: Deadline = { throwIfExpired: () => undefined, maxConflicts: 3 };
    await expect(busy.note('ana', 'here', { deadline })).rejects.toThrow('conflict: others');
    expect(log).toEqual(['tried', 'tried', 'tried', 'tried']);
  });

  test('is not waited for when trying again would not help', async () => {
    const { store, log } = watched();
    const refusing = createHotel({
      ...store,
      append: async () => {
        log.push('tried');
        throw new AppendTooLargeError('guest-h_ana', 1);
      },
    });
    await expect(refusing.note('ana', 'here')).rejects.toBeInstanceOf(AppendTooLargeError);
    expect(log).toEqual(['tried']);
  });
});

describe('a command', () => {
  test('that was applied before is not applied again, however the state has changed', async () => {
    const { hotel, store } = watched();
    const once = { metadata: metadata('once') };
    await hotel.arrive('ana', ['r1'], once);
    await hotel.leave('ana');
    for (const start of ['cache', 'store'] as const)
      expect((await hotel.arrive('ana', ['r1'], { ...once, start })).events).toEqual([]);
    await hotel.note('ana', 'one', once);
    await hotel.note('ana', 'two', once);
    expect(await guestEvents(store, 'ana')).toEqual(['Arrived', 'Left', 'Noted', 'Noted']);
  });

  test('on what is cached reads nothing, until it meets a conflict', async () => {
    const { hotel, rival, log } = watched();
    await hotel.note('ana', 'one');
    log.length = 0;
    await hotel.note('ana', 'two', { start: 'cache' });
    expect(log).toEqual(['Noted to guest-h_ana after 0']);
    await rival.note('ana', 'three');
    await hotel.note('ana', 'four', { start: 'cache' });
    expect(log.slice(1)).toEqual([
      'Noted to guest-h_ana after 1',
      'read guest-h_ana',
      'Noted to guest-h_ana after 2',
    ]);
  });

  test('on an id that nobody can know reads nothing first, and reads after a conflict', async () => {
    const { hotel, rival, before, log, store } = watched();
    await hotel.note('new', 'one', { start: 'nowhere' });
    expect(log).toEqual(['Noted to guest-h_new after -1']);
    before.set('Noted', () => rival.note('other', 'one'));
    await hotel.note('other', 'two', { start: 'nowhere' });
    expect(await guestEvents(store, 'other')).toEqual(['Noted', 'Noted']);
  });

  test('takes claims as they were read a moment ago, on the first try only', async () => {
    const { hotel, rival, before, log, store } = watched();
    const reservations = {
      ownerId: 'ana',
      claims: (): readonly Reservation[] => [{ claim: roomClaim('r2') }],
      refuse: () => new Error('never'),
      seenClaims: new Map([[roomClaim('r2'), hotel.noClaim]]),
    };
    before.set('Arrived', () => rival.note('ana', 'late bird'));
    await hotel.arrive('ana', ['r2'], { reservations });
    expect(log.filter((line) => line === 'read claim-h_r2')).toHaveLength(1);
    expect(log.indexOf('read claim-h_r2')).toBeGreaterThan(log.indexOf('ClaimTaken to claim-h_r2 after -1'));
    expect(await guestEvents(store, 'ana')).toEqual(['Noted', 'Arrived']);
  });

  test('may leave a conflict to its caller', async () => {
    const { hotel, rival, before } = watched();
    before.set('Noted', () => rival.note('ana', 'first'));
    await expect(hotel.note('ana', 'second', { onConflict: 'throw' })).rejects.toBeInstanceOf(ConflictError);
  });

  test('waits for those before it on the same stream', async () => {
    const { hotel, log } = watched();
    await Promise.all([hotel.note('ana', 'one'), hotel.note('ana', 'two'), hotel.note('ana', 'three')]);
    expect(log.filter((line) => line.startsWith('Noted'))).toEqual([
      'Noted to guest-h_ana after -1',
      'Noted to guest-h_ana after 0',
      'Noted to guest-h_ana after 1',
    ]);
  });
});

test('no interleaving of three guests, any of whom may stop anywhere, puts two into one room', async () => {
  const stop: fc.Arbitrary<Stop | undefined> = fc.option(
    fc.record({ at: fc.nat({ max: 14 }), after: fc.boolean() }),
    { nil: undefined },
  );
  const name = fc.constantFrom('ana', 'bob', 'eve');
  const step = fc.tuple(fc.constantFrom('arrive' as const, 'leave' as const), name, fc.boolean());
  const steps = fc.array(step, { minLength: 1, maxLength: 4 });
  type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;
  const walk = async (hotel: Hotel, todo: Steps) => {
    for (const [what, who, cached] of todo) {
      const start = cached ? 'cache' : 'store';
      const work = what === 'arrive' ? hotel.arrive(who, ['r1'], { start }) : hotel.leave(who, { start });
      await work.catch((error: Error) => {
        if (!error.message.startsWith('taken')) throw error;
      });
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(steps, steps, steps),
      fc.tuple(stop, stop, stop),
      fc.infiniteStream(fc.nat({ max: 1000 })),
      async (walks, stops, picks) => {
        const store = createInMemoryEventStore();
        const stepper = createStepper(store);
        const failed: unknown[] = [];
        walks.forEach((todo, index) => {
          walk(createHotel(stepper.actor(stops[index])), todo).catch((error) => failed.push(error));
        });
        const next = picks[Symbol.iterator]();
        await stepper.run(
          (choices) => (next.next().value as number) % choices,
          async () => {
            const guests = await Promise.all(
              ['ana', 'bob', 'eve'].map(async (who) =>
                (await store.read(guestStream(who))).reduce(
                  (guest, event) => evolve(guest, event as unknown as HotelEvent),
                  absent,
                ),
              ),
            );
            expect(guests.filter(({ room }) => room !== null).length).toBeLessThanOrEqual(1);
          },
        );
        expect(failed).toEqual([]);
      },
    ),
    { numRuns: 500 },
  );
}, 120_000);
