import { beforeEach, describe, expect, it } from 'vitest';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { DomainError } from '../../domain/errors.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { createVault } from '../../gateway/secrets/vault.ts';
import { everyEvent, testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { openMail, type WaitingMail, waitingMails } from '../mail/outbox.ts';
import { carryOutSignUp, finishSignUp, type PendingSignUp, pendingSignUps, type SignUp } from './signups.ts';

const vault = createVault('a secret of at least thirty-two characters');
const planId = '0193a000-0000-7000-8000-00000000aaaa';
let eventStore: EventStore;
let state: StateStore;

beforeEach(async () => {
  eventStore = createInMemoryEventStore();
  state = createInMemoryStateStore();
  const platform = { companyId: platformCompanyId, actor: { kind: 'system', id: 'test' } as const };
  await testDesk(eventStore, 'set-up')
    .records('plan')
    .create(platform, { id: planId, name: 'Profissional', users: 3, connections: 1, queues: 3 });
});

const signUp = (more: Partial<SignUp> = {}): SignUp => ({
  companyId: 'company-1',
  userId: 'user-1',
  name: 'Ateliê Três Marias',
  email: 'bia@example.org',
  phone: '11955500166',
  passwordHash: '$argon2id$v=19$x',
  planId,
  dueDate: '2026-11-05',
  timeZone: 'America/Manaus',
  recommendedBy: 'company-0',
  letter: { url: 'https://desk.example.com', language: 'pt' },
  correlationId: 'request-1',
  ...more,
});
const services = (prefix = 'a') => ({ state, vault, desk: testDesk(eventStore, prefix) });
const pending = () => state.list<PendingSignUp>(pendingSignUps);
const typesOf = async (companyId: string) =>
  (await everyEvent(eventStore))
    .filter(({ metadata }) => metadata.companyId === companyId)
    .map(({ type }) => type);
const letters = async () =>
  (await state.list<WaitingMail>(waitingMails)).map(({ key, value }) => openMail(vault, key, value));
const whole = ['CompanyCreated', 'CompanyPlanChanged', 'CompanyDueDateChanged', 'UserCreated'];

const asked = new Set(['append', 'read', 'get', 'set', 'delete', 'now']);

/** Whose process ends for ever at the nth operation on any store, before or after it took effect. */
const mortal = (at: number, isAfter: boolean) => {
  let operations = 0;
  let end: (how: 'dead') => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => {
    end = resolve;
  });
  const die = () => {
    end('dead');
    return new Promise(() => undefined);
  };
  const dying = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const member = target[name as keyof T] as unknown;
        if (typeof member !== 'function' || !asked.has(String(name))) return member;
        return async (...given: unknown[]) => {
          const left = at - operations++;
          if (left < 0 || (left === 0 && !isAfter)) return die();
          const result = await (member as (...all: unknown[]) => unknown).apply(target, given);
          return left === 0 ? die() : result;
        };
      },
    });
  const held = { state: dying(state), vault, desk: testDesk(dying(eventStore), 'mortal') };
  return { held, death };
};

