/** Refusals that concern invoices and their payment, each with its HTTP status. */
export const invoiceErrors = {
  ERR_INVOICE_CANCELLED: 409,
  ERR_INVOICE_PAID: 409,
  ERR_NO_INVOICE_FOUND: 404,
  ERR_NOTHING_TO_REFUND: 409,
  ERR_PAYMENTS_OFF: 503,
  ERR_PAYMENT_FAILED: 502,
} as const;
