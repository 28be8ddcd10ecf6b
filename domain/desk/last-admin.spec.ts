import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asAgent, asGateway, everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import type { Stop } from '../../testing/stepwise-store.ts';
import { createStepper } from '../../testing/stepwise-store.ts';
import { isDomainError } from '../errors.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { UserEvent } from '../user/events.ts';
import type { UserState } from '../user/user.ts';
import { isAdmin, userDecider } from '../user/user.ts';
import type { Desk } from './desk.ts';

// No interleaving of store operations of three actors, any of which may stop anywhere, leaves a company without admin.

const people = ['ana', 'bruno', 'clara'] as const;
type Person = (typeof people)[number];

const admins = async (store: EventStore): Promise<string[]> => {
  const users = new Map<string, UserState>();
  for (const event of await everyEvent(store))
    if (event.stream.startsWith('user-c1_'))
      users.set(
        event.stream.slice('user-c1_'.length),
        userDecider.evolve(
          users.get(event.stream.slice('user-c1_'.length)) ?? userDecider.initial,
          event as unknown as UserEvent,
          event.metadata.at,
        ),
      );
  return [...users].filter(([, state]) => isAdmin(state)).map(([id]) => id);
};

const begin = async (store: EventStore, first: readonly Person[]) => {
  const desk = testDesk(store, 'set-up');
  for (const userId of people)
    await desk.users.create(asGateway, {
      userId,
      name: `Person ${userId}`,
      email: `${userId}@demo.example`,
      profile: first.includes(userId) ? 'admin' : 'user',
      passwordHash: '$argon2id$v=19$x',
    });
  return desk;
};

type Deed = readonly ['demote' | 'delete' | 'promote' | 'rename', Person];
/** Refusals are fine; defects are not. */
const act = async (desk: Desk, by: Person, deeds: readonly Deed[]) => {
  for (const [what, userId] of deeds) {
    const change = {
      userId,
      ...(what === 'rename' && { name: `Renamed by ${by}` }),
      ...(what === 'demote' && { profile: 'user' as const }),
      ...(what === 'promote' && { profile: 'admin' as const }),
      otherAdmins: people,
    };
    const work = desk.users[what === 'delete' ? 'delete' : 'update'](asAgent(by), change);
    await work.catch((error: unknown) => {
      if (!isDomainError(error)) throw error;
    });
  }
};

const stop: fc.Arbitrary<Stop | undefined> = fc.option(
  fc.record({ at: fc.nat({ max: 16 }), after: fc.boolean() }),
  { nil: undefined },
);
const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(
  fc.tuple(
    fc.constantFrom(
      'demote' as const,
      'demote' as const,
      'delete' as const,
      'promote' as const,
      'rename' as const,
    ),
    fc.constantFrom(...people),
  ),
  { minLength: 1, maxLength: 3 },
);
const picks = fc.infiniteStream(fc.nat({ max: 1000 }));

test('three who demote, delete and promote each other, any of whom may stop anywhere, always leave an admin', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        first: fc.subarray([...people], { minLength: 1 }),
        works: fc.tuple(fc.tuple(deeds, stop), fc.tuple(deeds, stop), fc.tuple(deeds, stop)),
        picks,
      }),
      async ({ first, works, picks: chosen }) => {
        const store = createInMemoryEventStore();
        await begin(store, first);
        const stepper = createStepper(store);
        const options = { sleep: async () => undefined, random: () => 0.5, deadlineMs: 3_600_000 };
        const failures: unknown[] = [];
        works.forEach(([todo, halt], index) => {
          const desk = testDesk(stepper.actor(halt), `actor-${index}`, options);
          act(desk, people[index]!, todo).catch((error: unknown) => failures.push(error));
        });
        const next = chosen[Symbol.iterator]();
        let length = 0;
        await stepper.run(
          (choices) => (next.next().value as number) % choices,
          async () => {
            if ((await store.head()) === length) return;
            length = await store.head();
            expect(await admins(store)).not.toEqual([]);
          },
        );
        expect(failures).toEqual([]);

        // Whatever was left half done: of several admins one may go, and the last may not.
        const later = testDesk(store, 'later');
        for (let left = await admins(store); left.length > 1; left = await admins(store))
          await later.users.delete(asGateway, { userId: left[0]!, otherAdmins: people });
        const [last] = await admins(store);
        for (const refused of [
          later.users.delete(asGateway, { userId: last!, otherAdmins: people }),
          later.users.update(asGateway, { userId: last!, profile: 'supervisor', otherAdmins: people }),
        ])
          await expect(refused).rejects.toMatchObject({ code: 'ERR_LAST_ADMIN' });
      },
    ),
    { numRuns: 400 },
  );
}, 120_000);

test('of two admins who demote each other at the same instant one stays', async () => {
  for (let round = 0; round < 20; round += 1) {
    const store = createInMemoryEventStore();
    await begin(store, ['ana', 'bruno']);
    const [one, two] = [testDesk(store, 'one'), testDesk(store, 'two')];
    const results = await Promise.allSettled([
      one.users.update(asAgent('ana'), { userId: 'bruno', profile: 'user' }),
      two.users.update(asAgent('bruno'), { userId: 'ana', profile: 'user' }),
    ]);
    expect(await admins(store)).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ERR_LAST_ADMIN', errors: { profile: 'ERR_LAST_ADMIN' } },
    });
  }
});

test('a refusal leaves no trace, and whom nobody names is not counted', async () => {
  const store = createInMemoryEventStore();
  const desk = await begin(store, ['ana', 'bruno']);
  const before = await store.head();
  await expect(desk.users.delete(asGateway, { userId: 'ana' })).rejects.toMatchObject({
    code: 'ERR_LAST_ADMIN',
  });
  await expect(
    desk.users.delete(asGateway, { userId: 'ana', otherAdmins: ['ana', 'clara', 'nobody'] }),
  ).rejects.toMatchObject({ code: 'ERR_LAST_ADMIN' });
  expect(await store.head()).toBe(before);
});

test('an update changes what it names and nothing else', async () => {
  const store = createInMemoryEventStore();
  const desk = await begin(store, ['ana']);
  const all = { name: 'Bruno B', profile: 'supervisor', queueIds: ['q1'], allTicket: true, whatsappId: 'w1' };
  await desk.users.update(asGateway, { userId: 'bruno', ...(all as { name: string }) });
  await desk.users.update(asGateway, { userId: 'bruno', name: 'Bruno Z', email: undefined });
  const last = (await everyEvent(store)).findLast(({ type }) => type === 'UserUpdated');
  expect(last?.data).toEqual({
    ...all,
    userId: 'bruno',
    name: 'Bruno Z',
    email: 'bruno@demo.example',
    super: false,
  });
  expect((await desk.users.update(asGateway, { userId: 'bruno', name: 'Bruno Z' })).events).toEqual([]);
});
