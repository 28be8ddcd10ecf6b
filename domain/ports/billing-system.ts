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

/**
 * `keys`: it does not know us; `refused`: it answers with an error; `odd`: with what it does not document; the others: nothing came, or
 * nobody may be asked there.
 */
export type BillingFailure =
  | 'keys'
  | 'refused'
  | 'odd'
  | 'unreachable'
  | 'slow'
  | 'large'
  | 'private'
  | 'insecure'
  | 'busy';

/** No answer to be used. Says nothing of who was asked about, nor of any key: it is logged. */
export class BillingSystemError extends Error {
  override readonly name = 'BillingSystemError';
  readonly failure: BillingFailure;
  /** HTTP's, where there was one. */
  readonly status: number | undefined;
  constructor(failure: BillingFailure, message: string, status?: number) {
    super(message);
    this.failure = failure;
    this.status = status;
  }
}

/** The system by which a company bills its customers. */
export interface BillingSystem {
  /** Whether it answers and knows us. @throws BillingSystemError */
  check(): Promise<void>;
  /** @param document CPF or CNPJ, digits (and letters) alone. Returns the oldest first; undefined: nobody has this document. @throws BillingSystemError */
  openInvoices(document: string): Promise<readonly OpenInvoice[] | undefined>;
}
