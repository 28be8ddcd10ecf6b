import type { Payment } from '../invoice/invoice.ts';

export interface ChargeRequest {
  /** Ours, 32 letters and digits: asked for twice it is the same charge. */
  readonly txid: string;
  readonly amountCents: number;
  /** Shown to who pays. */
  readonly description: string;
  readonly expiresInSeconds: number;
}

export interface ChargeMade {
  /** What a bank's app reads (Pix BR Code). */
  readonly code: string;
  /** ISO instant. */
  readonly expiresAt: string;
}

/** What a charge has come to. `isOver`: no payment can come any more. */
export interface ChargeOutcome {
  readonly payments: readonly Payment[];
  readonly isOver: boolean;
}

/** Whoever takes the money does not answer, or refuses: `message` is for the log. */
export class PaymentError extends Error {
  override readonly name = 'PaymentError';
}

/** Whoever takes the money. */
export interface PaymentProvider {
  /** As events name it. */
  readonly name: string;
  /** Makes a charge, or returns the one that there is of this txid. @throws PaymentError */
  charge(request: ChargeRequest): Promise<ChargeMade>;
  /** What came of a charge, as the provider itself says. @throws PaymentError */
  look(txid: string): Promise<ChargeOutcome>;
  /** Lets nobody pay a charge any more; of one that is paid or over, or that there is none of, nothing changes. @throws PaymentError */
  withdraw(txid: string): Promise<void>;
  /** Gives a payment back; asked for twice it goes back once. @throws PaymentError */
  refund(payment: Pick<Payment, 'txid' | 'paymentId' | 'amountCents'>): Promise<void>;
  /** Where a tester pays; only of a provider that is no real one. */
  readonly payPage?: (txid: string) => string;
  /** As if somebody had paid; only of a provider that is no real one. False: there is no such charge to be paid. */
  readonly pretendPaid?: (txid: string) => Promise<boolean>;
  /** Part of the address at which the provider tells of payments; absent: it tells nobody. */
  readonly webhookKey?: string;
  /** Has the provider tell of payments at this address; `mutualTls`: whoever ends TLS there asks for its certificate. @throws PaymentError */
  readonly tellAt?: (address: string, how: { readonly mutualTls: boolean }) => Promise<void>;
}
