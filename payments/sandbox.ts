import { PaymentError, type PaymentProvider } from '../domain/ports/payments.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

interface Pretended {
  readonly amountCents: number;
  readonly expiresAt: string;
  readonly code: string;
  readonly paidAt?: string;
  readonly isRefunded?: true;
  readonly isWithdrawn?: true;
}

const dayMs = 24 * 3_600_000;
/** Longer than anybody looks at a charge. */
const keptMs = 400 * dayMs;
const keyOf = (txid: string) => `sandbox-pix/${txid}`;
/** A Pix key that nobody has. */
const pixKey = '00000000-0000-4000-8000-000000000000';

/** Returns a provider that takes no money: a page of ours on which a tester pays stands in for the bank. */
export function createSandbox({
  state,
  now,
}: {
  readonly state: StateStore;
  readonly now: () => Date;
}): PaymentProvider {
  const readCharge = async (txid: string) => state.get<Pretended>(keyOf(txid));
  return {
    name: 'sandbox',
    async charge({ txid, amountCents, description, expiresInSeconds }) {
      const { generatePixPayload } = await import('@brazilian-utils/brazilian-utils/generate-pix-payload');
      const code = generatePixPayload({
        key: pixKey,
        merchantName: 'Balcao Sandbox',
        merchantCity: 'Sao Paulo',
        amount: amountCents / 100,
        txid: txid.slice(0, 25),
        description,
      });
      if (code === null) throw new PaymentError('no BR Code can be made of this charge');
      const expiresAt = new Date(now().getTime() + expiresInSeconds * 1_000).toISOString();
      const made: Pretended = { amountCents, expiresAt, code };
      await state.set(keyOf(txid), made, { expected: null, ttlMs: keptMs });
      return (await readCharge(txid))?.value ?? made;
    },
    async look(txid) {
      const there = (await readCharge(txid))?.value;
      if (!there) return { payments: [], isOver: true };
      const { paidAt, amountCents, expiresAt, isWithdrawn = false } = there;
      const payments =
        paidAt === undefined ? [] : [{ txid, paymentId: `sandbox-${txid}`, amountCents, paidAt }];
      return { payments, isOver: payments.length > 0 || isWithdrawn || expiresAt < now().toISOString() };
    },
    async withdraw(txid) {
      for (;;) {
        const there = await readCharge(txid);
        if (!there || there.value.paidAt !== undefined) return;
        const withdrawn = { ...there.value, isWithdrawn: true } as const;
        if (await state.set(keyOf(txid), withdrawn, { expected: there.version, ttlMs: keptMs })) return;
      }
    },
    async refund({ txid }) {
      const there = await readCharge(txid);
      if (!there?.value.paidAt) throw new PaymentError('nothing was paid here');
      await state.set(keyOf(txid), { ...there.value, isRefunded: true }, { ttlMs: keptMs });
    },
    payPage: (txid) => `/api/sandbox/pix/${txid}`,
    async pretendPaid(txid) {
      for (;;) {
        const there = await readCharge(txid);
        if (!there || there.value.isWithdrawn || there.value.expiresAt < now().toISOString())
          return there?.value.paidAt !== undefined;
        if (there.value.paidAt) return true;
        const paid = { ...there.value, paidAt: now().toISOString() };
        if (await state.set(keyOf(txid), paid, { expected: there.version, ttlMs: keptMs })) return true;
      }
    },
  };
}
