import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { isToBeIssued } from '../../domain/invoice/issuing.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { PaymentError } from '../../domain/ports/payments.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { countParkedEvents } from '../../messaging/parked.ts';
import { createCharges } from '../../payments/charges.ts';
import { createCheckout } from '../../payments/checkout.ts';
import { createSandbox } from '../../payments/sandbox.ts';
import { testDesk } from '../../testing/desk.ts';
import { createInMemoryEventStore } from '../../testing/in-memory/event-store.ts';
import { createInMemoryStateStore } from '../../testing/in-memory/state-store.ts';
import { givePlan, makePlan } from '../../testing/plan.ts';
import { handlerOf, reactionTo } from '../process/process-manager.ts';
import { runProcessManagers } from '../process/run-process-managers.ts';
import { createIssueJob } from './issue-job.ts';
import { createRenewal } from './renewal.ts';

const log = pino({ level: 'silent' });
const never = new AbortController().signal;
const context: Context = { companyId: 'c1', actor: { kind: 'system', id: 'test' } };
let eventStore: EventStore;
let state: StateStore;
let now = new Date('2026-12-02T12:00:00.000Z');

beforeEach(() => {
  eventStore = createInMemoryEventStore();
  state = createInMemoryStateStore();
  now = new Date('2026-12-02T12:00:00.000Z');
});

const everything = async () => {
  const events: RecordedEvent[] = [];
  events.push(...(await eventStore.readAll({ after: 0, limit: 10_000 })));
  return events;
};
const typesOf = async () =>
  (await everything()).map(({ type }) => type).filter((type) => /^(Invoice|CompanyDue)/.test(type));

/** A company with a plan of R$ 99 and this last day. */
async function company(desk: Desk, dueDate = '2026-12-12') {
  await desk.companies.create(context, { name: 'Loja', dueDate });
  await givePlan(desk, context, { value: 99 });
}

/** Asks for an invoice of this last day, the one that companies here are made with. */
const issue = (desk: Desk, dueDate = '2026-12-12') => desk.invoices.issue(context, dueDate);

/** One look of a process manager at the whole log, as after a start without a checkpoint. */
async function manage(desk: Desk, letters: string[] = []) {
  const manager = createRenewal({
    desk,
    letters: { invoiceIssued: async ({ invoiceId }) => letters.push(invoiceId) },
    reached: async () => true,
  });
  for (const event of await everything())
    await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
}

const open = (desk: Desk, over: StateStore = state) => {
  const provider = createSandbox({ state: over, now: () => now });
  const charges = createCharges({ state: over, provider, desk, now: () => now });
  const checkout = createCheckout({ provider, charges, desk, now: () => now, onFailure: () => {} });
  return { provider, charges, checkout };
};

it('is issued from ten days before the last day on, by the company’s calendar', () => {
  const at = (instant: string) => isToBeIssued('2026-12-12', 'America/Manaus', new Date(instant));
  expect(at('2026-12-02T03:59:00.000Z')).toBe(false);
  expect(at('2026-12-02T04:00:00.000Z')).toBe(true);
  expect(at('2027-03-01T00:00:00.000Z')).toBe(true);
});

it('is issued once by rounds and gateways however many, for companies that owe something', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const documents = [
    { id: 'c1', dueDate: '2026-12-12', planId: 'p', deletedAt: null, timeZone: 'America/Sao_Paulo' },
    { id: 'c2', dueDate: null, planId: 'p', deletedAt: null, timeZone: 'America/Sao_Paulo' },
    { id: 'c3', dueDate: '2026-12-12', planId: null, deletedAt: null, timeZone: 'America/Sao_Paulo' },
    {
      id: 'gone',
      dueDate: '2026-12-12',
      planId: 'p',
      deletedAt: '2026-12-01',
      timeZone: 'America/Sao_Paulo',
    },
    { id: 'unknown', dueDate: '2026-12-12', planId: 'p', deletedAt: null, timeZone: 'America/Sao_Paulo' },
  ];
  const readStore = { allCompanies: () => ({ find: async () => documents }) as never };
  const job = (own: Desk) => createIssueJob({ desk: own, readStore, now: () => now, log, everyMs: 1 });
  await Promise.all([job(desk), job(testDesk(eventStore, 'b'))].map((one) => one.round(never)));
  await job(testDesk(eventStore, 'c')).round(never);
  expect(await typesOf()).toEqual(['InvoiceIssued']);
});

