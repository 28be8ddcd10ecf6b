import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError } from '../../domain/ports/payments.ts';
import { hasOpenssl } from '../../testing/certificates.ts';
import { type EfiAccount, openEfiAccount } from '../../testing/efi/account.ts';
import { efiApplication } from '../../testing/efi/server.ts';
import { faults } from '../../testing/faults.ts';
import { aTxid } from '../contract.ts';
import { createEfi, type EfiProviderSettings } from './efi.ts';

describe.runIf(hasOpenssl())('Efí', () => {
  let account: EfiAccount;
  let at = Date.parse('2026-12-02T12:00:00.000Z');
  const now = () => new Date(at);
  let txid: string;
  const provider = (more: Partial<EfiProviderSettings> = {}) =>
    createEfi({ ...account.settings, webhookKey: 'key', ...more }, now, {
      ...{ firstMs: 1, refundMs: 1, timeoutMs: 300 },
    });
  const charge = (of = provider(), amountCents = 34_990) =>
    of.charge({ txid, amountCents, description: 'Plano Pro', expiresInSeconds: 3_600 });
  const tokensAsked = () => account.double.asked.filter(({ path }) => path === '/oauth/token').length;

  beforeAll(async () => {
    account = await openEfiAccount(now);
  });
  beforeEach(() => {
    txid = aTxid();
    account.double.asked.length = 0;
    account.double.giveTokensFor(3_600);
    account.double.refundsGo('EM_PROCESSAMENTO', 'DEVOLVIDO');
  });
  afterAll(() => account.dispose());

  it('is asked for what the charge is, in its own form', async () => {
    await charge(provider(), 5);
    expect(account.double.cobs.get(txid)).toMatchObject({
      ...{
        valor: '0.05',
        chave: 'financeiro@example.org',
        solicitacaoPagador: 'Plano Pro',
        expiracao: 3_600,
      },
    });
  });

  it('takes the certificate as PEM as well, and refuses strangers and nobody', async () => {
    expect((await charge(provider({ certificate: account.pem }))).code).toMatch(/^000201/);
    await expect(charge(provider({ certificate: account.strange }))).rejects.toThrow(PaymentError);
    const { ca: _, ...untrusted } = account.settings;
    await expect(charge(createEfi({ ...untrusted, webhookKey: '' }, now, { firstMs: 1 }))).rejects.toThrow(
      PaymentError,
    );
  });

  it('is asked with one token until shortly before its end, by all at once', async () => {
    const one = provider();
    await Promise.all([one.look(aTxid()), one.look(aTxid()), charge(one)]);
    await one.look(txid);
    expect(tokensAsked()).toBe(1);
    at += 3_541_000;
    await one.look(txid);
    expect(tokensAsked()).toBe(2);
  });

  it('renews a token that is good no more before its time, and gives up on one that never is', async () => {
    const one = provider();
    await charge(one);
    account.double.forgetTokens();
    expect(await one.look(txid)).toEqual({ payments: [], isOver: false });
    expect(tokensAsked()).toBe(2);
    account.double.giveTokensFor(1e-9);
    account.double.forgetTokens();
    await expect(provider().look(txid)).rejects.toThrow('Efí: GET cob 401');
  });

  it.each([
    ['is out of breath', faults.status(503)],
    ['asks for patience', faults.status(429)],
    ['ends the line', faults.cut],
    ['says nothing', faults.silence],
  ])('is asked again where it %s, and given up on the third time', async (_what, fault) => {
    const one = provider();
    account.double.failNext(/PUT .*cob/, fault);
    account.double.failNext(/PUT .*cob/, fault);
    expect((await charge(one)).code).toMatch(/^000201/);
    for (let times = 0; times < 3; times++) account.double.failNext(/GET .*cob/, fault);
    await expect(one.look(txid)).rejects.toThrow(PaymentError);
    expect(await one.look(txid)).toEqual({ payments: [], isOver: false });
  });

  it('made a charge whose answer got lost: the same one is given', async () => {
    const one = provider();
    const first = await charge(one);
    account.double.failNext(/PUT .*cob/, faults.cut);
    expect(await charge(one)).toEqual(first);
  });

  it('is never followed to another place, and read up to a limit', async () => {
    const one = provider();
    await charge(one);
    account.double.failNext(/GET .*cob/, faults.redirect('https://example.org/'));
    await expect(one.look(txid)).rejects.toThrow('Efí: GET cob 302');
    for (let times = 0; times < 3; times++) account.double.failNext(/GET .*cob/, faults.large);
    await expect(one.look(txid)).rejects.toThrow('answers too much');
  });

  it('has a charge of this id for something else: nobody is asked to pay it', async () => {
    await charge(provider({ pixKey: 'other@example.org' }));
    await expect(charge()).rejects.toThrow('something else');
    txid = aTxid();
    await charge();
    await expect(charge(provider(), 100)).rejects.toThrow('something else');
  });

  it('tells of what was really paid: another amount, twice, and after the charge was taken back', async () => {
    const one = provider();
    await charge(one);
    account.double.pay(txid, '0.10');
    account.double.pay(txid, '1349.90');
    expect((await one.look(txid)).payments.map(({ amountCents }) => amountCents)).toEqual([10, 134_990]);
    txid = aTxid();
    await charge(one);
    account.double.remove(txid);
    expect(await one.look(txid)).toEqual({ payments: [], isOver: true });
    account.double.pay(txid);
    expect((await one.look(txid)).payments).toMatchObject([{ amountCents: 34_990 }]);
  });

  describe('a refund', () => {
    const paid = async (one = provider()) => {
      await charge(one);
      account.double.pay(txid);
      const [payment] = (await one.look(txid)).payments;
      return payment!;
    };
    const statuses = ({ paymentId }: { paymentId: string }) =>
      [...account.double.refunds]
        .filter(([path]) => path.includes(paymentId))
        .map(([, { status }]) => status);

    it('whose answer got lost goes back once', async () => {
      const payment = await paid();
      account.double.failNext(/PUT .*devolucao/, faults.cut);
      await provider().refund(payment);
      await provider().refund(payment);
      expect(statuses(payment)).toEqual(['DEVOLVIDO']);
    });

    it('that came to nothing is asked for anew, and one that always does is said to', async () => {
      const payment = await paid();
      account.double.refundsGo('NAO_REALIZADO');
      await expect(provider().refund(payment)).rejects.toThrow('came to nothing');
      account.double.refunds.clear();
      account.double.refundsGo('EM_PROCESSAMENTO', 'NAO_REALIZADO');
      await expect(provider().refund(payment)).rejects.toThrow(PaymentError);
    });

    it('that is under way is not said to be done', async () => {
      const payment = await paid();
      account.double.refundsGo('EM_PROCESSAMENTO');
      await expect(provider().refund(payment)).rejects.toThrow('under way');
      account.double.refundsGo('EM_PROCESSAMENTO', 'DEVOLVIDO');
      await provider().refund(payment);
      expect(statuses(payment)).toEqual(['DEVOLVIDO']);
    });

    it('of a payment of another provider is refused before Efí is asked', async () => {
      const other = { txid, paymentId: `sandbox-${txid}`, amountCents: 1 };
      await expect(provider().refund(other)).rejects.toThrow('no payment of its own');
      expect(account.double.asked).toEqual([]);
    });
  });

  it('is told once where to tell of payments, and whether its certificate is asked for there', async () => {
    const one = provider();
    for (let times = 0; times < 2; times++)
      await one.tellAt?.('https://desk.example.org/n/key', { mutualTls: false });
    expect(account.double.webhooks.get('financeiro@example.org')).toBe('https://desk.example.org/n/key');
    const puts = account.double.asked.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ headers }) => headers['x-skip-mtls-checking'])).toEqual(['true']);
  });

  it('says nothing secret in what goes wrong', async () => {
    const wrong = provider({ clientSecret: 'Wrong_Secret' });
    const error: Error = (await wrong.look(txid).catch((reason: Error) => reason)) as Error;
    expect(error).toBeInstanceOf(PaymentError);
    expect(error.message).toBe('Efí gives no token: 401');
    const said = JSON.stringify(error, Object.getOwnPropertyNames(error));
    expect(said).not.toMatch(new RegExp(`${efiApplication.clientSecret}|Wrong_Secret|of the file|Basic`));
  });
});
