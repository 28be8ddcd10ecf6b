import { pino } from 'pino';
import { expect, it } from 'vitest';
import { platformCompanyId } from '../../domain/company/platform.ts';
import { DomainError } from '../../domain/errors.ts';
import { carryOutSignUp, pendingSignUps, type SignUp } from '../../messaging/signup/signups.ts';
import { everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { createVault } from '../secrets/vault.ts';
import { createSignUps } from './signups.ts';

const vault = createVault('a secret of at least thirty-two characters');
const never = new AbortController().signal;
const planId = '0193a000-0000-7000-8000-00000000aaaa';
const signUp: SignUp = {
  companyId: 'company-1',
  userId: 'user-1',
  name: 'Ateliê',
  email: 'bia@example.org',
  phone: '',
  passwordHash: '$argon2id$v=19$x',
  planId,
  dueDate: '2026-11-05',
  timeZone: 'America/Sao_Paulo',
  recommendedBy: undefined,
  letter: undefined,
  correlationId: 'request-1',
};

it.each([new Error('the process ended'), new DomainError('ERR_CONFLICT')])(
  'finishes what was cut short, once whoever began it has had the time to: %s',
  async (dead) => {
    let now = Date.now();
    const eventStore = createInMemoryEventStore();
    const state = createInMemoryStateStore(() => now);
    const desk = testDesk(eventStore);
    const platform = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
    await desk.records('plan').create(platform, { id: planId, name: 'Básico' });
    const half = { ...desk, users: { ...desk.users, create: () => Promise.reject(dead) } };
    await expect(carryOutSignUp({ state, vault, desk: half }, signUp)).rejects.toBe(dead);
    const admins = async () =>
      (await everyEvent(eventStore)).filter(({ type }) => type === 'UserCreated').length;

    const job = createSignUps({ state, vault, desk, log: pino({ level: 'silent' }), everyMs: 1 });
    await job.round(never);
    expect(await admins()).toBe(0);
    now += 30_000;
    await job.round(never);
    await job.round(never);
    expect(await admins()).toBe(1);
    expect(await state.list(pendingSignUps)).toEqual([]);
  },
);