it('is not issued for the next last day to who was renewed since the read models were asked', async () => {
  const desk = testDesk(eventStore);
  await company(desk, '2027-01-12');
  const stale = {
    id: 'c1',
    dueDate: '2026-12-12',
    planId: 'p',
    deletedAt: null,
    timeZone: 'America/Sao_Paulo',
  };
  const readStore = { allCompanies: () => ({ find: async () => [stale] }) as never };
  await createIssueJob({ desk, readStore, now: () => now, log, everyMs: 1 }).round(never);
  expect(await typesOf()).toEqual([]);
});

it('of a last day that was moved while it was issued is cancelled, and nobody gets its letter', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const issued = await issue(desk);
  const other = testDesk(eventStore, 'other');
  await other.companies.update(context, { dueDate: '2027-01-12' });
  const letters: string[] = [];
  const manager = createRenewal({
    desk,
    letters: { invoiceIssued: async ({ invoiceId }) => letters.push(invoiceId) },
    reached: async () => true,
  });
  const event = (await everything()).find(({ type }) => type === 'InvoiceIssued')!;
  await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
  expect((await desk.invoices.look('c1', issued!.invoiceId)).status).toBe('cancelled');
  expect(letters).toEqual([]);
});

it('a company’s first invoice is told of once it has its first admin', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  await issue(desk);
  const asked: string[] = [];
  const manager = createRenewal({
    desk,
    // Nobody is there the first time, nor are the read models.
    letters: { invoiceIssued: async ({ invoiceId }) => asked.push(invoiceId) - 1 },
    reached: async () => true,
  });
  for (const event of await everything())
    await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
  expect(asked).toHaveLength(2);
  const behind = createRenewal({
    desk,
    letters: { invoiceIssued: async () => 1 },
    reached: async () => false,
  });
  const issued = (await everything()).find(({ type }) => type === 'InvoiceIssued')!;
  // Which counts as no try: it is never parked for that.
  const early = handlerOf(behind, issued.type)?.(issued, reactionTo(behind, issued, never));
  await expect(early).rejects.toMatchObject({
    name: 'UnavailableError',
    message: 'the read models are behind',
  });
});

it('nobody can pay an invoice any more that was cancelled', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const issued = await issue(desk);
  const { checkout, charges, provider } = open(desk);
  const { charge } = await checkout(context, { invoiceId: issued!.invoiceId, description: '' });
  await desk.companies.addDueDate(context, { from: '2026-12-12' });
  const manager = createRenewal({ desk, letters: undefined, charges, reached: async () => true });
  // Cancelled by the manager itself, and withdrawn when it comes to that.
  for (let times = 0; times < 2; times++)
    for (const event of await everything())
      await handlerOf(manager, event.type)?.(event, reactionTo(manager, event, never));
  expect(await provider.pretendPaid?.(charge.txid)).toBe(false);
});

it('is withdrawn once the provider is there again, however long it was away, and holds up nothing of its company', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const { invoiceId } = (await issue(desk))!;
  const { checkout, charges, provider } = open(desk);
  const { charge } = await checkout(context, { invoiceId, description: '' });
  let asked = 0;
  let isAway = true;
  let withdrawn = '';
  const withdraw = async (txid: string) => {
    asked += 1;
    if (isAway) throw new PaymentError('503');
    await charges.withdraw(txid);
    withdrawn = txid;
  };
  const letters: string[] = [];
  const told = { invoiceIssued: async ({ invoiceId: id }: { invoiceId: string }) => letters.push(id) };
  const manager = {
    ...createRenewal({ desk, letters: told, charges: { withdraw }, reached: async () => true }),
    start: 'beginning',
  } as const;
  const ending = new AbortController();
  const running = runProcessManagers(
    {
      ...{ eventStore, state, holderId: 'one', leaseMs: 5_000, log },
      ...{ signal: ending.signal, saveEveryMs: 5, retryFirstMs: 1 },
    },
    [manager],
  );
  await desk.companies.addDueDate(context, { from: '2026-12-12' });
  await expect.poll(() => asked, { timeout: 5_000 }).toBeGreaterThan(8);
  const next = (await issue(desk, '2027-01-12'))!;
  await expect.poll(() => letters).toContain(next.invoiceId);
  isAway = false;
  await expect.poll(() => withdrawn, { timeout: 5_000 }).toBe(charge.txid);
  expect(await provider.pretendPaid?.(charge.txid)).toBe(false);
  ending.abort();
  await running;
  expect(await countParkedEvents(state, 1)).toBe(0);
});

