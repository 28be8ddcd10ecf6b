import type { TicketView } from '../../../../contract/ticket.ts';
import { choices, choicesIn } from '../../../../domain/ticket/fields/derive.ts';
import { useT } from '../../../shell/i18n.ts';
import { TagChip } from '../../../shell/ui/chips.tsx';
import { valueKey } from './texts.ts';

/** What a card says of the ticket's plain fields: the values that have a colour. */
export function FieldChips({ ticket }: { readonly ticket: TicketView }) {
  const t = useT();
  const held: Readonly<Record<string, string>> = choicesIn(ticket);
  return choices.map(({ name, values }) => {
    const value = held[name] ?? '';
    const color = values[value]?.color;
    return color === undefined ? null : <TagChip key={name} name={t(valueKey(name, value))} color={color} />;
  });
}
