import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { ArrowRightLeft, Check, Ellipsis, Eye, MailOpen, RotateCcw, Undo2 } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import type { RowAction } from './offered-actions.ts';

const looks = {
  accept: { icon: Check, label: 'tickets.action.accept' },
  peek: { icon: Eye, label: 'tickets.action.peek' },
  transfer: { icon: ArrowRightLeft, label: 'tickets.action.transfer' },
  resolve: { icon: Check, label: 'tickets.action.resolve' },
  return: { icon: Undo2, label: 'tickets.action.return' },
  unread: { icon: MailOpen, label: 'tickets.action.unread' },
  reopen: { icon: RotateCcw, label: 'tickets.action.reopen' },
} as const satisfies Record<RowAction, unknown>;

interface Shared {
  /** Whose ticket: names of buttons that stand in every row must differ. */
  readonly name: string;
  readonly actions: readonly RowAction[];
  readonly onAction: (action: RowAction) => void;
}

/** What can be done with a row, beside it while the pointer or the focus is there. The menu has the rest. */
export function RowToolbar({
  name,
  actions,
  onAction,
  onMenu,
}: Shared & { readonly onMenu: (anchor: HTMLElement) => void }) {
  const t = useT();
  return (
    <div className="tk-t-act flex gap-2 bg-raised boxed r-md">
      {actions.map((action) => (
        <IconButton
          key={action}
          small
          icon={looks[action].icon}
          label={`${t(looks[action].label)}: ${name}`}
          onClick={() => onAction(action)}
        />
      ))}
      <IconButton
        small
        icon={Ellipsis}
        label={`${t('tickets.action.more')}: ${name}`}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      />
    </div>
  );
}

/** Where a menu opens: at a button, or where the row was pressed. */
export type Anchor = { readonly at: HTMLElement } | { readonly left: number; readonly top: number };

/** Every action by its name: from the row's '…', its context menu, or a long press. */
export function RowMenu({
  name,
  actions,
  onAction,
  anchor,
  onClose,
}: Shared & { readonly anchor: Anchor; readonly onClose: () => void }) {
  const t = useT();
  return (
    <Menu
      open
      onClose={onClose}
      {...('at' in anchor
        ? { anchorEl: anchor.at }
        : { anchorReference: 'anchorPosition' as const, anchorPosition: anchor })}
      slotProps={{ list: { 'aria-label': `${t('tickets.action.more')}: ${name}` } }}
    >
      {actions.map((action) => {
        const Icon = looks[action].icon;
        return (
          <MenuItem
            key={action}
            onClick={() => {
              onClose();
              onAction(action);
            }}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            {t(looks[action].label)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
