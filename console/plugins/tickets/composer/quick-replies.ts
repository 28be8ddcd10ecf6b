import type { RecordRow, WithFile } from '../../../../contract/record-row.ts';
import { plainText, plainWords } from '../../../../domain/text/plain.ts';
import type { TemplateValues } from '../../../../domain/ticket/template.ts';
import { expandTemplate } from '../../../../domain/ticket/template.ts';
import type { record } from '../../../../records/quick-message/record.ts';

/** A quick message, as far as it is suggested and sent. */
export type QuickMessage = Pick<RecordRow<typeof record>, 'id' | 'shortcode' | 'message'> &
  WithFile & { readonly isMedia: boolean };

/** The spec's: a suggestion's label is cut there. */
const LABEL_LENGTH = 35;
const MOST = 50;

/** Returns what is looked for while the text is a slash and more than that, on one line; otherwise nothing is. */
export const quickQuery = (text: string): string | undefined =>
  /^\/[^\n]+$/u.test(text) ? text.slice(1) : undefined;

/** Returns `/pix – A chave é …`, cut at 35 characters, an ellipsis after them. Characters as people count them. */
export function labelOf({ shortcode, message }: Pick<QuickMessage, 'shortcode' | 'message'>): string {
  const whole = [...`/${shortcode}${message === '' ? '' : ` – ${message.replaceAll(/\s+/gu, ' ')}`}`];
  return whole.length > LABEL_LENGTH ? `${whole.slice(0, LABEL_LENGTH).join('')}…` : whole.join('');
}

/**
 * Returns those that fit: first whose shortcode begins with what was typed, then whose shortcode, then whose message
 * has words beginning with each of the words typed. Accents and case do not matter.
 */
export function suggestions(all: readonly QuickMessage[], query: string): readonly QuickMessage[] {
  const typed = plainText(query.trim());
  const wanted = plainWords(query);
  const hits = (text: string): boolean => {
    const have = plainWords(text);
    return wanted.length > 0 && wanted.every((word) => have.some((one) => one.startsWith(word)));
  };
  const rank = ({ shortcode, message }: QuickMessage): number => {
    if (plainText(shortcode).startsWith(typed)) return 0;
    if (hits(shortcode)) return 1;
    return hits(`${shortcode} ${message}`) ? 2 : 3;
  };
  return all
    .map((message) => ({ message, rank: rank(message) }))
    .filter((one) => one.rank < 3)
    .toSorted((a, b) => a.rank - b.rank || a.message.shortcode.localeCompare(b.message.shortcode))
    .slice(0, MOST)
    .map(({ message }) => message);
}

/** Returns a message as it will read, what stands for a variable apart, so that a preview can point it out. */
export const previewParts = (
  text: string,
  values: TemplateValues,
): readonly { readonly text: string; readonly variable: boolean }[] =>
  text
    .split(/(\{\{\s*[a-z]+\s*\}\})/iu)
    .filter((part) => part !== '')
    .map((part) => {
      const expanded = expandTemplate(part, values);
      return { text: expanded, variable: part.startsWith('{{') && expanded !== part };
    });
