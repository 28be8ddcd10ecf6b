import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQueryClient } from '@tanstack/react-query';
import { Check, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { choices, choicesIn } from '../../../../domain/ticket/fields/derive.ts';
import { useT } from '../../../shell/i18n.ts';
import { notifyError } from '../../../shell/notify.ts';
import { useSession } from '../../../shell/session.tsx';
import { ChipButton } from '../../../shell/ui/chips.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { useViewer } from '../list/use-lists.ts';
import { patchAnswer } from '../live-cache/patch.ts';
import { PanelSection } from '../panel/section.tsx';
import { updateTicket } from '../ticket/calls.ts';
import { labelKey, valueKey } from './texts.ts';

type Field = (typeof choices)[number];
interface Props {
  readonly ticket: TicketView;
  readonly field: Field;
}

function FieldControl({ ticket, field: { name, values, rule } }: Props) {
  const t = useT();
  const { can } = useSession();
  const cache = useQueryClient();
  const viewer = useViewer();
  const { close, button, popup } = usePopup('menu');
  /** Chosen, and not yet answered. */
  const [wanted, setWanted] = useState<string>();
  const held: Readonly<Record<string, string>> = choicesIn(ticket);
  const value = wanted ?? held[name] ?? '';
  const label = t(labelKey(name));
  const setField = async (next: string) => {
    close();
    if (next === value) return;
    setWanted(next);
    try {
      patchAnswer(cache, viewer, await updateTicket(ticket.id, { [name]: next }));
    } catch (error) {
      notifyError(error);
    } finally {
      setWanted(undefined);
    }
  };
  return (
    <PanelSection title={label}>
      <ChipButton disabled={!can(rule) || wanted !== undefined} {...button}>
        <span className="vh">{label}</span>
        <b className="trunc">{t(valueKey(name, value))}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </ChipButton>
      <Menu {...popup} slotProps={{ list: { 'aria-label': label } }}>
        {Object.keys(values).map((one) => (
          <MenuItem
            key={one}
            role="menuitemradio"
            aria-checked={one === value}
            onClick={() => void setField(one)}
          >
            <span className="tk-check-mark fixed t-accent">
              {one === value ? <Check size={16} aria-hidden="true" /> : null}
            </span>
            {t(valueKey(name, one))}
          </MenuItem>
        ))}
      </Menu>
    </PanelSection>
  );
}

/** The ticket's plain fields, each with its values to choose from; tags have an editor of their own. */
export function FieldControls({ ticket }: Pick<Props, 'ticket'>) {
  return choices.map((field) => <FieldControl key={field.name} ticket={ticket} field={field} />);
}
