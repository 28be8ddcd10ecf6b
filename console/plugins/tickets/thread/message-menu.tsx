import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Copy, Ellipsis, Pencil, Reply, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import type { MessageView } from '../../../../domain/views/index.ts';
import { useT } from '../../../shell/i18n.ts';
import { splitSignature } from '../model/signature.ts';

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

const deedsOf = (message: MessageView, actions: MessageActions): readonly Deed[] => {
  const { onReply, onEdit, onDelete, onCopy } = actions;
  const own = message.fromMe && message.failure === null;
  // Not confirmed yet: the server knows no such message to answer, edit or delete.
  const known = message.position > 0;
  const text = message.fromMe ? splitSignature(message.body).text : message.body;
  return [
    ...(onReply !== undefined && known && message.failure === null
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
    ...(onEdit !== undefined && own && known && message.mediaType === 'chat'
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
    ...(onDelete !== undefined && own && known
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
};

interface Props {
  readonly message: MessageView;
  readonly actions: MessageActions;
  /** Where the menu stands; null while it is closed. */
  readonly anchor: HTMLElement | null;
  readonly onAnchor: (anchor: HTMLElement | null) => void;
}

/** Seen on hover and on focus, on a touch screen by tapping the bubble; always in the tab order. */
export const MessageMenu = ({ message, actions, anchor, onAnchor }: Props) => {
  const t = useT();
  const deeds = deedsOf(message, actions);
  if (deeds.length === 0) return null;
  return (
    <div className={anchor === null ? 'tk-m-act' : 'tk-m-act tk-open'}>
      {deeds
        .filter(({ quick }) => quick)
        .map(({ key, label, icon: Icon, run }) => (
          <button
            key={key}
            type="button"
            className="tk-ib"
            aria-label={t(label)}
            title={t(label)}
            onClick={run}
          >
            <Icon size={16} aria-hidden="true" />
          </button>
        ))}
      <button
        type="button"
        className="tk-ib"
        aria-label={t('tickets.message.actions')}
        title={t('tickets.message.actions')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => onAnchor(event.currentTarget)}
      >
        <Ellipsis size={18} aria-hidden="true" />
      </button>
      {anchor === null ? null : (
        <Menu open anchorEl={anchor} onClose={() => onAnchor(null)}>
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
};