describe('what was paid', () => {
  it('renews the company from its old last day, however often it is told and however late', async () => {
    const desk = testDesk(eventStore);
    await company(desk, '2026-01-31');
    const issued = await issue(desk, '2026-01-31');
    const { charge } = await open(desk).checkout(context, { invoiceId: issued!.invoiceId, description: '' });
    await open(desk).provider.pretendPaid?.(charge.txid);
    const letters: string[] = [];
    for (let times = 0; times < 2; times++) {
      await open(desk).charges.settle(charge.txid);
      await manage(desk, letters);
    }
    const due = (await everything()).filter(({ type }) => type === 'CompanyDueDateChanged');
    expect(due.map(({ data }) => data)).toEqual([
      { dueDate: '2026-02-28', trial: false, cause: 'payment', invoiceId: issued!.invoiceId },
    ]);
    expect(letters).toContain(issued!.invoiceId);
  });

  it('with another plan gives the company that plan; one that is deleted meanwhile changes nothing but the day', async () => {
    const desk = testDesk(eventStore);
    await company(desk);
    const { id: planId } = await makePlan(desk, { value: 10 });
    const { invoiceId } = (await issue(desk))!;
    await desk.invoices.choosePlan(context, { invoiceId, planId });
    const { checkout, provider, charges } = open(desk);
    const { charge } = await checkout(context, { invoiceId, description: '' });
    expect(charge.amountCents).toBe(1_000);
    await provider.pretendPaid?.(charge.txid);
    await charges.settle(charge.txid);
    await manage(desk);
    const plans = (await everything()).filter(({ type }) => type === 'CompanyPlanChanged');
    expect(plans.at(-1)?.data).toMatchObject({ planId });
  });

  it('is found by asking, where nobody told of it', async () => {
    const desk = testDesk(eventStore);
    await company(desk);
    const { invoiceId } = (await issue(desk))!;
    const { checkout, provider, charges } = open(desk);
    const { charge } = await checkout(context, { invoiceId, description: '' });
    await provider.pretendPaid?.(charge.txid);
    await charges.reconcile(never, () => {});
    expect(await typesOf()).not.toContain('InvoicePaid');
    now = new Date(now.getTime() + 61_000);
    await charges.reconcile(never, () => {});
    now = new Date(now.getTime() + 3_600_000);
    await charges.reconcile(never, () => {});
    expect((await typesOf()).filter((type) => type.startsWith('InvoicePaid'))).toEqual(['InvoicePaid']);
  });

  it('after a provider that fails for one charge, the others are looked at all the same', async () => {
    const desk = testDesk(eventStore);
    await company(desk);
    const { invoiceId } = (await issue(desk))!;
    const { checkout, provider } = open(desk);
    const { charge } = await checkout(context, { invoiceId, description: '' });
    await provider.pretendPaid?.(charge.txid);
    const broken = {
      ...provider,
      look: async (txid: string) => {
        if (txid === 'broken') throw new Error('no answer');
        return provider.look(txid);
      },
    };
    const charges = createCharges({ state, provider: broken, desk, now: () => now });
    await charges.watch('broken', { companyId: 'c1', invoiceId });
    now = new Date(now.getTime() + 61_000);
    const failures: string[] = [];
    await charges.reconcile(never, (_error, txid) => failures.push(txid));
    expect(failures).toEqual(['broken']);
    expect(await typesOf()).toContain('InvoicePaid');
  });
});

describe('a last day that is moved', () => {
  it('back and forth can be paid again, and leaves nothing open for any other day', async () => {
    const desk = testDesk(eventStore);
    await company(desk);
    const first = await issue(desk);
    await desk.companies.update(context, { dueDate: '2027-01-12' });
    await manage(desk);
    await desk.companies.update(context, { dueDate: '2026-12-12' });
    const again = await issue(desk);
    expect(again!.invoiceId).not.toBe(first!.invoiceId);
    await manage(desk);
    expect((await desk.invoices.look('c1', again!.invoiceId)).status).toBe('open');
    const { charge } = await open(desk).checkout(context, { invoiceId: again!.invoiceId, description: '' });
    expect(charge.amountCents).toBe(9_900);
  });

  it('back before what was asked for leaves no later invoice to be paid in its place', async () => {
    const desk = testDesk(eventStore);
    await company(desk);
    const later = await issue(desk);
    await desk.companies.update(context, { dueDate: '2026-11-12' });
    await issue(desk, '2026-11-12');
    await manage(desk);
    const pay = open(desk).checkout(context, { invoiceId: later!.invoiceId, description: '' });
    await expect(pay).rejects.toThrow('ERR_INVOICE_CANCELLED');
  });
});

