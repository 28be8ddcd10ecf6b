/** Who takes the money of companies, and what may be paid: Pix by a provider, or a sandbox that takes none. */

import { randomBytes } from 'node:crypto';
import type { Context, Desk, Outcome } from '../domain/desk/desk.ts';
import { isDomainError } from '../domain/errors.ts';
import { deriveId } from '../domain/kernel/ids.ts';
import type { PaymentProvider } from '../domain/ports/payments.ts';
import { stateEntries } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

/** Whose a charge is, known before the provider knows of the charge: whatever is paid finds its invoice. */
interface Waiting {
  readonly companyId: string;
  readonly invoiceId: string;
  /** ISO instants. */
  readonly since: string;
  readonly nextLook: string;
}

const prefix = 'pix/';
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** After that a charge is looked at no more: its provider keeps nothing payable for so long. */
const watchedMs = 40 * 24 * hourMs;

/** A charge that is over is still looked at: a payment under way at its end, or a second one. */
const overMs = 7 * 24 * hourMs;

export interface ChargesDeps {
  readonly state: StateStore;
  readonly provider: PaymentProvider;
  readonly desk: Pick<Desk, 'invoices'>;
  readonly now: () => Date;
  /** Has the provider tell of payments; it never rejects. */
  readonly tell?: () => Promise<void>;
}

/** Returns what is known of charges that may be paid, and how a payment gets from the provider to its invoice. */
export function createCharges({ state, provider, desk, now, tell }: ChargesDeps) {
  async function watch(txid: string, owner: Pick<Waiting, 'companyId' | 'invoiceId'>): Promise<void> {
    const at = now();
    const waiting: Waiting = {
      ...owner,
      since: at.toISOString(),
      nextLook: new Date(at.getTime() + minuteMs).toISOString(),
    };
    await state.set(prefix + txid, waiting, { expected: null, ttlMs: watchedMs });
  }

  /**
   * Returns the id of a charge that is to be made, drawn once for what it is of: who asks at the same moment, or after a death, gets the
   * same one, and nobody else can tell it.
   */
  async function draw(of: readonly (string | number)[]): Promise<string> {
    const key = `pix-id/${of.join('/')}`;
    const drawn = randomBytes(16).toString('hex');
    await state.set(key, drawn, { expected: null, ttlMs: watchedMs });
    return (await state.get<string>(key))?.value ?? drawn;
  }

  /** Asks the provider, whoever says that something was paid, and writes down what it answers. Returns what it came to. */
  async function settle(
    txid: string,
  ): Promise<{ readonly outcomes: readonly Outcome[]; readonly isOver: boolean }> {
    const waiting = (await state.get<Waiting>(prefix + txid))?.value;
    if (!waiting) return { outcomes: [], isOver: true };
    const { companyId, invoiceId } = waiting;
    const { payments, isOver } = await provider.look(txid);
    const outcomes: Outcome[] = [];
    for (const payment of payments) {
      const commandId = deriveId('payment', txid, payment.paymentId);
      const context: Context = { companyId, commandId, actor: { kind: 'system', id: 'billing' } };
      outcomes.push(await desk.invoices.recordPayment(context, { invoiceId, payment }));
    }
    return { outcomes, isOver };
  }

  return {
    draw,
    watch,
    settle,
    /** Nobody can pay it any more; what was paid before is still looked for. @throws PaymentError */
    withdraw: (txid: string): Promise<void> => provider.withdraw(txid),
    /** Looks at every charge whose turn it is: soon while it is young, ever more seldom. One that fails keeps no other waiting. */
    async reconcile(signal: AbortSignal, onFailure: (error: unknown, txid: string) => void): Promise<void> {
      await tell?.();
      for await (const { key, value, version } of stateEntries<Waiting>(state, prefix)) {
        if (signal.aborted) return;
        const at = now();
        if (value.nextLook > at.toISOString()) continue;
        const txid = key.slice(prefix.length);
        try {
          const { isOver } = await settle(txid);
          const ageMs = at.getTime() - Date.parse(value.since);
          if (ageMs > (isOver ? overMs : watchedMs)) await state.delete(key, { expected: version });
          else {
            const nextLook = new Date(at.getTime() + Math.min(hourMs, Math.max(minuteMs, ageMs / 4)));
            const next = { ...value, nextLook: nextLook.toISOString() };
            await state.set(key, next, { expected: version, ttlMs: watchedMs });
          }
        } catch (error) {
          // Of an invoice that is not there (a backup was put back) nothing can be written down.
          if (isDomainError(error, 'ERR_NO_INVOICE_FOUND')) await state.delete(key, { expected: version });
          else onFailure(error, txid);
        }
      }
    },
  };
}
export type Charges = ReturnType<typeof createCharges>;
