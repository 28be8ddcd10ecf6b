import { getPixPayloadInfo } from '@brazilian-utils/brazilian-utils/get-pix-payload-info';
import { pino } from 'pino';
import { hasError, parsePix } from 'pix-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CompanyView } from '../../contract/company.ts';
import type { ChargeView, InvoicePage } from '../../contract/invoice.ts';
import { planFlags } from '../../domain/company/events.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { givePlan, makePlan } from '../../testing/plan.ts';

let api: Awaited<ReturnType<typeof startTestApi>>;
let logged = '';
const form = {
  ...{ firstName: 'Ana', lastName: 'Beatriz', address2: 'Rua das Flores, 1', city: 'São Paulo', state: 'SP' },
  ...{ zipcode: '01001-000', country: 'BR', useAddressForPaymentDetails: false, plan: '' },
  ...{ nameOnCard: 'ANA B', cardNumber: '4111111111111111', cvv: '987', price: 1, users: 1, connections: 1 },
};

beforeEach(async () => {
  logged = '';
  const log = pino({ level: 'trace' }, { write: (line: string) => (logged += line) });
  api = await startTestApi({ log });
});
afterEach(() => api.close());

/** A company with a plan of R$ 349,90 whose last day is far away, and one of its admins. */
async function company(name: string, dueDate = '2099-12-12') {
  const { companyId, email } = await api.company(name);
  const context: Context = { companyId, actor: { kind: 'system', id: 'test' } };
  await givePlan(api.desk, context, { name: `Plano de ${name}`, value: 349.9, useInternal: true });
  const { position } = await api.desk.companies.update(context, { dueDate, trial: true });
  await api.reached(position);
  const headers = await api.signIn(email);
  const call = async <T>(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await api.app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json<T & { error?: string; errors?: object }>() };
  };
  const list = async (query = '') => (await call<InvoicePage>('GET', `/api/invoices/all${query}`)).body;
  const pay = (more: object = {}) => call<ChargeView>('POST', '/api/subscription', { ...form, ...more });
  const pageOf = async (method: 'GET' | 'POST', txid: string) => {
    // As a browser sends an empty form.
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const answer = await api.app.inject({
      method,
      url: `/api/sandbox/pix/${txid}`,
      ...(method === 'POST' && { headers: form, payload: '' }),
    });
    await api.contentOf(companyId);
    return answer;
  };
  return { companyId, context, call, list, pay, pageOf };
}

