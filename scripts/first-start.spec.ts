import { expect, test } from 'vitest';
import { verifyPassword } from '../api/auth/passwords.ts';
import { createInMemoryEventStore } from '../domain/kernel/in-memory-event-store.ts';
import { everyEvent, testDesk } from '../domain/kernel/testing-desk.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import { createInMemoryStateStore } from '../projections/in-memory/state-store.ts';
import { prepareFirstStart } from './first-start.ts';

const settings = { adminEmail: 'root@localhost', adminPassword: undefined, demo: false };
const machine = () => {
  const events = createInMemoryEventStore();
  const stores = { state: createInMemoryStateStore(), media: {} as MediaStore };
  // A desk, as every process has its own.
  const start = (desk = testDesk(events)) => prepareFirstStart(settings, desk, stores);
  const passwordHash = async () => {
    const set = (await everyEvent(events)).filter(({ type }) => type === 'UserPasswordChanged');
    return (set.at(-1)!.data as { passwordHash: string }).passwordHash;
  };
  return { start, passwordHash };
};

test('of two processes that start together on new stores one makes the password, and that one counts', async () => {
  const { start, passwordHash } = machine();
  const starting = [start(), start()];
  const first = await Promise.race(starting);
  expect(first.random).toBeTypeOf('string');
  await first.done();
  const shown = await Promise.all(starting.map(async (one) => (await one).random));
  expect(shown.filter((random) => random !== undefined)).toEqual([first.random]);
  expect(await verifyPassword(first.random!, await passwordHash())).toBe(true);
});

test('one that could not gives its turn to the next at once', async () => {
  const { start, passwordHash } = machine();
  const nowhere = testDesk({
    ...createInMemoryEventStore(),
    append: () => Promise.reject(new Error('the log cannot be written')),
  });
  await expect(start(nowhere)).rejects.toThrow('cannot be written');
  const next = await start();
  expect(await verifyPassword(next.random!, await passwordHash())).toBe(true);
});
