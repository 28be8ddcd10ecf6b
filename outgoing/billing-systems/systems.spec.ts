import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Integration } from '../../domain/company/integrations.ts';
import { type BillingSystem, BillingSystemError } from '../../domain/ports/billing-system.ts';
import {
  type BillingDouble,
  billingKeys,
  codeOf,
  free,
  lineOf,
  owing,
  startBillingSystems,
} from '../../testing/billing-systems/server.ts';
import { faults } from '../../testing/faults.ts';
import { openBillingSystems } from './open.ts';

let double: BillingDouble;
beforeAll(async () => {
  double = await startBillingSystems();
});
beforeEach(() => {
  double.asked.length = 0;
});
afterAll(() => double.stop());

const nobody = '39053344705';
const open = (more: object = {}) => openBillingSystems({ ...double.settings, ...more });
const use = <T>(kind: Integration, work: (system: BillingSystem) => Promise<T>, keys: object = {}) =>
  open().use('c1', kind, { ...double.keys[kind], ...keys } as never, work);
const asks = (kind: Integration, document: string) => use(kind, (system) => system.openInvoices(document));
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof BillingSystemError ? error.failure : String(error)),
  );

describe.each([
  {
    kind: 'asaas',
    firstPath: /customers/,
    last: /payments\/pay_1\/pixQrCode/,
    wrong: { asaas: '$aact_prod_wrong' },
  },
  { kind: 'ixc', firstPath: /cliente/, last: /get_pix/, wrong: { tokenixc: '12:wrong' } },
  { kind: 'mkauth', firstPath: /^\/api\/$/, last: /titulos/, wrong: { clientsecretmkauth: 'wrong' } },
] as const)('$kind', ({ kind, firstPath, last, wrong }) => {
  it('says what is still to be paid, the oldest first, in cents, with a Pix code where there is one', async () => {
    const invoices = await asks(kind, owing);
    const cents = kind === 'ixc' ? 9_990 : 10_000;
    expect(invoices?.map(({ amountCents, dueDate }) => [amountCents, dueDate])).toEqual([
      [4_223, '2026-10-07'],
      [cents, '2026-12-10'],
    ]);
    expect(invoices?.[0]?.pix).toMatch(/^000201/);
    expect(invoices?.[1]?.pix).toBeUndefined();
  });

  it('tells who owes nothing from who is not known', async () => {
    expect(await asks(kind, free)).toEqual([]);
    expect(await asks(kind, nobody)).toBeUndefined();
  });

  it('is tried: it answers, or says that it does not know us', async () => {
    expect(await use(kind, (system) => system.check())).toBeUndefined();
    expect(await failureOf(use(kind, (system) => system.check(), wrong))).toBe('keys');
  });

  it.each([
    ['refused', faults.status(500)],
    ['refused', faults.redirect('http://169.254.169.254/')],
    ['keys', faults.status(403)],
    ['unreachable', faults.cut],
    ['slow', faults.silence],
    ['large', faults.large],
    ['odd', faults.says('[1]')],
  ] as const)('is %s at the last question: that is said, once', async (failure, fault) => {
    // A Pix code is left out where a system refuses it: the rest of the invoice is told all the same.
    const at = failure === 'refused' && kind !== 'mkauth' ? firstPath : last;
    double.failNext(at, fault);
    expect(await failureOf(asks(kind, owing))).toBe(failure);
    expect(double.asked.filter(({ path }) => at.test(path))).toHaveLength(1);
    expect(await asks(kind, owing)).toHaveLength(2);
  });

  it('says nothing of the person or the keys in what goes wrong', async () => {
    double.failNext(last, faults.says('{"registros":7,"data":7,"titulos":7,"pix":7,"payload":7}'));
    const error = await asks(kind, owing).catch((reason: unknown) => reason);
    const said = JSON.stringify(error ?? '', Object.getOwnPropertyNames(error ?? {}));
    for (const secret of [owing, '529.982', ...Object.values(billingKeys)])
      expect(said).not.toContain(secret);
  });
});

it('of no more people than were asked for are invoices asked for, however many there are said to be', async () => {
  const people = JSON.stringify({ registros: Array.from({ length: 900 }, (_, n) => ({ id: n + 1 })) });
  double.failNext(/cliente/, faults.says(people));
  await asks('ixc', owing);
  expect(double.asked.filter(({ path }) => /fn_areceber/.test(path))).toHaveLength(5);
});

it.each([
  ['ixc', /cliente/, '{"registros":['],
  ['mkauth', /titulos/, '{"titulos":['],
] as const)('an answer of more values than are read is none: %s', async (kind, path, begin) => {
  double.failNext(path, faults.says(`${begin}${'{},'.repeat(150_000)}{}]}`));
  const begun = performance.now();
  expect(await failureOf(asks(kind, owing))).toBe('large');
  expect(performance.now() - begun).toBeLessThan(700);
});

it('each invoice comes with what else it can be paid by', async () => {
  expect(await asks('asaas', owing)).toMatchObject([
    { url: 'https://www.asaas.com/i/pay_1', pix: codeOf('pay_1') },
    { url: 'https://www.asaas.com/i/pay_2' },
  ]);
  for (const kind of ['ixc', 'mkauth'] as const)
    expect((await asks(kind, owing))?.map(({ line, url }) => [line, url])).toEqual([
      [lineOf, undefined],
      [lineOf, undefined],
    ]);
});

it('what is no code, line or address of its form is passed on to nobody', async () => {
  const title = {
    status: 'aberto',
    valor: '1.00',
    datavenc: '2026-12-10',
    linhadig: 'call me',
    pix: 'javascript:x',
  };
  double.failNext(/titulos/, faults.says(JSON.stringify({ titulos: [title] })));
  expect(await asks('mkauth', owing)).toEqual([{ amountCents: 100, dueDate: '2026-12-10' }]);
});

it('a key of ASAAS’ trial environment goes there alone', async () => {
  await failureOf(use('asaas', (system) => system.check(), { asaas: '$aact_hmlg_of_ours' }));
  expect(double.asked.map(({ path }) => path)).toEqual([expect.stringMatching(/^\/trial\/v3\//)]);
});

it('a company whose system is slow is asked for four people at once, and keeps no other waiting', async () => {
  const systems = open();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const hold = (companyId: string) => systems.use(companyId, 'asaas', double.keys.asaas, () => held);
  const first = Array.from({ length: 4 }, () => hold('slow'));
  expect(await failureOf(hold('slow'))).toBe('busy');
  const others = Array.from({ length: 5 }, (_, n) =>
    Array.from({ length: 4 }, () => hold(`other ${n}`)),
  ).flat();
  expect(await failureOf(hold('one too many'))).toBe('busy');
  release();
  await Promise.all([...first, ...others]);
  await systems.use('slow', 'asaas', double.keys.asaas, async () => {});
});
