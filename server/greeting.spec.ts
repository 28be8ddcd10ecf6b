import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { platformCompanyId } from '../domain/company/platform.ts';
import type { Config } from './config.ts';
import type { Prepared } from './first-start.ts';
import { greet } from './greeting.ts';
import type { RunningRoles } from './roles.ts';
import { superUserId } from './super-user.ts';

const config = {
  ...{ roles: new Set(['api']), host: '127.0.0.1', demo: false },
  ...{ adminEmail: 'admin@localhost', adminPassword: 'given-by-a-setting' },
} as unknown as Config;
/** Who is known by the read models: the platform's super user, under an e-mail of later. */
const runningRoles = (email?: string) => {
  const getMany = async (_: string, [id]: string[]) => (email && id === superUserId ? [{ id, email }] : []);
  const readStore = { forCompany: (id: string) => (id === platformCompanyId ? { getMany } : {}) };
  return { port: 8080, stores: { readStore } } as unknown as RunningRoles;
};
const done = async () => undefined;
const admins: [string, Prepared['admin'], string | undefined, string][] = [
  [
    'a random password is printed once',
    { random: 'made now' },
    undefined,
    'admin@localhost   password made now',
  ],
  [
    'one that was set is not printed',
    { random: undefined },
    undefined,
    'admin@localhost   password (ADMIN_PASSWORD)',
  ],
  [
    'later neither ADMIN_PASSWORD nor ADMIN_EMAIL is said to be the account’s',
    undefined,
    'root@example.com',
    'root@example.com   password (the one of the first start, or set since)',
  ],
];

let printed: MockInstance<typeof console.log>;
beforeEach(() => {
  printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => printed.mockRestore());

test.each(admins)('%s', async (_, admin, email, line) => {
  await greet(config, runningRoles(email), { admin, demo: undefined, done });
  const text = String(printed.mock.calls[0]?.[0]);
  expect(text).toContain(`platform admin   ${line}\n`);
  expect(text).not.toContain('given-by-a-setting');
  expect(text.includes('printed only once')).toBe(admin?.random !== undefined);
});
