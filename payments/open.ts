import type { Logger } from 'pino';
import type { Desk } from '../domain/desk/desk.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { createCharges } from './charges.ts';
import { createCheckout } from './checkout.ts';
import { createSandbox } from './sandbox.ts';

/** Who takes the money of an installation. */
export type PaymentSettings = { readonly provider: 'sandbox' } | { readonly provider: 'off' };

/** Returns what takes payments; undefined where the installation takes none. */
export function openPayments(
  settings: PaymentSettings,
  deps: {
    readonly state: StateStore;
    readonly desk: Pick<Desk, 'invoices'>;
    readonly log: Pick<Logger, 'warn'>;
    readonly now: () => Date;
  },
) {
  const { state, desk, log, now } = deps;
  if (settings.provider === 'off') return undefined;
  const provider = createSandbox({ state, now });
  const charges = createCharges({ state, provider, desk, now });
  const failed = (error: unknown) => log.warn({ err: error }, 'a charge could not be made');
  return { provider, charges, checkout: createCheckout({ provider, charges, desk, now, failed }) };
}
export type Payments = NonNullable<ReturnType<typeof openPayments>>;
