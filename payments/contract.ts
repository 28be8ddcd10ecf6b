import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PaymentError, type PaymentProvider } from '../domain/ports/payments.ts';

export interface ProviderHarness {
  readonly provider: PaymentProvider;
  /** Somebody pays a charge by its code. */
  pay(txid: string): Promise<unknown>;
  /** So much time passes for the provider, milliseconds. */
  pass(ms: number): void;
  dispose(): Promise<void>;
}

export const aTxid = () => randomBytes(16).toString('hex');
const hourMs = 3_600_000;

/** What every provider of payments keeps to, whoever it is. */
export function paymentProviderContract(name: string, open: () => Promise<ProviderHarness>): void {
  describe(`the contract of payments, kept by ${name}`, () => {
    let harness: ProviderHarness;
    let provider: PaymentProvider;
    let txid: string;
    const charge = (more: { amountCents?: number } = {}) =>
      provider.charge({
        txid,
        amountCents: 34_990,
        description: 'Plano Pro',
        expiresInSeconds: 3_600,
        ...more,
      });
    beforeAll(async () => {
      harness = await open();
      provider = harness.provider;
    });
    beforeEach(() => {
      txid = aTxid();
    });
    afterAll(() => harness.dispose());

    it('makes a charge once, however often it is asked for, with a code and an end', async () => {
      const first = await charge();
      expect(first.code).toMatch(/^000201/);
      harness.pass(1_000);
      expect(await charge()).toEqual(first);
      expect(await Promise.all([charge(), charge()])).toEqual([first, first]);
      expect(Number.isNaN(Date.parse(first.expiresAt))).toBe(false);
    });

    it('knows of no payment of a charge that nobody made or paid', async () => {
      expect(await provider.look(txid)).toEqual({ payments: [], isOver: true });
      await charge();
      expect(await provider.look(txid)).toEqual({ payments: [], isOver: false });
    });

    it('tells of a payment with its amount in cents, always the same', async () => {
      await charge();
      await harness.pay(txid);
      const { payments, isOver } = await provider.look(txid);
      expect(isOver).toBe(true);
      expect(payments).toEqual([
        { txid, paymentId: expect.any(String), amountCents: 34_990, paidAt: expect.any(String) },
      ]);
      expect(new Date(payments[0]?.paidAt ?? '').toISOString()).toBe(payments[0]?.paidAt);
      expect(await provider.look(txid)).toEqual({ payments, isOver });
    });

    it('gives a payment back, asked for twice or by two at once as well', async () => {
      await charge();
      await harness.pay(txid);
      const [payment] = (await provider.look(txid)).payments;
      await Promise.all([provider.refund(payment!), provider.refund(payment!)]);
      await provider.refund(payment!);
    });

    it('refuses to give back what was never paid', async () => {
      await charge();
      const never = { txid, paymentId: `E${txid}`, amountCents: 34_990 };
      await expect(provider.refund(never)).rejects.toThrow(PaymentError);
    });

    it('lets nobody pay a charge that was withdrawn, asked for twice as well; of one that is paid nothing changes', async () => {
      await charge();
      await provider.withdraw(txid);
      await provider.withdraw(txid);
      expect(await provider.look(txid)).toEqual({ payments: [], isOver: true });
      if (provider.pretendPaid) expect(await provider.pretendPaid(txid)).toBe(false);
      txid = aTxid();
      await provider.withdraw(txid);
      await charge();
      await harness.pay(txid);
      await provider.withdraw(txid);
      expect((await provider.look(txid)).payments).toHaveLength(1);
    });

    it('is done with a charge when its time is over', async () => {
      await charge();
      harness.pass(hourMs + 1_000);
      expect(await provider.look(txid)).toEqual({ payments: [], isOver: true });
    });
  });
}
