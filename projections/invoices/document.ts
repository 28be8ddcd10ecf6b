import type { Recurrence } from '../../domain/company/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** A payment that settled nothing and may be given back, or one that did. */
export interface PaymentEntry {
  readonly txid: string;
  readonly paymentId: string;
  readonly amountCents: number;
  readonly paidAt: string;
  readonly isSurplus: boolean;
  readonly isRefunded: boolean;
}

/** What somebody could pay at some time: the price it had then. */
interface ChargeEntry {
  readonly txid: string;
  readonly planId: string;
  readonly planName: string;
  readonly amountCents: number;
}

/** Collection `invoices`. */
export interface InvoiceDocument extends StoredDocument {
  /** Of its company, from 1 on. */
  readonly number: number;
  readonly status: 'open' | 'paid' | 'cancelled';
  /** What is asked for; of one that is paid, what was paid for. */
  readonly planId: string;
  readonly planName: string;
  readonly amountCents: number;
  readonly recurrence: Recurrence;
  /** yyyy-MM-dd */
  readonly dueDate: string;
  /** To which day it renews the company, yyyy-MM-dd. */
  readonly until: string;
  readonly paidAt: string | null;
  /** The newest last. */
  readonly charges: readonly ChargeEntry[];
  readonly payments: readonly PaymentEntry[];
  /** Some payment of it is to be given back. */
  readonly hasSurplus: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
}
