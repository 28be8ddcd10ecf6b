import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { watchProjector } from './watch.ts';

const log = pino({ level: 'silent' });
let watching: ReturnType<typeof watchProjector> | undefined;
afterEach(() => watching?.stop());

/** A log and read models that stand behind it by one event; each look at the log takes 20 s of the clock. */
const world = (folds: boolean) => {
  let clock = 0;
  let head = 10;
  let rewinds = 0;
  watching = watchProjector(
    {
      eventStore: {
        async head() {
          clock += 20_000;
          if (folds) head += 1;
          return head;
        },
        rewinds: () => rewinds,
      },
      readStore: {
        version: 'v1',
        generation: async () => 'g1',
        checkpoint: async () => ({ position: folds ? head - 1 : 9, logId: 'log' }),
      },
      state: createInMemoryStateStore(),
    },
    log,
    () => clock,
  );
  const putBack = (to: number) => {
    head = to;
    rewinds += 1;
  };
  return { looks: () => clock / 20_000, putBack, ...watching };
};

it('under a steady load there is always something to fold, and yet nothing waits for long', async () => {
  const { looks, status } = world(true);
  await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(4);
  expect(status()).toMatchObject({ lag: 1 });
  expect(status().lagMs).toBeLessThanOrEqual(20_000);
});

it('where nothing is folded the wait grows', async () => {
  const { looks, status } = world(false);
  await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(3);
  expect(status().lagMs).toBeGreaterThanOrEqual(60_000);
});

it('of a log that an older copy replaced the head is the one that it has now', async () => {
  const { putBack, status, looks } = world(true);
  await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(2);
  putBack(1);
  const before = looks();
  await expect.poll(looks, { timeout: 10_000 }).toBeGreaterThan(before + 2);
  expect(status()).toMatchObject({ lag: 1 });
  expect(status().lagMs).toBeLessThanOrEqual(20_000);
});
