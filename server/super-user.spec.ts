import { expect, test } from 'vitest';
import { verifyPassword } from '../api/auth/passwords.ts';
import { platformCompanyId } from '../domain/company/platform.ts';
import { everyEvent, testDesk } from '../testing/desk.ts';
import { createInMemoryEventStore } from '../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../testing/in-memory/state-store.ts';
import type { Config } from './config.ts';
import type { Stores } from './stores.ts';
import { endFirstStart, ensureSuperUser } from './super-user.ts';

const machine = () => {
  const events = createInMemoryEventStore();
  const stores = { state: createInMemoryStateStore() } as unknown as Stores;
  const desk = testDesk(events);
  const start = (adminPassword?: string) =>
    ensureSuperUser({ adminEmail: 'root@localhost', adminPassword } as Config, desk, stores);
  const of = async (type: string) => (await everyEvent(events)).filter((event) => event.type === type);
  return { start, of, done: () => endFirstStart(stores) };
};

test('the first start makes the platform and its super user, with the password that was given', async () => {
  const { start, of, done } = machine();
  expect(await start('a given one')).toEqual({ password: 'a given one', random: false });
  await done();
  expect(await start('another')).toBeUndefined();
  const [user, ...others] = await of('UserCreated');
  expect(others).toEqual([]);
  expect(user?.data).toMatchObject({ email: 'root@localhost', profile: 'admin', super: true });
  expect(user?.metadata.companyId).toBe(platformCompanyId);
});

test('no password is the same on every machine, and one that nobody saw is made anew', async () => {
  const [one, other] = [machine(), machine()];
  const [first, second] = [await one.start(), await other.start()];
  expect([first?.random, second?.random]).toEqual([true, true]);
  expect(first?.password).not.toBe(second?.password);
  expect(first?.password.length).toBeGreaterThanOrEqual(12);
  // The process died before it was printed: nobody is locked out.
  const again = await one.start();
  const changes = await one.of('UserPasswordChanged');
  const { passwordHash } = changes.at(-1)!.data as { passwordHash: string };
  expect(await verifyPassword(again?.password ?? '', passwordHash)).toBe(true);
});
