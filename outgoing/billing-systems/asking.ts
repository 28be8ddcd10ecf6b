import { z } from 'zod';
import { BillingSystemError } from '../../domain/ports/billing-system.ts';
import { demandingAs } from '../demanding.ts';

/** Invoices that are told of at most: who owes more is served by somebody. */
export const mostInvoices = 3;

export const { demand, readAs } = demandingAs(BillingSystemError);

/** Reais as these systems write them, a number or a text ('99.90'), in whole cents. */
export const reais = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,4})?$/)
      .transform(Number),
  ])
  .refine((value) => value >= 0 && value < 1e9)
  .transform((value) => Math.round(value * 100));

/** A day, also with a time after it. */
export const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/)
  .transform((text) => text.slice(0, 10))
  .pipe(z.iso.date());

/** Returns the schema of what is passed on to people: of its form, or left out. */
const givenText = (form: RegExp) =>
  z
    .unknown()
    .transform((value) => (typeof value === 'string' && form.test(value.trim()) ? value.trim() : undefined))
    .optional();
export const pixCode = givenText(/^000201[\x20-\x7e\u00c0-\u017f]{20,600}$/);
export const typedLine = givenText(/^[\d .-]{40,70}$/);
export const webAddress = givenText(/^https:\/\/[\w.-]+(:\d+)?\/[\w\-./~%?=&+#:@!$,;]{0,400}$/);

/** Returns invoices in the order they are sent in, one after the other; none for who owes nothing. */
export const oldestFirst = <T extends { readonly dueDate: string }>(invoices: readonly T[]): readonly T[] =>
  invoices
    .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0))
    .slice(0, mostInvoices);
