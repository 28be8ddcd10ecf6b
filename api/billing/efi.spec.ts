import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChargeView, InvoiceView } from '../../contract/invoice.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { startTestApi } from '../../testing/api.ts';
import { hasOpenssl } from '../../testing/certificates.ts';
import { type EfiAccount, openEfiAccount } from '../../testing/efi/account.ts';
import { efiApplication } from '../../testing/efi/server.ts';
import { faults } from '../../testing/faults.ts';
import { givePlan } from '../../testing/plan.ts';

const form = {
  ...{ firstName: 'Ana', lastName: 'Beatriz', address2: 'Rua das Flores, 1', city: 'São Paulo', state: 'SP' },
  ...{ zipcode: '01001-000', country: 'BR', useAddressForPaymentDetails: false, plan: '' },
};

describe.runIf(hasOpenssl())('an invoice that is paid through Efí', () => {
  let account: EfiAccount;
  let api: Awaited<ReturnType<typeof startTestApi>>;
  let companyId: string;
  let headers: { authorization: string };
  let key: string;
  let logged = '';

  beforeEach(async () => {
    logged = '';
    account = await openEfiAccount(() => new Date());
    const log = pino({ level: 'trace' }, { write: (line: string) => (logged += line) });
    const payments = { provider: 'efi', webhookMutualTls: false, ...account.settings } as const;
    api = await startTestApi({ log, payments, publicUrl: 'https://desk.example.org' });
    const company = await api.company('Loja');
    companyId = company.companyId;
    const context: Context = { companyId, actor: { kind: 'system', id: 'test' } };
    await givePlan(api.desk, context, { value: 349.9, useInternal: true });
    const { position } = await api.desk.companies.update(context, { dueDate: '2099-12-12', trial: true });
    await api.reached(position);
    headers = await api.signIn(company.email);
    await api.payments?.charges.reconcile(new AbortController().signal, () => {});
    key = [...account.double.webhooks.values()][0]?.split('/').at(-1) ?? '';
  });
  afterEach(async () => {
    await api.close();
    await account.dispose();
  });

  const pay = async () =>
    (
      await api.app.inject({ method: 'POST', url: '/api/subscription', headers, payload: form })
    ).json<ChargeView>();
  const list = async () => {
    await api.contentOf(companyId);
    const answer = await api.app.inject({ url: '/api/invoices/all', headers });
    return answer.json<{ invoices: InvoiceView[] }>().invoices;
  };
  const told = async (payload: object, own = key) =>
    (await api.app.inject({ method: 'POST', url: `/api/payments/notices/${own}/pix`, payload })).statusCode;
  const notice = (txid: string) => ({
    pix: [{ endToEndId: 'E1', txid, chave: 'financeiro@example.org', valor: '349.90', infoPagador: 'x' }],
  });

  it('is settled when Efí tells of it, once however often it does, and never by a word of anybody else', async () => {
    const { txid, qrcode, payPage } = await pay();
    expect([qrcode.includes(txid), payPage]).toEqual([true, null]);
    expect(await told(notice(txid))).toBe(200);
    expect((await list())[0]?.status).toBe('open');
    account.double.pay(txid);
    expect(await told(notice(txid), 'x'.repeat(43))).toBe(404);
    expect((await list())[0]?.status).toBe('open');
    expect(await Promise.all([told(notice(txid)), told(notice(txid))])).toEqual([200, 200]);
    expect(await told(notice(txid))).toBe(200);
    expect(await list()).toMatchObject([{ status: 'paid', surplus: 0 }]);
  });

  it('is told of as Efí does when it tries the address, and of what was paid without a charge', async () => {
    expect(await told({ evento: 'teste_webhook', data_criacao: new Date().toISOString() })).toBe(200);
    expect(await told({ pix: [{ endToEndId: 'E2', valor: '1.00' }] })).toBe(200);
  });

  it('is told of again where Efí could not be asked: that is said to it', async () => {
    const { txid } = await pay();
    account.double.pay(txid);
    for (let times = 0; times < 3; times++) account.double.failNext(/GET .*cob/, faults.status(500));
    expect(await told(notice(txid))).toBe(503);
    expect(await told(notice(txid))).toBe(200);
    expect((await list())[0]?.status).toBe('paid');
  });

  it('stays open where less was paid, and gives the surplus back through Efí', async () => {
    const { txid } = await pay();
    account.double.pay(txid, '100.00');
    await told(notice(txid));
    const [invoice] = await list();
    expect(invoice).toMatchObject({ status: 'open', surplus: 100 });
    const refund = await api.app.inject({
      ...{ method: 'POST', url: `/api/invoices/${invoice?.id}/refund`, payload: { companyId } },
      headers: await api.root(),
    });
    expect(refund.json()).toEqual({ refunded: 100 });
    expect([...account.double.refunds.values()]).toEqual([{ status: 'DEVOLVIDO', valor: '100.00' }]);
  });

  it('that was cancelled meanwhile stays cancelled, and what came is a surplus', async () => {
    const { txid } = await pay();
    const context: Context = { companyId, actor: { kind: 'system', id: 'test' } };
    await api.desk.companies.update(context, { dueDate: '2099-01-01' });
    await api.desk.invoices.cancelOthers(context);
    account.double.pay(txid);
    await told(notice(txid));
    expect(await list()).toMatchObject([{ status: 'cancelled', surplus: 349.9 }]);
  });

  it('cannot be charged while Efí is away: the refusal and the log say no secret', async () => {
    for (let times = 0; times < 3; times++) account.double.failNext(/PUT .*cob/, faults.cut);
    expect(await pay()).toMatchObject({ error: 'ERR_PAYMENT_FAILED' });
    const { txid } = await pay();
    expect(txid).toMatch(/^\w{32}$/);
    const { log } = await api.standOf(companyId, []);
    const said = logged + JSON.stringify(log);
    expect(logged).toContain('a charge could not be made');
    for (const secret of [efiApplication.clientSecret, 'of the file', key, 'BEGIN'])
      expect(said).not.toContain(secret);
  });
});
