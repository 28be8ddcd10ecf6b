import { expect, it } from 'vitest';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { ana, startTestGateway } from '../testing/gateway.ts';

// One message in and one answer out, with the process dying at each operation on its stores in turn: before the
// operation is done, and after it was done but before it was known. Another process then takes over.

type Moment = 'before' | 'after';

/** Stores that die for good at the `at`th operation. Subscriptions count as nothing: they only read. */
const dying = (at: number, moment: Moment) => {
  const life = { operations: 0, dead: false };
  const death = Promise.withResolvers<void>();
  const mortal = <Store extends object>(store: Store, names: readonly string[]): Store =>
    new Proxy(store, {
      get(target, name, receiver) {
        const value = Reflect.get(target, name, receiver) as unknown;
        if (typeof value !== 'function' || !names.includes(String(name))) return value;
        return async (...given: unknown[]) => {
          if (life.dead) throw new Error('the process is gone');
          life.operations += 1;
          const last = life.operations === at;
          if (last) {
            life.dead = true;
            death.resolve();
          }
          if (last && moment === 'before') throw new Error('the process dies');
          const result = await (value as (...given: unknown[]) => unknown).apply(target, given);
          if (last) throw new Error('the process dies');
          return result;
        };
      },
    });
  return {
    life,
    death: death.promise,
    eventStore: (store: EventStore) => mortal(store, ['append', 'read', 'head']),
    state: (store: StateStore) => mortal(store, ['get', 'set', 'delete', 'list']),
  };
};

/** Plays the scenario; gives how many operations the first process did. */
const play = async (at: number, moment: Moment): Promise<number> => {
  const test = await startTestGateway();
  const mortality = dying(at, moment);
  try {
    await test.startGateway({
      eventStore: mortality.eventStore(test.eventStore),
      state: mortality.state(test.state),
    });
    await test.write('Oi');
    // However late it dies: on a busy machine the operation may come after everything else.
    let heir: Promise<unknown> | undefined;
    void mortality.death.then(() => {
      heir = test.startGateway();
    });
    const ticketId = await test.accepted();
    await test.desk.tickets.send(ana, { ticketId, body: 'Resposta' });
    await test.settled();
    const where = `${moment} operation ${at}`;
    expect(await test.tickets(), where).toHaveLength(1);
    const messages = await test.messages();
    expect(
      messages.map(({ body, fromMe, failure }) => ({ body, fromMe, failure })),
      where,
    ).toEqual([
      { body: 'Oi', fromMe: false, failure: null },
      { body: 'Resposta', fromMe: true, failure: null },
    ]);
    expect(messages[1]?.ack, where).toBeGreaterThan(0);
    expect(await test.onPhone(), where).toEqual(['Resposta']);
    await heir;
    return mortality.life.operations;
  } finally {
    await test.close();
  }
};

it.each<Moment>(['before', 'after'])(
  'whenever the process dies %s an operation, each message is there once on both sides',
  async (moment) => {
    const operations = await play(Number.POSITIVE_INFINITY, moment);
    expect(operations).toBeGreaterThan(20);
    const points = Array.from({ length: Math.min(operations, 120) }, (_, index) => index + 1);
    // Many at a time: each spends most of its time waiting for a lease to end.
    const lanes = Array.from({ length: 24 }, async () => {
      for (let at = points.shift(); at !== undefined; at = points.shift()) await play(at, moment);
    });
    await Promise.all(lanes);
  },
  240_000,
);
