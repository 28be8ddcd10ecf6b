import { choices } from '../../../../domain/ticket/fields/derive.ts';
import type { Locale, Messages } from '../../../shell/locale.ts';

// What screens say of a ticket's plain fields stands in their declaration; here it comes among the other texts.

export const labelKey = (name: string): string => `ticketField.${name}`;
export const valueKey = (name: string, value: string): string => `ticketField.${name}.${value}`;

/** Returns the texts of the declared fields in one language. */
export function fieldMessages(locale: Locale): Messages {
  return Object.fromEntries(
    choices.flatMap(({ name, event, label, changed, sentence, values }) => [
      [labelKey(name), label[locale]],
      [`tickets.event.${event}.title`, changed[locale]],
      [`tickets.event.${event}.text`, sentence[locale]],
      ...Object.entries(values).map(([value, { label: one }]) => [valueKey(name, value), one[locale]]),
    ]),
  );
}
