/** Plain fields of tickets on the screens, drawn from their declarations alone: chips, controls, filters and texts. */

import type { TicketView } from '../../../../contract/ticket.ts';
import { choices, choicesIn } from '../../../../domain/ticket/fields/derive.ts';
import { useT } from '../../../shell/i18n.ts';
import { TagChip } from '../../../shell/ui/chips.tsx';
import { valueKey } from './texts.ts';

/** `key`: of its text. */
export interface FieldChip {
  readonly key: string;
  readonly color: string;
}

/** Returns what a card says of the ticket's plain fields: the values that have a colour. */
export function chipsOf(ticket: TicketView): readonly FieldChip[] {
  const held: Readonly<Record<string, string>> = choicesIn(ticket);
  return choices.flatMap(({ name, values }) => {
    const value = held[name] ?? '';
    const color = values[value]?.color;
    return color === undefined ? [] : [{ key: valueKey(name, value), color }];
  });
}

export function FieldChips({ chips }: { readonly chips: readonly FieldChip[] }) {
  const t = useT();
  return chips.map(({ key, color }) => <TagChip key={key} name={t(key)} color={color} />);
}
