import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Ellipsis, Pencil, Reply } from 'lucide-react';
import { useState } from 'react';
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
  readonly onTalk?: (contact: { name: string; number: string }) => void;
  readonly onCopy?: (text: string) => void;
}

/** Seen on hover and on focus; always in the tab order, so that it needs no pointer. */
export const MessageMenu = ({
  message,
  actions,
}: {
  readonly message: MessageView;
  readonly actions: MessageActions;
}) => {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const own = message.fromMe && message.failure === null;
  const text = message.fromMe ? splitSignature(message.body).text : message.body;
  const close = () => setAnchor(null);
  const canEdit = own && message.mediaType === 'chat' && actions.onEdit !== undefined;
  const canDelete = own && actions.onDelete !== undefined;
  const canCopy = text !== '' && actions.onCopy !== undefined;
  return (
    <div className={anchor === null ? 'tk-m-act' : 'tk-m-act tk-open'}>
      {actions.onReply === undefined ? null : (
        <button
          type="button"
          className="tk-ib"
          aria-label={t('tickets.message.reply')}
          title={t('tickets.message.reply')}
          onClick={() => actions.onReply?.(message)}
        >
          <Reply size={18} aria-hidden="true" />
        </button>
      )}
      {canEdit ? (
        <button
          type="button"
          className="tk-ib"
          aria-label={t('tickets.message.edit')}
          title={t('tickets.message.edit')}
          onClick={() => actions.onEdit?.(message)}
        >
          <Pencil size={16} aria-hidden="true" />
        </button>
      ) : null}
      {canDelete || canCopy ? (
        <button
          type="button"
          className="tk-ib"
          aria-label={t('tickets.message.actions')}
          title={t('tickets.message.actions')}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Ellipsis size={18} aria-hidden="true" />
        </button>
      ) : null}
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {canCopy ? (
          <MenuItem
            onClick={() => {
              close();
              actions.onCopy?.(text);
            }}
          >
            {t('tickets.message.copy')}
          </MenuItem>
        ) : null}
        {canDelete ? (
          <MenuItem
            onClick={() => {
              close();
              actions.onDelete?.(message);
            }}
            sx={{ color: 'error.main' }}
          >
            {t('tickets.message.delete')}
          </MenuItem>
        ) : null}
      </Menu>
    </div>
  );
};