describe('an invoice', () => {
  it('is asked for, charged by Pix, paid on the sandbox’s page, and counts once', async () => {
    const { companyId, list, pay, pageOf } = await company('Loja');
    expect((await list()).invoices).toEqual([]);
    const { status, body: charge } = await pay();
    expect(status).toBe(200);
    expect(charge).toMatchObject({
      valor: { original: '349.90' },
      payPage: `/api/sandbox/pix/${charge.txid}`,
    });
    const [open] = (await list()).invoices;
    expect(open).toMatchObject({
      ...{ number: 1, value: 349.9, status: 'open', dueDate: '2099-12-12', until: '2100-01-12' },
      detail: 'Plano Plano de Loja, de 12/12/2099 a 12/01/2100',
    });
    expect((await pageOf('GET', charge.txid)).body).toContain('Pagar agora');
    for (let times = 0; times < 2; times++)
      expect((await pageOf('POST', charge.txid)).body).toContain('Pode fechar');
    expect((await list()).invoices).toMatchObject([{ status: 'paid', surplus: 0 }]);
    const { notices } = await api.readStore.changes(companyId, 0, 100);
    const told = notices.filter(({ channel }) => channel === `company-${companyId}-payment`);
    expect(told.map(({ action }) => action)).toEqual(['create', 'CONCLUIDA']);
    expect(await pay({ invoiceId: charge.invoiceId })).toMatchObject({
      status: 409,
      body: { error: 'ERR_INVOICE_PAID' },
    });
  });

  it('has a code that two decoders read alike, with its amount', async () => {
    const { pay } = await company('Loja');
    const { qrcode } = (await pay()).body;
    expect(getPixPayloadInfo(qrcode)).toMatchObject({ amount: 349.9 });
    const read = parsePix(qrcode);
    if (hasError(read)) throw new Error('not a BR Code');
    expect(read).toMatchObject({ transactionAmount: 349.9, merchantName: 'Balcao Sandbox' });
  });

  it('asked for again it is the same charge, two requests at once included', async () => {
    const { pay } = await company('Loja');
    const both = await Promise.all([pay(), pay()]);
    const third = await pay();
    expect(new Set([...both, third].map(({ body }) => body.txid)).size).toBe(1);
  });

  it('is late by the company’s calendar, found by what stands in it, and paid all the same', async () => {
    const { list, pay, context } = await company('Loja', '2099-01-31');
    await api.desk.invoices.issue(context, '2099-01-31');
    await api.desk.companies.update(context, { dueDate: '2099-02-28' });
    const second = await api.desk.invoices.issue(context, '2099-02-28');
    await api.reached(second!.position);
    expect((await list()).invoices.map(({ number }) => number)).toEqual([2, 1]);
    expect((await list('?searchParam=28/02')).count).toBe(2);
    expect((await list('?searchParam=31/01')).count).toBe(1);
    expect((await list('?searchParam=349,90&status=open')).count).toBe(2);
    expect((await list('?status=overdue')).count).toBe(0);
    const [, first] = (await list()).invoices;
    expect((await pay({ invoiceId: first!.id })).body.invoiceId).toBe(first!.id);
  });

  it('is one of twenty a page, the newest first', async () => {
    const { list, context } = await company('Loja');
    let position = 0;
    for (let year = 2030; year < 2051; year++) {
      const dueDate = `${year}-01-31`;
      await api.desk.companies.update(context, { dueDate });
      position = (await api.desk.invoices.issue(context, dueDate))?.position ?? position;
    }
    await api.reached(position);
    const numbers = async (query: string) => (await list(query)).invoices.map(({ number }) => number);
    const [first, second] = [await list(), await list('?pageNumber=2')];
    expect([first.invoices.length, first.count, first.hasMore]).toEqual([20, 21, true]);
    expect([second.invoices.map(({ number }) => number), second.hasMore]).toEqual([[1], false]);
    expect(await numbers('?searchParam=31/01/2040&pageNumber=1')).toEqual([11]);
  });

  it('with another plan costs what that one does; one that visitors are not offered, or that costs nothing, is refused', async () => {
    const { pay } = await company('Loja');
    const [offered, hidden, free] = await Promise.all([
      makePlan(api.desk, { value: 99, useInternal: true }),
      makePlan(api.desk, { value: 1, useInternal: false }),
      makePlan(api.desk, { value: 0, useInternal: true }),
    ]);
    await api.reached(Math.max(offered.position, hidden.position, free.position));
    const before = await pay();
    for (const plan of [hidden.id, free.id])
      expect(await pay({ plan })).toMatchObject({
        status: 400,
        body: { errors: { plan: 'ERR_PLAN_NOT_FOUND' } },
      });
    expect((await pay()).body.txid).toBe(before.body.txid);
    const after = await pay({ plan: offered.id });
    expect(after.body.valor.original).toBe('99.00');
    expect(after.body.txid).not.toBe(before.body.txid);
  });

  it('comes with the plan that its company has, whichever it was priced to at a checkout before', async () => {
    const { call, companyId, list, pay } = await company('Loja');
    const { id, position } = await makePlan(api.desk, { name: 'Menor', value: 99, useInternal: true });
    await api.reached(position);
    await pay({ plan: id });
    const { invoices, plan } = await list();
    expect(invoices).toMatchObject([{ planId: id, planName: 'Menor' }]);
    expect(plan).toMatchObject({ name: 'Plano de Loja', value: 349.9, flags: [...planFlags] });
    const { planId } = (await call<CompanyView>('GET', `/api/companies/${companyId}`)).body;
    expect(plan?.id).toBe(planId);
  });

  it('paid by a code from before another plan was chosen says what was paid, and for what', async () => {
    const { list, pay, pageOf } = await company('Loja');
    const other = await makePlan(api.desk, { name: 'Grande', value: 999, useInternal: true });
    await api.reached(other.position);
    const { txid } = (await pay()).body;
    await pay({ plan: other.id });
    expect((await list()).invoices).toMatchObject([{ planName: 'Grande', value: 999 }]);
    await pageOf('POST', txid);
    const [paid] = (await list()).invoices;
    expect(paid).toMatchObject({ status: 'paid', planName: 'Plano de Loja', value: 349.9, surplus: 0 });
    expect(paid!.detail).toContain('Plano de Loja');
  });

  it.each([
    ['nothing', undefined],
    ['a third plan', 'Grande'],
    ['that plan', 'Dado'],
  ])(
    'paid by a code from before its company was given another plan names the one that is had, with %s chosen since',
    async (_what, chosen) => {
      const { call, companyId, context, list, pay, pageOf } = await company('Loja');
      const plans: Record<string, string> = {};
      for (const [name, value] of [
        ['Grande', 999],
        ['Dado', 499],
      ] as const) {
        const { id, position } = await makePlan(api.desk, { name, value, useInternal: true });
        plans[name] = id;
        await api.reached(position);
      }
      const { txid } = (await pay()).body;
      if (chosen !== undefined) await pay({ plan: plans[chosen] });
      await api.desk.companies.changePlan(context, { planId: plans.Dado! });
      await api.desk.invoices.followPlan(context);
      await pageOf('POST', txid);
      const [paid] = (await list()).invoices;
      expect(paid).toMatchObject({ status: 'paid', planName: 'Dado', planId: plans.Dado, value: 349.9 });
      expect(paid!.detail).toContain('Plano Dado');
      expect((await call('GET', `/api/companies/${companyId}`)).body).toMatchObject({ planId: plans.Dado });
    },
  );

  it('is not asked for months ahead: a plan chosen then would be had at once for nothing', async () => {
    const { context, pay } = await company('Loja');
    const { position } = await api.desk.companies.update(context, { trial: false });
    await api.reached(position);
    expect(await pay()).toMatchObject({ status: 404, body: { error: 'ERR_NO_INVOICE_FOUND' } });
  });

  it('is paid by nobody’s press on another site’s page', async () => {
    const { pay, list } = await company('Loja');
    const { txid } = (await pay()).body;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const url = `/api/sandbox/pix/${txid}`;
    expect((await api.app.inject({ method: 'POST', url, headers, payload: '' })).statusCode).toBe(403);
    expect((await list()).invoices).toMatchObject([{ status: 'open' }]);
  });

  it('names each field that the first step needs', async () => {
    const { call } = await company('Loja');
    const { status, body } = await call('POST', '/api/subscription', { country: 'mars' });
    expect(status).toBe(400);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual([
      'address2',
      'city',
      'country',
      'firstName',
      'zipcode',
    ]);
    const typed = { ...form, firstName: ' ', address2: '', city: null, zipcode: '', country: '' };
    expect((await call('POST', '/api/subscription', typed)).body.errors).toEqual({
      ...{ firstName: 'required', address2: 'required', city: 'required' },
      ...{ zipcode: 'required', country: 'required' },
    });
    expect((await call('POST', '/api/subscription', { ...form, city: '' })).body.errors).toEqual({
      city: 'required',
    });
  });

  it.each([
    ['BR', undefined],
    ['usa', undefined],
    ['PT', { country: 'invalid' }],
    ['us', { country: 'invalid' }],
  ])('is charged to an address in %s: refused at %j', async (country, errors) => {
    const { pay } = await company('Loja');
    const { status, body } = await pay({ country });
    expect([status, body.errors]).toEqual([errors ? 400 : 200, errors]);
  });

  it('keeps the address that stands in the company’s form beside the one it asks for', async () => {
    const { call, companyId } = await company('Loja');
    const billing = { firstName: 'Ana', address: 'Sala 3', address2: 'Rua A' };
    await call('PUT', `/api/companies/${companyId}`, { billing });
    expect((await call('POST', '/api/subscription', form)).status).toBe(200);
    const kept = await call('GET', `/api/companies/${companyId}`);
    expect(kept.body).toMatchObject({
      billing: {
        ...{ firstName: 'Ana', lastName: 'Beatriz', address: 'Sala 3', address2: 'Rua das Flores, 1' },
        ...{ city: 'São Paulo', state: 'SP', zipcode: '01001-000', country: 'BR' },
      },
    });
    await call('POST', '/api/subscription', { ...form, address: 'Sala 4' });
    expect((await call('GET', `/api/companies/${companyId}`)).body).toMatchObject({
      billing: { address: 'Sala 4' },
    });
  });

  it('there is none for a company without an end or a plan', async () => {
    const { companyId, email } = await api.company('Livre');
    const headers = await api.signIn(email);
    const answer = await api.app.inject({ method: 'POST', url: '/api/subscription', headers, payload: form });
    expect([answer.statusCode, answer.json().error]).toEqual([404, 'ERR_NO_INVOICE_FOUND']);
    expect(companyId).not.toBe('');
  });
});

