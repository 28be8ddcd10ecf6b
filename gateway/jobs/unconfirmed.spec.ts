import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../domain/desk/desk.ts';
import { newId } from '../../domain/kernel/ids.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import { startTestApi } from '../../testing/api.ts';
import { createDeletions } from '../companies/deletions.ts';
import { createUnconfirmed } from './unconfirmed.ts';

const dayMs = 24 * 3_600_000;
const log = pino({ level: 'silent' });
const never = new AbortController().signal;
let api: Awaited<ReturnType<typeof startTestApi>>;
beforeAll(async () => {
  api = await startTestApi();
}, 30_000);
afterAll(() => api.close());

interface SignedUp {
  readonly context: Context & { readonly companyId: string };
  readonly name: string;
  readonly userId: string;
}
const userOf = (name: string, email: string) => ({
  name,
  email,
  profile: 'admin' as const,
  passwordHash: '$argon2id$v=19$x',
});
const signUp = async (name: string): Promise<SignedUp> => {
  const context = { companyId: newId(), actor: { kind: 'system', id: 'test' } as const };
  await api.desk.companies.create(context, { name, trial: true });
  const user = { ...userOf(name, `${name}@example.org`), asksConfirmation: true };
  const { userId, position } = await api.desk.users.create(context, user);
  await api.reached(position);
  return { context, name, userId };
};

const daysLater = (days: number) => new Date(Date.now() + days * dayMs);
const jobAfter = (days: number, desk: Parameters<typeof createUnconfirmed>[0]['desk'] = api.desk) =>
  createUnconfirmed({ ...api, desk, now: () => daysLater(days), log, everyMs: 1 });
const levelled = async () => api.reached(await api.gateway.eventStore.head());
const company = async ({ context: { companyId } }: SignedUp) =>
  (await api.readStore.forCompany(companyId).get<CompanyDocument>('companies', companyId))!;
const isDeleted = async (of: SignedUp) => (await company(of)).deletedAt !== null;

it('ends what nobody confirmed in seven days, and lets go of its name and address', async () => {
  const squatted = await signUp('Ocupada');
  await jobAfter(6).round(never);
  await levelled();
  expect(await isDeleted(squatted)).toBe(false);

  await jobAfter(8).round(never);
  await levelled();
  expect(await isDeleted(squatted)).toBe(true);
  const deletions = createDeletions({
    ...{ ...api, ...api.gateway, log, everyMs: 1, now: () => daysLater(0) },
    reached: async (position) => api.reached(position).then(() => true),
  });
  await deletions.round(never);
  await levelled();
  const owner = await signUp('Ocupada');
  expect((await company(owner)).name).toBe('Ocupada');
});

it('leaves alone who has confirmed, also at the last moment, and what is in use', async () => {
  const confirmed = await signUp('Confirmada');
  const late = await signUp('Atrasada');
  const used = await signUp('Usada');
  await api.desk.users.confirmEmail(confirmed.context, { userId: confirmed.userId });
  const { position } = await api.desk.users.create(used.context, userOf('Bia', 'bia@example.org'));
  await api.reached(position);
  const { users } = api.desk;
  const desk = {
    ...api.desk,
    users: {
      ...users,
      deleteWithCompany: async (context: Context, data: Parameters<typeof users.deleteWithCompany>[1]) => {
        if (data.userId === late.userId) await users.confirmEmail(context, { userId: late.userId });
        return users.deleteWithCompany(context, data);
      },
    },
  };
  await jobAfter(8, desk).round(never);
  await levelled();
  expect(await Promise.all([confirmed, late, used].map(isDeleted))).toEqual([false, false, false]);
});

it('goes on with what was cut short between the admin and the company', async () => {
  const half = await signUp('Metade');
  const { companies } = api.desk;
  const dead = new Error('the process ended');
  const dying = { ...api.desk, companies: { ...companies, remove: () => Promise.reject(dead) } };
  await expect(jobAfter(8, dying).round(never)).rejects.toBe(dead);
  await levelled();
  expect(await isDeleted(half)).toBe(false);
  await jobAfter(8).round(never);
  await levelled();
  expect(await isDeleted(half)).toBe(true);
  expect(await api.state.list('signup/unconfirmed/')).toEqual([]);
});

it('goes on where the company went for good before its end was known, and keeps no other waiting', async () => {
  const gone = await signUp('Sumida');
  const state = { ...api.state, delete: () => Promise.reject(new Error('the process ended')) };
  const dying = createUnconfirmed({ ...api, state, now: () => daysLater(8), log, everyMs: 1 });
  await expect(dying.round(never)).rejects.toThrow('the process ended');
  await api.desk.companies.destroyKeys(gone.context);
  await levelled();
  const next = await signUp('Seguinte');
  await jobAfter(8).round(never);
  await levelled();
  expect(await isDeleted(next)).toBe(true);
  expect(await api.state.list('signup/unconfirmed/')).toEqual([]);
});

it('leaves alone what came into use after it was marked, by one who died then', async () => {
  const marked = await signUp('Marcada');
  const { users } = api.desk;
  const dead = new Error('the process ended');
  const dying = { ...api.desk, users: { ...users, deleteWithCompany: () => Promise.reject(dead) } };
  await expect(jobAfter(8, dying).round(never)).rejects.toBe(dead);
  const { position } = await users.create(marked.context, userOf('Rui', 'rui@example.org'));
  await api.reached(position);
  await jobAfter(8).round(never);
  await levelled();
  expect(await isDeleted(marked)).toBe(false);
  expect(await users.isThere(marked.context.companyId, marked.userId)).toBe(true);
  expect(await api.state.list('signup/unconfirmed/')).toEqual([]);
});