describe('a sign-up', () => {
  const steps = Array.from({ length: 60 }, (_, at) => at);

  it('makes a company on trial with its first admin, who has to confirm the address', async () => {
    await carryOutSignUp(services(), signUp());
    const events = (await everyEvent(eventStore)).filter(
      ({ metadata }) => metadata.companyId === 'company-1',
    );
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining([...whole, 'UserConfirmationAsked']),
    );
    const data = Object.fromEntries(events.map((event) => [event.type, event.data]));
    expect(data).toMatchObject({
      CompanyCreated: {
        ...{ name: 'Ateliê Três Marias', phone: '11955500166', timeZone: 'America/Manaus', active: true },
        recommendedBy: 'company-0',
      },
      CompanyDueDateChanged: { dueDate: '2026-11-05', trial: true, cause: 'signup' },
      CompanyPlanChanged: { planId, plan: { name: 'Profissional' } },
      UserCreated: { email: 'bia@example.org', profile: 'admin', super: false },
    });
    expect(await letters()).toMatchObject([{ to: 'bia@example.org' }]);
    expect(await pending()).toEqual([]);
  });

  it('asks for no confirmation where no letters are sent', async () => {
    await carryOutSignUp(services(), signUp({ letter: undefined }));
    expect(await typesOf('company-1')).not.toContain('UserConfirmationAsked');
    expect(await letters()).toEqual([]);
  });

  it('a name that somebody has is refused, and nothing of it stays', async () => {
    await carryOutSignUp(services(), signUp());
    const second = signUp({ companyId: 'company-2', userId: 'user-2', email: 'eva@example.org' });
    await expect(
      carryOutSignUp(services('b'), { ...second, name: 'atelie  TRES marias' }),
    ).rejects.toMatchObject({
      code: 'ERR_ALREADY_EXISTS',
    });
    expect(await typesOf('company-2')).not.toContain('CompanyCreated');
    expect(await pending()).toEqual([]);
  });

  it('an address that somebody takes in that very moment is refused: the company goes, at whatever step it dies', async () => {
    await carryOutSignUp(services(), signUp());
    let outcome: unknown;
    for (const at of steps)
      for (const isAfter of [false, true]) {
        const name = `${at}${isAfter ? 'a' : 'b'}`;
        const companyId = `company-${name}`;
        const second = signUp({ companyId, userId: `user-${name}`, name: `Outra ${name}` });
        const { held, death } = mortal(at, isAfter);
        outcome = await Promise.race([carryOutSignUp(held, second).catch(() => undefined), death]);
        for (const entry of await pending())
          await expect(finishSignUp(services(`heir ${name}`), entry)).rejects.toMatchObject({
            code: 'ERR_EMAIL_ALREADY_EXISTS',
          });
        expect(await pending(), `dead at ${name}`).toEqual([]);
        const types = await typesOf(companyId);
        // Who died before anything was written has left nothing that could go.
        const whole = types.length === 0 ? [] : ['CompanyCreated', 'CompanyDeleted'];
        const fate = types.filter((type) => type === 'CompanyCreated' || type === 'CompanyDeleted');
        expect(fate, `dead at ${name}`).toEqual(whole);
        expect(types).not.toContain('UserCreated');
      }
    expect(outcome, 'the last one dies of nothing: every step was tried').not.toBe('dead');
  });

  it.each([
    ['the next with this address', false],
    ['the job', true],
  ])('dead at any step, before it or after it, is finished once by %s', async (_who, byJob) => {
    let outcome: unknown;
    for (const at of steps)
      for (const isAfter of [false, true]) {
        const name = `${at}${isAfter ? 'a' : 'b'}`;
        const one = signUp({
          companyId: `company-${name}`,
          userId: `user-${name}`,
          name: `Company ${name}`,
          email: `bia-${name}@example.org`,
        });
        const { held, death } = mortal(at, isAfter);
        outcome = await Promise.race([carryOutSignUp(held, one), death]);
        if (byJob) for (const entry of await pending()) await finishSignUp(services(`job ${name}`), entry);
        else await carryOutSignUp(services(`again ${name}`), one);
        const types = await typesOf(one.companyId);
        // Who died before anything was written has left nothing to finish.
        const times = byJob && types.length === 0 ? 0 : 1;
        for (const type of whole)
          expect(
            types.filter((other) => other === type),
            `dead at ${name}: ${type}`,
          ).toHaveLength(times);
        expect(await pending(), `dead at ${name}`).toEqual([]);
        const posted = (await letters()).filter(({ to }) => to === one.email);
        expect(posted.length, `dead at ${name}`).toBe(times);
      }
    expect(outcome, 'the last one dies of nothing: every step was tried').not.toBe('dead');
  });

  it.each([
    ['is made under another', 'eva@example.org', ['CompanyCreated', 'UserCreated']],
    [
      'is taken back under another, where its address is somebody’s',
      'bia@example.org',
      ['CompanyCreated', 'CompanyDeleted'],
    ],
  ])(
    'whose id is lost, for it died with the plan’s lock and the next took that, %s',
    async (_what, email, fate) => {
      await carryOutSignUp(services(), signUp());
      let lostIds = 0;
      for (const at of steps) {
        const one = signUp({ companyId: `dead-${at}`, userId: `dead-user-${at}`, name: `Company ${at}` });
        const own = { ...one, email: fate.includes('UserCreated') ? email.replace('@', `-${at}@`) : email };
        const { held, death } = mortal(at, true);
        await Promise.race([carryOutSignUp(held, own).catch(() => undefined), death]);
        const next = { companyId: `next-${at}`, userId: `next-user-${at}`, name: `Next ${at}` };
        await carryOutSignUp(services(`next ${at}`), signUp({ ...next, email: `next-${at}@example.org` }));
        for (const entry of await pending())
          await finishSignUp(services(`job ${at}`), entry).catch(() => undefined);
        const again = await carryOutSignUp(services(`again ${at}`), own).catch(
          ({ code }: DomainError) => code,
        );
        const made = (await everyEvent(eventStore)).filter(
          ({ type, data }) => type === 'CompanyCreated' && (data as { name: string }).name === one.name,
        );
        expect(made, `dead at ${at}`).toHaveLength(1);
        const { companyId } = made[0]!.metadata;
        const types = await typesOf(companyId);
        expect(types.filter((type) => /^(Company|User)(Created|Deleted)$/.test(type))).toEqual(fate);
        expect(again).toEqual(
          fate.includes('CompanyDeleted')
            ? 'ERR_EMAIL_ALREADY_EXISTS'
            : expect.objectContaining({ companyId }),
        );
        expect(await pending()).toEqual([]);
        if (companyId !== one.companyId) lostIds += 1;
      }
      expect(lostIds).toBeGreaterThan(0);
    },
  );

  it('whose company went for good before it was known as taken back leaves nothing, and the address can be tried again', async () => {
    await carryOutSignUp(services(), signUp());
    const second = signUp({ companyId: 'company-2', userId: 'user-2', name: 'Outra' });
    const undying = services('b');
    const mortalState = { ...state, delete: () => Promise.reject(new Error('dead')) };
    await expect(carryOutSignUp({ ...undying, state: mortalState }, second)).rejects.toThrow('dead');
    expect(await pending()).toHaveLength(1);
    await undying.desk.companies.destroyKeys({
      companyId: 'company-2',
      actor: { kind: 'system', id: 'test' },
    });
    for (const entry of await pending())
      await expect(finishSignUp(services('job'), entry)).rejects.toMatchObject({
        code: 'ERR_EMAIL_ALREADY_EXISTS',
      });
    expect(await pending()).toEqual([]);
  });

  it('two of one address at once make one company', async () => {
    const both = await Promise.allSettled([
      carryOutSignUp(services('a'), signUp()),
      carryOutSignUp(services('b'), signUp({ companyId: 'company-2', userId: 'user-2', name: 'Outra' })),
    ]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const admins = (await everyEvent(eventStore)).filter(({ type }) => type === 'UserCreated');
    expect(admins).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });

  it('holds no address and no name that could be read in the store', async () => {
    const { held, death } = mortal(3, true);
    expect(await Promise.race([carryOutSignUp(held, signUp()), death])).toBe('dead');
    expect(await pending()).toHaveLength(1);
    expect(JSON.stringify(await state.list(''))).not.toMatch(/bia@|Ateliê|\$argon2/);
  });
});
