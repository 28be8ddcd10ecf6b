import { OtherSystemError } from './other-system.ts';

/** Something that a customer of a company has still to pay, as the company's own system has it. */
export interface OpenInvoice {
  readonly amountCents: number;
  /** yyyy-MM-dd */
  readonly dueDate: string;
  /** What a bank's app reads (Pix BR Code). */
  readonly pix?: string | undefined;
  /** The digits of a 'boleto' as people type them. */
  readonly line?: string | undefined;
  /** Where it can be looked at: https. */
  readonly url?: string | undefined;
}

/** No invoices to be told of. */
export class BillingSystemError extends OtherSystemError {
  override readonly name = 'BillingSystemError';
}

/** The system by which a company bills its customers. */
export interface BillingSystem {
  /** Whether it answers and knows us. @throws BillingSystemError */
  check(): Promise<void>;
  /** @param document CPF or CNPJ, digits (and letters) alone. Returns the oldest first; undefined: nobody has this document. @throws BillingSystemError */
  openInvoices(document: string): Promise<readonly OpenInvoice[] | undefined>;
}
