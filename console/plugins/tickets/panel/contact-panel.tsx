/** Beside the thread: who the contact is, a group's members, the ticket's tags, and other tickets of the contact. */

import Drawer from '@mui/material/Drawer';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { PanelBody } from './panel-body.tsx';
import type { Panel } from './use-panel.ts';
import './panel.css';

interface Props {
  readonly ticket: TicketView;
  readonly panel: Panel;
}

/** The contact beside the thread; where there is no room, over it: from the right, on a phone from below. */
export function ContactPanel({ ticket, panel }: Props) {
  const t = useT();
  const label = t('tickets.contact.title');
  if (!panel.over)
    return panel.open ? (
      <aside className="tk-panel col fixed bg-1 shrink-y" aria-label={label}>
        <PanelBody ticket={ticket} over={panel.over} onClose={panel.close} />
      </aside>
    ) : null;
  return (
    <Drawer
      anchor="right"
      open={panel.open}
      onClose={panel.close}
      slotProps={{ paper: { className: 'tk-panel-over', 'aria-label': label, role: 'dialog' } }}
    >
      <PanelBody ticket={ticket} over={panel.over} onClose={panel.close} />
    </Drawer>
  );
}
