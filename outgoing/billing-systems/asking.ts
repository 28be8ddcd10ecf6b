import { z } from 'zod';
import { BillingSystemError } from '../../domain/ports/billing-system.ts';
import { type Answer, type Ask, type Asked, OutgoingError } from '../ask.ts';

/** Invoices that are told of at most: who owes more is served by somebody. */
export const mostInvoices = 3;

/** Returns the answer. @throws BillingSystemError where there is none, or it is a refusal */
export async function demand(ask: Ask, asked: Asked): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await ask(asked);
  } catch (error) {
    if (error instanceof OutgoingError) throw new BillingSystemError(error.failure, error.message);
    throw error;
  }
  const { status } = answer;
  if (status === 401 || status === 403) throw new BillingSystemError('keys', 'it does not know us', status);
  if (status !== 200) throw new BillingSystemError('refused', `it answers ${status}`, status);
  return answer;
}

/** Returns the answer, read. @throws BillingSystemError: it is not of the documented form */
export function readAs<T>(schema: z.ZodType<T>, { body, status }: Answer): T {
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  const path = read.error.issues[0]?.path.join('.') ?? '';
  throw new BillingSystemError('odd', `the answer is unlike its documents at '${path}'`, status);
}

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
