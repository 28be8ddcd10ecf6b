import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Popover from '@mui/material/Popover';
import { Copy, Ellipsis, Pencil, Reply, SmilePlus, Trash2 } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import { messageKind } from '../../../../domain/ticket/kind.ts';
import { useT } from '../../../shell/i18n.ts';
import { PlainIconButton } from '../../../shell/ui/icon-button.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { splitSignature } from '../ticket/signature.ts';
import { ReactionBar, WhoReacted } from './reactions.tsx';

/** What may be done with messages here; what is absent is not offered. */
export interface MessageActions {
  readonly onReply?: (message: MessageView) => void;
  readonly onEdit?: (message: MessageView) => void;
  readonly onDelete?: (message: MessageView) => void;
  readonly onRetry?: (message: MessageView) => void;
  readonly onDiscard?: (message: MessageView) => void;
  /** Asks once more for a file that did not come. */
  readonly onFetchFile?: (message: MessageView) => void;
  /** Answers whether the number can be talked to at all. */
  readonly onTalk?: (contact: { name: string; number: string }) => Promise<'outside' | undefined>;
  readonly onSave?: (contact: { name: string; number: string }) => Promise<'outside' | undefined>;
  /** `emoji` '' takes the company's reaction back. */
  readonly onReact?: (message: MessageView, emoji: string) => void;
  readonly onCopy?: (text: string) => void;
  /** Shows what an edited message said before, beside `anchor`. */
  readonly onVersions?: (message: MessageView, anchor: HTMLElement) => void;
}

interface Deed {
  readonly key: string;
  readonly label: string;
  readonly icon: ComponentType<{ size?: number | string }>;
  readonly run: () => void;
  readonly quick?: boolean;
  readonly danger?: boolean;
}

function deedsOf(message: MessageView, actions: MessageActions): readonly Deed[] {
  const { onReply, onEdit, onDelete, onCopy } = actions;
  const own = message.fromMe && message.failure === null;
  // Not confirmed yet: the server knows no such message to answer, edit or delete.
  const isConfirmed = message.position > 0;
  const text = message.fromMe ? splitSignature(message.body).text : message.body;
  return [
    ...(onReply !== undefined && isConfirmed && message.failure === null
      ? [
          {
            key: 'reply',
            label: 'tickets.message.reply',
            icon: Reply,
            run: () => onReply(message),
            quick: true,
          },
        ]
      : []),
    ...(onEdit !== undefined && own && isConfirmed && messageKind(message.mediaType, message.extra) === 'chat'
      ? [
          {
            key: 'edit',
            label: 'tickets.message.edit',
            icon: Pencil,
            run: () => onEdit(message),
            quick: true,
          },
        ]
      : []),
    ...(onCopy !== undefined && text !== ''
      ? [{ key: 'copy', label: 'tickets.message.copy', icon: Copy, run: () => onCopy(text) }]
      : []),
    ...(onDelete !== undefined && own && isConfirmed
      ? [
          {
            key: 'delete',
            label: 'tickets.message.delete',
            icon: Trash2,
            run: () => onDelete(message),
            danger: true,
          },
        ]
      : []),
  ];
}

interface Props {
  readonly message: MessageView;
  /** Whom the conversation is with. */
  readonly contact: string;
  readonly actions: MessageActions;
  /** Where the menu stands; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onAnchor: (anchor: HTMLElement | null) => void;
}

/** A row of the menu that is no item of it: `disabled` keeps the menu from giving it the focus of its first one. */
function BarItem({ children }: { readonly disabled: true; readonly children: ReactNode }) {
  return <li role="none">{children}</li>;
}

/** Seen on hover and on focus, on a touch screen by tapping the bubble; always in the tab order. */
export function MessageMenu({ message, contact, actions, anchor, onAnchor }: Props) {
  const t = useT();
  const bar = usePopup('dialog');
  const deeds = deedsOf(message, actions);
  // Not confirmed yet, or never sent: there is nothing on a phone to react to.
  const onReact = message.position > 0 && message.failure === null ? actions.onReact : undefined;
  if (deeds.length === 0 && onReact === undefined) return null;
  return (
    <div
      className={
        anchor === null && !bar.isOpen
          ? 'tk-m-act flex self-center r-md bg-raised'
          : 'tk-m-act flex tk-open self-center r-md bg-raised'
      }
    >
      {onReact === undefined ? null : (
        <>
          <PlainIconButton label={t('tickets.message.react')} icon={SmilePlus} {...bar.button} />
          <Popover
            {...bar.popup}
            anchorOrigin={{ vertical: 'top', horizontal: 'center' }}
            transformOrigin={{ vertical: 'bottom', horizontal: 'center' }}
            slotProps={{
              paper: {
                role: 'dialog',
                'aria-label': t('tickets.message.react'),
                className: 'opens-up',
              },
            }}
          >
            <ReactionBar message={message} onReact={onReact} onDone={bar.close} />
          </Popover>
        </>
      )}
      {deeds
        .filter(({ quick }) => quick)
        .map(({ key, label, icon, run }) => (
          <PlainIconButton key={key} label={t(label)} icon={icon} onClick={run} />
        ))}
      <PlainIconButton
        label={t('tickets.message.actions')}
        icon={Ellipsis}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => onAnchor(event.currentTarget)}
      />
      {anchor === null ? null : (
        <Menu open anchorEl={anchor} onClose={() => onAnchor(null)}>
          {onReact === undefined ? null : (
            <BarItem key="react" disabled>
              <ReactionBar message={message} onReact={onReact} onDone={() => onAnchor(null)} />
            </BarItem>
          )}
          {message.reactions.length === 0 ? null : (
            <BarItem key="who" disabled>
              <WhoReacted message={message} contact={contact} />
            </BarItem>
          )}
          {deeds.map(({ key, label, icon: Icon, run, danger = false }) => (
            <MenuItem
              key={key}
              sx={danger ? { color: 'var(--danger)' } : undefined}
              onClick={() => {
                onAnchor(null);
                run();
              }}
            >
              <Icon size={18} aria-hidden="true" />
              {t(label)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  );
}
