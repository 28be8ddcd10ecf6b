import { pino } from 'pino';
import { expect, it } from 'vitest';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { openMail, type WaitingMail, waitingMails } from '../../messaging/mail/outbox.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createVault } from '../secrets/vault.ts';
import { createDueNotices, noticesDue } from './due-notices.ts';

const vault = createVault('a secret of at least thirty-two characters');
const never = new AbortController().signal;
const people = [
  { id: 'bia', companyId: 'c1', name: 'Bia', email: 'bia@example.org', profile: 'admin' },
  { id: 'joe', companyId: 'c1', name: 'Joe', email: 'joe@example.org', profile: 'admin' },
  { id: 'eva', companyId: 'c1', name: 'Eva', email: 'eva@example.org', profile: 'user' },
];
const company = (more: object = {}) => ({
  ...{ id: 'c1', name: 'Ateliê', active: true, dueDate: '2026-12-10', timeZone: 'America/Manaus' },
  ...more,
});

const begin = (companies = [company()], state: StateStore = createInMemoryStateStore()) => {
  let now = '';
  const reader = (companyId?: string) => ({
    get: async (_: string, id: string) => companies.find((one) => one.id === id),
    find: async (name: string, { where }: { where?: { profile: string } }) =>
      name === 'companies'
        ? companies
        : people.filter((one) => one.companyId === companyId && one.profile === where?.profile),
  });
  const readStore = {
    allCompanies: () => reader() as never,
    forCompany: (id: string) => reader(id) as never,
  };
  const models = { catchUp: async () => true };
  const job = (over: StateStore = state) =>
    createDueNotices({
      ...{ readStore, vault, everyMs: 1, publicUrl: 'https://desk.example.com', state: over },
      eventStore: { head: async () => 1 },
      reached: () => models.catchUp(),
      now: () => new Date(now),
      log: pino({ level: 'silent' }),
    });
  const at = async (instant: string, over: StateStore = state) => {
    now = instant;
    await job(over).round(never);
  };
  const told = async () =>
    (await state.list<WaitingMail>(waitingMails))
      .map(({ key, value }) => openMail(vault, key, value))
      .map(({ id, to }) => `${id.split('-')[0]} ${to}`)
      .sort();
  return { state, at, told, companies, models };
};
const both = (letter: string) => [`${letter} bia@example.org`, `${letter} joe@example.org`];

it('tells the admins, and nobody else, five days before, on the day and two days after', async () => {
  const { at, told } = begin();
  await at('2026-12-04T16:00:00Z');
  expect(await told()).toEqual([]);
  await at('2026-12-05T16:00:00Z');
  expect(await told()).toEqual(both('dueSoon'));
  await at('2026-12-09T16:00:00Z');
  expect(await told()).toEqual(both('dueSoon'));
  await at('2026-12-10T16:00:00Z');
  expect(await told()).toEqual([...both('dueSoon'), ...both('dueToday')]);
  await at('2026-12-12T16:00:00Z');
  expect(await told()).toEqual([...both('dueSoon'), ...both('dueToday'), ...both('overdue')]);
});

it('goes by the calendar of the company: in Manaus it is still yesterday', async () => {
  const { at, told } = begin();
  await at('2026-12-05T03:59:00Z');
  expect(await told()).toEqual([]);
  await at('2026-12-05T04:01:00Z');
  expect(await told()).toEqual(both('dueSoon'));
});

it('what fell due while no gateway lived is told of late; “today” only today', async () => {
  const { at, told } = begin();
  await at('2026-12-03T16:00:00Z');
  await at('2026-12-07T16:00:00Z');
  expect(await told()).toEqual(both('dueSoon'));
  await at('2026-12-11T16:00:00Z');
  expect(await told()).toEqual(both('dueSoon'));
  await at('2026-12-14T16:00:00Z');
  expect(await told()).toEqual([...both('dueSoon'), ...both('overdue')]);
});

it('a company that begins within the five days is not told at once', () => {
  expect(noticesDue('2026-12-10', '2026-12-07', '2026-12-07')).toEqual([]);
});

it('says nothing of a company that is switched off, or has no end; another date is told of anew', async () => {
  const { at, told, companies, state } = begin([
    company({ active: false }),
    company({ id: 'c2', dueDate: null }),
  ]);
  await at('2026-12-05T16:00:00Z');
  expect(await told()).toEqual([]);
  companies[0] = company();
  await at('2026-12-05T17:00:00Z');
  companies[0] = company({ dueDate: '2027-01-10' });
  await at('2027-01-05T16:00:00Z');
  expect(await state.list('due-notices/told/')).toHaveLength(2);
  expect(await told()).toHaveLength(4);
});

it('says nothing to who has just paid, though the list does not know of it yet', async () => {
  const { at, told, companies, models } = begin();
  await at('2026-12-10T16:00:00Z');
  models.catchUp = async () => false;
  await at('2026-12-12T16:00:00Z');
  expect(await told()).toEqual(both('dueToday'));
  models.catchUp = async () => {
    companies[0] = company({ dueDate: '2027-01-10' });
    return true;
  };
  await at('2026-12-12T17:00:00Z');
  expect(await told()).toEqual(both('dueToday'));
});

it('dead at any step and begun again, each notice is told once', async () => {
  for (let deadline = 0; deadline < 30; deadline++) {
    const { at, told, state } = begin();
    await at('2026-12-04T16:00:00Z');
    let steps = 0;
    const dying = new Proxy(state, {
      get(target, name: keyof StateStore) {
        const member = target[name];
        if (typeof member !== 'function') return member;
        return (...given: unknown[]) => {
          if (steps++ >= deadline) throw new Error('dead');
          return (member as (...all: unknown[]) => unknown).apply(target, given);
        };
      },
    });
    await at('2026-12-05T16:00:00Z', dying).catch(() => undefined);
    await at('2026-12-06T16:00:00Z');
    await at('2026-12-06T17:00:00Z');
    expect(await told(), `dead at ${deadline}`).toEqual(both('dueSoon'));
  }
});