describe('nobody else', () => {
  it('sees or pays it: agents are refused, another company finds nothing', async () => {
    const ours = await company('Loja');
    const theirs = await company('Outra');
    const { body } = await ours.pay();
    expect((await theirs.list()).invoices).toEqual([]);
    expect(await theirs.pay({ invoiceId: body.invoiceId })).toMatchObject({ status: 404 });
    expect(
      (await theirs.call('POST', `/api/invoices/${body.invoiceId}/refund`, { companyId: 'x' })).status,
    ).toBe(403);
  });

  it('learns of a card: neither log nor events nor state hold what the form sent', async () => {
    const { pay, companyId } = await company('Loja');
    await pay();
    const kept = JSON.stringify(await api.standOf(companyId, [companyId])) + logged;
    for (const secret of ['4111111111111111', '"987"', 'ANA B']) expect(kept).not.toContain(secret);
    expect(kept).toContain('Rua das Flores');
  });
});

describe('a payment too many', () => {
  it('is shown, given back by a super user once, and stays given back', async () => {
    const { list, pay, pageOf, companyId, context } = await company('Loja');
    const { invoiceId, txid } = (await pay()).body;
    await pageOf('POST', txid);
    const payment = { txid, paymentId: 'E2', amountCents: 34_990, paidAt: '2026-12-02T12:00:00.000Z' };
    const { position } = await api.desk.invoices.recordPayment(context, { invoiceId, payment });
    await api.reached(position);
    expect((await list()).invoices).toMatchObject([{ status: 'paid', surplus: 349.9 }]);
    const headers = await api.root();
    const refund = () =>
      api.app.inject({
        ...{ method: 'POST', url: `/api/invoices/${invoiceId}/refund`, headers, payload: { companyId } },
      });
    expect((await refund()).json()).toEqual({ refunded: 349.9 });
    expect((await refund()).json().error).toBe('ERR_NOTHING_TO_REFUND');
    expect((await list()).invoices).toMatchObject([{ status: 'paid', surplus: 0 }]);
  });
});

it('the sandbox’s page of a charge that nobody made says so', async () => {
  const url = '/api/sandbox/pix/00000000000000000000000000000000';
  expect((await api.app.inject({ method: 'GET', url })).body).toContain('Nada a pagar');
  expect((await api.app.inject({ method: 'POST', url })).body).toContain('Nada a pagar');
  expect((await api.app.inject({ method: 'GET', url: '/api/sandbox/pix/..%2F..' })).statusCode).toBe(400);
});
