import type { Context, Desk, Outcome } from '../domain/desk/desk.ts';
import { DomainError } from '../domain/errors.ts';
import { type Charge, demandOpen, type Invoice } from '../domain/invoice/invoice.ts';
import { deriveId } from '../domain/kernel/ids.ts';
import { type ChargeMade, PaymentError, type PaymentProvider } from '../domain/ports/payments.ts';
import type { Charges } from './charges.ts';

const chargeSeconds = 24 * 3_600;
/** Who is shown a code needs time to pay by it. */
const leastLeftMs = 10 * 60_000;

const isFresh = ({ expiresAt }: Charge, now: Date): boolean =>
  Date.parse(expiresAt) - now.getTime() > leastLeftMs;

const usable = ({ charges, amountCents, planId }: Invoice, now: Date): Charge | undefined => {
  const last = charges.at(-1);
  if (last === undefined || !isFresh(last, now)) return undefined;
  return last.amountCents === amountCents && last.planId === planId ? last : undefined;
};

interface Wanted {
  readonly invoiceId: string;
  readonly description: string;
}

/** Returns how an open invoice becomes something that can be paid. */
export function createCheckout(deps: {
  readonly provider: PaymentProvider;
  readonly charges: Pick<Charges, 'draw' | 'watch'>;
  readonly desk: Pick<Desk, 'invoices'>;
  readonly now: () => Date;
  readonly onFailure: (error: unknown) => void;
}) {
  const { provider, charges, desk, now } = deps;

  /** Returns the invoice's charge: the one that it has while it can be paid by it, else the next. */
  async function nextCharge(
    context: Context,
    { invoiceId, description }: Wanted,
  ): Promise<{ readonly charge: Charge; readonly outcome?: Outcome }> {
    const { companyId } = context;
    const invoice = await desk.invoices.look(companyId, invoiceId);
    demandOpen(invoice);
    const before = usable(invoice, now());
    if (before) return { charge: before };
    const { planId, amountCents } = invoice;
    const txid = await charges.draw([invoiceId, invoice.charges.length, planId, amountCents]);
    await charges.watch(txid, { companyId, invoiceId });
    let madeCharge: ChargeMade;
    try {
      madeCharge = await provider.charge({
        txid,
        description,
        amountCents,
        expiresInSeconds: chargeSeconds,
      });
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      deps.onFailure(error);
      throw new DomainError('ERR_PAYMENT_FAILED', error.message, { cause: error });
    }
    const { code, expiresAt } = madeCharge;
    const charge = { txid, provider: provider.name, code, expiresAt, planId, amountCents };
    // A request that is repeated when its charge is over makes another, which the invoice has to know too.
    const own = context.commandId && { commandId: deriveId(context.commandId, txid) };
    const outcome = await desk.invoices.charge({ ...context, ...own }, { invoiceId, charge });
    return { charge, outcome };
  }

  /**
   * Returns something that the invoice can be paid by.
   * @throws ERR_INVOICE_PAID, ERR_INVOICE_CANCELLED, ERR_PAYMENT_FAILED, ERR_CONFLICT (its price changed at this moment)
   */
  return async (context: Context, wanted: Wanted): ReturnType<typeof nextCharge> => {
    const made = await nextCharge(context, wanted);
    // One of a try that died a day ago, which its provider still knows, can be paid no more.
    return isFresh(made.charge, now()) ? made : nextCharge(context, wanted);
  };
}
