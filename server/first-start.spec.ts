import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verifyPassword } from '../api/auth/passwords.ts';
import type { MediaStore } from '../domain/ports/media-store.ts';
import { openDiskMediaStore } from '../stores/media-store/disk.ts';
import { everyEvent, testDesk } from '../testing/desk.ts';
import { createInMemoryEventStore } from '../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import { demoCompanyId, demoUsers } from './demo/seed.ts';
import { prepareFirstStart } from './first-start.ts';

const settings = {
  ...{ adminEmail: 'root@localhost', adminPassword: undefined as string | undefined },
  ...{ demo: false, demoPassword: undefined as string | undefined },
};
const machine = () => {
  const events = createInMemoryEventStore();
  const stores = { eventStore: events, state: createInMemoryStateStore(), media: {} as MediaStore };
  // A desk, as every process has its own.
  const start = (desk = testDesk(events), more: Partial<typeof settings> = {}) =>
    prepareFirstStart({ ...settings, ...more }, desk, stores);
  const passwordHash = async () => {
    const set = (await everyEvent(events)).filter(({ type }) => type === 'UserPasswordChanged');
    return (set.at(-1)!.data as { passwordHash: string }).passwordHash;
  };
  return { events, stores, start, passwordHash };
};

test('of two processes that start together on new stores one makes the password, and that one counts', async () => {
  const { start, passwordHash } = machine();
  const starting = [start(), start()];
  const first = await Promise.race(starting);
  expect(first.admin?.random).toBeTypeOf('string');
  await first.done();
  const shown = await Promise.all(starting.map(async (one) => (await one).admin?.random));
  expect(shown.filter((random) => random !== undefined)).toEqual([first.admin?.random]);
  expect(await verifyPassword(first.admin!.random!, await passwordHash())).toBe(true);
});

test('one that could not gives its turn to the next at once', async () => {
  const { start, passwordHash } = machine();
  const nowhere = testDesk({
    ...createInMemoryEventStore(),
    append: () => Promise.reject(new Error('the log cannot be written')),
  });
  await expect(start(nowhere)).rejects.toThrow('cannot be written');
  const next = await start();
  expect(await verifyPassword(next.admin!.random!, await passwordHash())).toBe(true);
});

test.each(['senha123', 'root@localhost', 'balcao-1234'])(
  'an ADMIN_PASSWORD that anybody would guess stops the start: %s',
  async (adminPassword) => {
    const { start, events } = machine();
    await expect(start(undefined, { adminPassword })).rejects.toThrow(/ADMIN_PASSWORD/);
    expect(await everyEvent(events)).toEqual([]);
  },
);

test('the demo’s accounts have a password of their own, and its companies work only while the demo is on', async () => {
  const { events, stores, start } = machine();
  const adminPassword = 'correct horse 42';
  const media = await openDiskMediaStore({ path: mkdtempSync(join(tmpdir(), 'balcao-first-start-')) });
  stores.media = media;
  const first = await start(undefined, { demo: true, adminPassword });
  await first.done();
  expect(first.demo?.random).toHaveLength(12);
  const all = await everyEvent(events);
  const hashes = new Map(
    all
      .filter(({ type }) => type === 'UserPasswordChanged')
      .map(({ data }) => data as { userId: string; passwordHash: string })
      .map(({ userId, passwordHash }) => [userId, passwordHash]),
  );
  for (const userId of Object.values(demoUsers)) {
    expect(await verifyPassword(first.demo!.random!, hashes.get(userId))).toBe(true);
    expect(await verifyPassword(adminPassword, hashes.get(userId))).toBe(false);
  }
  const active = async () =>
    (await everyEvent(events))
      .filter(({ type }) => type.startsWith('CompanySwitched'))
      .map(({ metadata, type }) => [metadata.companyId === demoCompanyId, type === 'CompanySwitchedOn']);
  const ends = [
    [true, false],
    [false, false],
  ];
  await start(undefined, { demo: false });
  expect(await active()).toEqual(ends);
  await start(undefined, { demo: false });
  expect(await active()).toEqual(ends);
  await start(undefined, { demo: true });
  expect((await active()).slice(2)).toEqual([
    [true, true],
    [false, true],
  ]);
  await media.close();
}, 60_000);
