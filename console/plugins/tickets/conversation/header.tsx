import Button from '@mui/material/Button';
import MuiIconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import {
  ArrowLeft,
  ArrowRightLeft,
  Check,
  ContactRound,
  Ellipsis,
  EllipsisVertical,
  History,
  MailOpen,
  Printer,
  Trash2,
  Undo2,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { Link, useLocation } from 'react-router';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { Slot } from '../../../shell/slot.tsx';
import { Avatar } from '../../../shell/ui/avatar.tsx';
import { QueueName } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { ContactDoing, Presence } from '../presence/presence.tsx';
import { BotChip } from '../ticket/bot-chip.tsx';
import { ONE_COLUMN, TIGHT } from '../ticket/widths.ts';
import './header.css';

/** What may be done with the ticket here; what is absent is not offered. */
export interface TicketActions {
  readonly onReturn?: () => void;
  readonly onTransfer?: () => void;
  readonly onResolve?: () => void;
  readonly onUnread?: () => void;
  readonly onPrint?: () => void;
  readonly onHistory?: () => void;
  readonly onDelete?: () => void;
}

interface Props {
  readonly ticket: TicketView;
  readonly actions: TicketActions;
  readonly panelOpen: boolean;
  readonly onPanel: () => void;
}

interface Deed {
  readonly id: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number | string }>;
  readonly run: () => void;
  readonly danger?: boolean;
}

function Overflow({ deeds, upright }: { readonly deeds: readonly Deed[]; readonly upright: boolean }) {
  const t = useT();
  const { close, button, popup } = usePopup('menu');
  if (deeds.length === 0) return null;
  return (
    <>
      <IconButton label={t('tickets.action.more')} icon={upright ? EllipsisVertical : Ellipsis} {...button} />
      <Menu {...popup}>
        {deeds.map(({ id, label, icon: Icon, run, danger = false }) => (
          <MenuItem
            key={id}
            sx={danger ? { color: 'var(--danger)' } : undefined}
            onClick={() => {
              close();
              run();
            }}
          >
            <Icon size={18} aria-hidden="true" />
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** On a phone the arrow leads back to where one came from, the board or the list, filtered as it was. */
function WayBack() {
  const t = useT();
  const { search, state } = useLocation();
  const origin = state as { from?: string; search?: string } | null;
  const fromBoard = origin?.from === 'kanban';
  return (
    <MuiIconButton
      component={Link}
      to={fromBoard ? { pathname: '/kanban', search: origin.search ?? '' } : { pathname: '/tickets', search }}
      aria-label={t(fromBoard ? 'tickets.action.backToBoard' : 'tickets.action.back')}
    >
      <ArrowLeft size={20} aria-hidden="true" />
    </MuiIconButton>
  );
}

/** Whose conversation it is and what may be done with it. Where it stands alone: back, name, the one deed, and a menu. */
export function Header({ ticket, actions, panelOpen, onPanel }: Props) {
  const t = useT();
  const isAlone = useMediaQuery(ONE_COLUMN, { noSsr: true });
  const folded = useMediaQuery(TIGHT, { noSsr: true });
  usePageTitle(ticket.contact.name);
  const { onReturn, onTransfer, onResolve, onUnread, onPrint, onHistory, onDelete } = actions;
  const deed = (id: string, label: string, icon: Deed['icon'], run?: () => void): readonly Deed[] =>
    run === undefined ? [] : [{ id, label: t(label), icon, run }];
  const shownDeeds = [
    ...deed('return', 'tickets.action.return', Undo2, onReturn),
    ...deed('transfer', 'tickets.action.transfer', ArrowRightLeft, onTransfer),
  ];
  const contact = { id: 'contact', label: t('tickets.action.contact'), icon: ContactRound, run: onPanel };
  const rare = [
    ...deed('unread', 'tickets.action.unread', MailOpen, onUnread),
    ...deed('history', 'tickets.action.history', History, onHistory),
    ...deed('print', 'tickets.action.print', Printer, onPrint),
    ...deed('delete', 'tickets.action.delete', Trash2, onDelete).map((one) => ({ ...one, danger: true })),
  ];
  return (
    <header className="tk-th-head tk-head row fixed bg-1 line-b">
      {/* Where the list is not there, the page's heading is not either. */}
      {isAlone ? <h1 className="vh">{t('tickets.title')}</h1> : null}
      {isAlone ? <WayBack /> : null}
      <h2 className="tk-th-title flex grow">
        <button
          type="button"
          className="tk-th-who pick row gap-12 narrow max-full r-md left"
          aria-label={`${ticket.contact.name}: ${t('tickets.action.contact')}`}
          aria-expanded={panelOpen}
          onClick={onPanel}
        >
          <Avatar
            name={ticket.contact.name}
            id={ticket.contactId}
            size={36}
            src={ticket.contact.profilePicUrl}
          />
          <span className="col grow">
            <span className="tk-th-name lh-20 semibold trunc message">{ticket.contact.name}</span>
            <ContactDoing ticketId={ticket.id}>
              <span className="tk-sub row gap-6 wrap narrow caption lh-16 muted nowrap clip regular">
                {ticket.queue === null ? (
                  <span>{t('tickets.row.noQueue')}</span>
                ) : (
                  <QueueName name={ticket.queue.name} color={ticket.queue.color} />
                )}
                {ticket.connection === null ? null : (
                  <span className="tk-sepd tk-th-conn trunc">{ticket.connection.name}</span>
                )}
                <span className="tk-sepd num">#{ticket.protocol}</span>
                <BotChip ticket={ticket} />
              </span>
            </ContactDoing>
          </span>
        </button>
      </h2>
      <div className="tk-th-acts row gap-2 fixed">
        <Presence ticketId={ticket.id} />
        <Slot name="ticket.action" props={{ ticket }} />
        {folded
          ? null
          : shownDeeds.map(({ id, label, icon, run }) => (
              <IconButton key={id} label={label} icon={icon} onClick={run} />
            ))}
        {folded ? null : (
          <IconButton
            label={contact.label}
            icon={ContactRound}
            aria-pressed={panelOpen}
            onClick={contact.run}
          />
        )}
        {folded ? null : <Overflow deeds={rare} upright={false} />}
        {onResolve === undefined ? null : folded ? (
          <IconButton label={t('tickets.action.resolve')} icon={Check} color="primary" onClick={onResolve} />
        ) : (
          <Button variant="contained" sx={{ ml: 2 }} onClick={onResolve}>
            <Check size={16} aria-hidden="true" />
            {t('tickets.action.resolve')}
          </Button>
        )}
        {folded ? <Overflow deeds={[contact, ...shownDeeds, ...rare]} upright /> : null}
      </div>
    </header>
  );
}