it('a charge from before the company was given another plan brings the old one not back', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const { invoiceId } = (await issue(desk))!;
  const { checkout, provider, charges } = open(desk);
  const { charge } = await checkout(context, { invoiceId, description: '' });
  await givePlan(desk, context, { value: 500 });
  await manage(desk);
  await provider.pretendPaid?.(charge.txid);
  await charges.settle(charge.txid);
  await manage(desk);
  const plans = (await everything()).filter(({ type }) => type === 'CompanyPlanChanged');
  expect(plans).toHaveLength(2);
  expect(plans.at(-1)?.data).toMatchObject({ plan: { value: 500 } });
});

it('a charge whose maker died is not what is to be paid by when its time is over', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const { invoiceId } = (await issue(desk))!;
  const dying = { ...desk, invoices: { ...desk.invoices, charge: () => Promise.reject(new Error('dead')) } };
  const wanted = { invoiceId, description: '' };
  await expect(open(dying).checkout(context, wanted)).rejects.toThrow('dead');
  now = new Date('2026-12-03T13:00:00.000Z');
  const { charge } = await open(desk).checkout(context, wanted);
  expect(charge.expiresAt).toBe('2026-12-04T13:00:00.000Z');
});

it('is settled by what a repeated request is given when its first charge is over', async () => {
  const desk = testDesk(eventStore);
  await company(desk);
  const { invoiceId } = (await issue(desk))!;
  const asUser: Context = { ...context, actor: { kind: 'user', id: 'u1' }, commandId: 'k1' };
  const { checkout, provider, charges } = open(desk);
  await checkout(asUser, { invoiceId, description: '' });
  now = new Date('2026-12-03T12:00:00.000Z');
  const { charge } = await checkout(asUser, { invoiceId, description: '' });
  await provider.pretendPaid?.(charge.txid);
  await charges.settle(charge.txid);
  expect((await desk.invoices.look('c1', invoiceId)).status).toBe('paid');
});

describe('a death', () => {
  /** Ends whoever works on these stores at their nth operation. */
  const mortal = (at: number) => {
    let operations = 0;
    const step = async <T>(work: () => Promise<T>): Promise<T> => {
      if (operations++ >= at) throw new Error('dead');
      return work();
    };
    const wrap = <S extends object>(store: S, names: readonly string[]): S =>
      new Proxy(store, {
        get: (target, name, receiver) => {
          const value = Reflect.get(target, name, receiver) as unknown;
          return names.includes(String(name)) && typeof value === 'function'
            ? (...args: unknown[]) => step(() => value.apply(target, args) as Promise<unknown>)
            : value;
        },
      });
    return {
      died: () => operations > at,
      state: wrap(state, ['get', 'set', 'delete']),
      eventStore: wrap(eventStore, ['append']),
    };
  };

  it('between any two steps from checkout to renewal leaves one charge, one payment, one renewal', async () => {
    let deaths = 0;
    for (let at = 0; ; at++) {
      eventStore = createInMemoryEventStore();
      state = createInMemoryStateStore();
      await company(testDesk(eventStore, `setup-${at}`));
      const whole = async (stores: Pick<ReturnType<typeof mortal>, 'state' | 'eventStore'>, name: string) => {
        const desk = testDesk(stores.eventStore, `${name}-${at}`, { deadlineMs: 50, sleep: async () => {} });
        const { checkout, provider, charges } = open(desk, stores.state);
        const issued = await issue(desk);
        // Renewed already: the next last day is nobody's to pay yet.
        if (!issued) return;
        const { invoiceId } = issued;
        if ((await desk.invoices.look('c1', invoiceId)).status === 'open') {
          const { charge } = await checkout(context, { invoiceId, description: '' });
          await provider.pretendPaid?.(charge.txid);
          await charges.settle(charge.txid);
        }
        await manage(desk);
      };
      const first = mortal(at);
      await whole(first, 'mortal').catch(() => {});
      await whole({ state, eventStore }, 'heir');
      const types = await typesOf();
      for (const type of ['InvoiceChargeCreated', 'InvoicePaid', 'CompanyDueDateChanged'])
        expect(
          types.filter((one) => one === type),
          `${type}, death at ${at}`,
        ).toHaveLength(1);
      expect(types).not.toContain('InvoicePaidAgain');
      if (!first.died()) break;
      deaths++;
    }
    expect(deaths).toBeGreaterThan(6);
  });
});
