import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { StateStore } from '../domain/ports/state-store.ts';
import { acquireLease, projectorLease } from '../projections/projector/lease.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { answerRebuilds, rebuildOrAsk } from './rebuild-requests.ts';

const log = pino({ level: 'silent' });
const version = 'v1';
const signMs = 200;
let state: StateStore;
let said: string[];
beforeEach(() => {
  state = createInMemoryStateStore();
  said = [];
});

/** A projector that folds by `rebuild`, until it dies. */
async function startProjector(rebuild: (die: () => void) => Promise<number>) {
  const ending = new AbortController();
  const dead = Promise.withResolvers<never>();
  dead.promise.catch(() => undefined);
  let isAlive = true;
  const lease = await acquireLease({
    ...{ state, key: projectorLease('main', version), owner: 'projector', leaseMs: 300 },
    signal: ending.signal,
  });
  /** Nothing more comes of it: neither signs nor answers, and its lease is given back as by whoever knows that it died. */
  const die = () => {
    isAlive = false;
    ending.abort();
    void lease!.release();
  };
  const own = new Proxy(state, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as (...all: unknown[]) => unknown;
      return (...given: unknown[]) => (isAlive ? value.apply(target, given) : new Promise(() => {}));
    },
  });
  void answerRebuilds(
    { state: own, version, signMs },
    { mayFold: () => isAlive, rebuild: () => rebuild(die) },
    { signal: ending.signal, log, everyMs: 10 },
  );
  return { die };
}
const ask = (here: (signal: AbortSignal) => Promise<number> = async () => 1) =>
  rebuildOrAsk({ state, version, signMs }, here, (line) => said.push(line));

test('a running projector does it, however long it takes', async () => {
  const { die } = await startProjector(async () => {
    await sleep(3 * signMs);
    return 42;
  });
  expect(await ask()).toBe(42);
  expect(said).toEqual([]);
  die();
});

test('what a running projector could not do is told by its own words', async () => {
  const { die } = await startProjector(async () => {
    throw new Error('the disk is full');
  });
  await expect(ask()).rejects.toThrow('the disk is full');
  die();
});

test('where none runs, whoever asks does it, and nobody finds the request afterwards', async () => {
  expect(await ask(async () => 7)).toBe(7);
  const { die } = await startProjector(async () => 8);
  await sleep(50);
  expect(await state.list('rebuild/')).toEqual([]);
  die();
});

test('one that dies while it folds is said to have, and another does it', async () => {
  await startProjector((die) => {
    void sleep(20).then(async () => {
      die();
      await startProjector(async () => 43);
    });
    return new Promise(() => {});
  });
  expect(await ask()).toBe(43);
  expect(said).toEqual(['The process that folded ended before it was done. What is shown stays as it was.']);
});

test('one that dies while it folds and leaves nobody is followed by who asked', async () => {
  await startProjector((die) => {
    setTimeout(die, 20);
    return new Promise(() => {});
  });
  expect(await ask(async () => 9)).toBe(9);
  expect(said).toHaveLength(1);
});

test('where each that is asked dies it ends, and says so', async () => {
  const dying = (die: () => void): Promise<number> => {
    setTimeout(() => {
      die();
      void startProjector(dying);
    }, 20);
    return new Promise(() => {});
  };
  await startProjector(dying);
  await expect(ask()).rejects.toThrow('3 processes ended while they folded');
});

test('two who ask at once are both answered', async () => {
  let count = 0;
  const { die } = await startProjector(async () => {
    await sleep(50);
    count += 1;
    return count;
  });
  expect((await Promise.all([ask(), ask()])).toSorted()).toEqual([1, 2]);
  die();
});

test('who does it where none runs takes nobody else’s request back', async () => {
  const other = { id: 'another’s' };
  await state.set(`rebuild/request/${version}`, other);
  expect(await ask(async () => 7)).toBe(7);
  expect(await state.list('rebuild/')).toMatchObject([{ value: other }]);
});

test('what was done is said to be, though the store was away as it was to be said', async () => {
  const { set } = state;
  let failures = 0;
  state.set = async (key, ...rest) => {
    if (key.startsWith('rebuild/answer/') && ++failures === 1) throw new Error('away');
    return set.call(state, key, ...rest) as never;
  };
  const { die } = await startProjector(async () => 42);
  expect(await ask()).toBe(42);
  expect(failures).toBe(2);
  die();
});
