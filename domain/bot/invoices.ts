import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import type { Integration } from '../company/integrations.ts';
import type { OpenInvoice } from '../ports/billing-system.ts';
import { botWords } from './script.ts';

/** What the bot wants to know of the company's own system, about who writes. */
export interface Question {
  readonly system: Integration;
  /** CPF or CNPJ, digits (and letters) alone. */
  readonly document: string;
}

/** What came of it. `failed`: nobody could be asked, or answered. */
export type Answered =
  | { readonly is: 'invoices'; readonly invoices: readonly OpenInvoice[] }
  | { readonly is: 'unknown' }
  | { readonly is: 'failed' };

/** Returns the first CPF or CNPJ in a text, as people write them, without dots and dashes; undefined: there is none that can be right. */
export function documentIn(text: string): string | undefined {
  for (const [written] of text.matchAll(/[0-9A-Za-z][0-9A-Za-z./-]{9,16}[0-9]/g)) {
    const plain = written.replace(/[./-]/g, '').toUpperCase();
    if (isValidCpf(plain) || isValidCnpj(plain, { version: 2 })) return plain;
  }
  return undefined;
}

const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const dayInWords = (day: string): string => day.split('-').reverse().join('/');

/** Returns what is said of invoices: each in a message of its own, and its code alone in the next, to be copied whole. */
export const spokenInvoices = (invoices: readonly OpenInvoice[]): readonly string[] =>
  invoices.flatMap(({ amountCents, dueDate, pix, line, url }) => [
    [
      `*${botWords.dueOn}:* ${dayInWords(dueDate)}`,
      `*${botWords.amount}:* ${money.format(amountCents / 100)}`,
      ...(line === undefined ? [] : [`*${botWords.line}:* ${line}`]),
      ...(url === undefined ? [] : [url]),
      ...(pix === undefined ? [] : [botWords.pixFollows]),
    ].join('\n'),
    ...(pix === undefined ? [] : [pix]),
  ]);
