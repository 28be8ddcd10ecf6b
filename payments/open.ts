import { hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { Desk } from '../domain/desk/desk.ts';
import type { PaymentProvider } from '../domain/ports/payments.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import { createCharges } from './charges.ts';
import { createCheckout } from './checkout.ts';
import { createEfi, type EfiProviderSettings } from './efi/efi.ts';
import { createSandbox } from './sandbox.ts';

/** Who takes the money of an installation. */
export type PaymentSettings =
  | { readonly provider: 'sandbox' }
  | { readonly provider: 'off' }
  | ({
      readonly provider: 'efi';
      /** Whoever ends TLS before us asks the provider for its certificate. */
      readonly webhookMutualTls: boolean;
    } & Omit<EfiProviderSettings, 'webhookKey'>);

interface Deps {
  readonly state: StateStore;
  readonly desk: Pick<Desk, 'invoices'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
  readonly secretKey: string;
  /** Where the provider reaches us; undefined: it tells of no payment, and is asked. */
  readonly publicUrl?: string | undefined;
}

function providerOf(
  settings: Exclude<PaymentSettings, { provider: 'off' }>,
  { state, now, secretKey }: Deps,
): PaymentProvider {
  if (settings.provider === 'sandbox') return createSandbox({ state, now });
  const webhookKey = Buffer.from(hkdfSync('sha256', secretKey, 'balcao', 'payment notices', 32));
  return createEfi({ ...settings, webhookKey: webhookKey.toString('base64url') }, now);
}

/** Returns what has the provider tell of payments, once a process; a failure is tried again with the next call. */
function createTelling(settings: PaymentSettings, provider: PaymentProvider, { publicUrl, log }: Deps) {
  const { tellAt, webhookKey } = provider;
  let isDone = settings.provider !== 'efi' || !publicUrl?.startsWith('https://') || !tellAt;
  return async (): Promise<void> => {
    if (isDone) return;
    const mutualTls = settings.provider === 'efi' && settings.webhookMutualTls;
    try {
      await tellAt?.(`${publicUrl}/api/payments/notices/${webhookKey}`, { mutualTls });
      isDone = true;
    } catch (error) {
      log.warn({ err: error }, 'the payment provider was not told where to tell of payments');
    }
  };
}

/** Returns what takes payments; undefined where the installation takes none. */
export function openPayments(settings: PaymentSettings, deps: Deps) {
  const { state, desk, log, now } = deps;
  if (settings.provider === 'off') return undefined;
  const provider = providerOf(settings, deps);
  const tell = createTelling(settings, provider, deps);
  const charges = createCharges({ state, provider, desk, now, tell });
  const failed = (error: unknown) => log.warn({ err: error }, 'a charge could not be made');
  return { provider, charges, checkout: createCheckout({ provider, charges, desk, now, onFailure: failed }) };
}
export type Payments = NonNullable<ReturnType<typeof openPayments>>;
