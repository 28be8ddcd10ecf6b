import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { BarMark, BarPopover } from '../../shell/ui/bar-popover.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { usePopup } from '../../shell/ui/use-popup.ts';
import { ChatRow } from './chat-row.tsx';
import { chatsQuery } from './unread.ts';
import './chats.css';

/** The bar's: the chats with the latest news, wherever one is; a phone has the menu's entry. */
export function ChatsButton() {
  const t = useT();
  const { close, button, popup } = usePopup('dialog');
  const query = useQuery(chatsQuery());
  const chats = query.data?.records ?? [];
  const unreads = query.data?.unreads ?? 0;
  const name = t('chats.menu');
  return (
    <>
      <IconButton
        className="wide-only"
        label={unreads === 0 ? name : `${name}: ${t('chats.unread', { smart_count: unreads })}`}
        icon={MessageCircle}
        {...button}
      >
        {unreads === 0 ? null : <BarMark />}
      </IconButton>
      <BarPopover
        title={name}
        anchor={popup.anchorEl}
        onClose={close}
        action={
          <Button size="small" component={Link} to="/chats" onClick={close}>
            {t('chats.all')}
          </Button>
        }
      >
        {query.isError && !query.data ? (
          <ErrorState error={query.error} retry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonRows rows={4} height={62} />
        ) : chats.length === 0 ? (
          <EmptyState title={t('chats.none.title')} text={t('chats.none.text')} />
        ) : (
          <ul className="scroll">
            {chats.map((chat) => (
              <ChatRow key={chat.id} chat={chat} onOpen={close} />
            ))}
          </ul>
        )}
      </BarPopover>
    </>
  );
}
