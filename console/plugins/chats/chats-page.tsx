import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { ChatView } from '../../../contract/chat.ts';
import { ApiError } from '../../shell/api.ts';
import { useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { useSession } from '../../shell/session.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { EmptyState, ErrorState } from '../../shell/ui/states.tsx';
import { ChatDialog } from './chat-dialog.tsx';
import { ChatList } from './chat-list.tsx';
import { ChatFaces } from './chat-row.tsx';
import { chatQuery, deleteChat } from './data.ts';
import { mayManage, othersOf } from './people.ts';
import { Thread } from './thread.tsx';
import './chats.css';

interface HeadProps {
  readonly chat: ChatView;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** Who is in the chat that is open; its owner changes and deletes it. */
function ChatHead({ chat, onEdit, onDelete }: HeadProps) {
  const t = useT();
  const { user } = useSession();
  const names = [t('chats.you'), ...othersOf(chat, user.id).map(({ name }) => name)];
  return (
    <header className="row gap-12 p-8-16 line-b bg-1" style={{ minHeight: 56 }}>
      <ChatFaces chat={chat} />
      <div className="grow narrow">
        <h2 className="title lh-24 trunc">{chat.title}</h2>
        <p className="small subtle trunc">{names.join(', ')}</p>
      </div>
      {mayManage(chat, user.id) ? (
        <>
          <IconButton icon={Pencil} label={t('chats.edit')} onClick={onEdit} />
          <IconButton icon={Trash2} label={t('chats.delete')} onClick={onDelete} />
        </>
      ) : null}
    </header>
  );
}

/** Whether a chat is out of reach (deleted, without whoever looks at it, or none at all: no id), since now or since a link was kept; it is closed then. */
function useGone(error: Error | null): boolean {
  const navigate = useNavigate();
  const isGone = error instanceof ApiError && (error.status === 404 || error.status === 400);
  useEffect(() => {
    if (!isGone) return;
    notify.info('chats.left');
    void navigate('/chats', { replace: true });
  }, [isGone, navigate]);
  return isGone;
}

/** The chat that the address names. */
function ChatPane({ chatId }: { readonly chatId: string }) {
  const t = useT();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: chat, error, refetch } = useQuery(chatQuery(chatId));
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const [isOwn, setOwn] = useState(false);
  const isGone = useGone(isOwn ? null : error);
  if (error && !chat && !isGone) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!chat || isGone) return null;
  const remove = async () => {
    // The feed may be quicker than the answer.
    setOwn(true);
    await deleteChat(chat.id).catch((failed: unknown) => {
      setOwn(false);
      throw failed;
    });
    notify.success('chats.deleted');
    await navigate('/chats');
    await cache.invalidateQueries({ queryKey: ['chats', 'list'] });
  };
  return (
    <>
      <ChatHead chat={chat} onEdit={() => setDialog('edit')} onDelete={() => setDialog('delete')} />
      <Thread key={chat.id} chat={chat} />
      {dialog === 'edit' ? (
        <ChatDialog chat={chat} onSaved={() => setDialog(undefined)} onClose={() => setDialog(undefined)} />
      ) : null}
      <ConfirmDialog
        open={dialog === 'delete'}
        title={t('chats.deleteTitle', { title: chat.title })}
        text={t('chats.deleteText')}
        onConfirm={remove}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}

/** Chats between colleagues: the list beside the one that is open; on a phone one or the other. */
export function ChatsPage() {
  const t = useT();
  const navigate = useNavigate();
  const { chatId } = useParams();
  const [isNew, setNew] = useState(false);
  const [lastId, setLastId] = useState(chatId);
  if (chatId !== undefined && chatId !== lastId) setLastId(chatId);
  const tab = (isHere: boolean) => (isHere ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <div className={`ch-page grid fill high${chatId === undefined ? '' : ' ch-opened'}`}>
      <nav className="ch-tabs line-b bg-1" aria-label={t('chats.title')}>
        <Link to="/chats" {...tab(chatId === undefined)}>
          {t('chats.tab.chats')}
        </Link>
        {lastId === undefined ? (
          <span aria-disabled="true">{t('chats.tab.messages')}</span>
        ) : (
          <Link to={`/chats/${lastId}`} {...tab(chatId !== undefined)}>
            {t('chats.tab.messages')}
          </Link>
        )}
      </nav>
      <ChatList openId={chatId} onNew={() => setNew(true)} />
      <section className="ch-pane col narrow shrink-y bg-page" aria-label={t('chats.tab.messages')}>
        {chatId === undefined ? (
          <div className="center">
            <EmptyState title={t('chats.choose.title')} text={t('chats.choose.text')} />
          </div>
        ) : (
          <ChatPane key={chatId} chatId={chatId} />
        )}
      </section>
      {isNew ? (
        <ChatDialog
          onSaved={(chat) => {
            setNew(false);
            void navigate(`/chats/${chat.id}`);
          }}
          onClose={() => setNew(false)}
        />
      ) : null}
    </div>
  );
}
