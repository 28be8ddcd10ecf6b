import { Link } from 'react-router';
import type { ChatView } from '../../../contract/chat.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { dayTime } from '../../shell/moment.ts';
import { useSession } from '../../shell/session.tsx';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { useTyping } from './live.ts';
import { othersOf } from './people.ts';

/** Faces of who is in it: of one to one the other's, of a group two. */
export function ChatFaces({ chat }: { readonly chat: ChatView }) {
  const { user } = useSession();
  const others = othersOf(chat, user.id);
  const [first, second] = others;
  if (!first) return <Avatar name={chat.title} id={chat.id} />;
  if (!second) return <Avatar name={first.name} id={first.id} />;
  return (
    <span className="ch-duo fixed at" style={{ width: 40, height: 40 }} aria-hidden="true">
      <Avatar name={first.name} id={first.id} size={26} />
      <Avatar name={second.name} id={second.id} size={26} />
    </span>
  );
}

interface RowProps {
  readonly chat: ChatView;
  readonly isOpen?: boolean;
  /** It leads to the chat by itself. */
  readonly onOpen?: () => void;
}

/** A chat where chats are listed: its last words or who types, and what is unread. */
export function ChatRow({ chat, isOpen = false, onOpen }: RowProps) {
  const t = useT();
  const locale = useLocale();
  const { user } = useSession();
  const typing = useTyping(chat.id);
  const unreads = chat.users.find(({ userId }) => userId === user.id)?.unreads ?? 0;
  return (
    <li>
      <Link
        className="pick at row gap-12 px-16 soft-b"
        style={{ height: 64 }}
        to={`/chats/${chat.id}`}
        aria-current={isOpen ? 'page' : undefined}
        onClick={onOpen}
      >
        <ChatFaces chat={chat} />
        <span className="grow">
          <span className="row small">
            <span className={`body trunc grow ${unreads > 0 ? 'bold' : 'medium'}`}>{chat.title}</span>
            <time className="fixed caption muted" dateTime={chat.updatedAt}>
              {dayTime(chat.updatedAt, locale)}
            </time>
          </span>
          <span className="row small">
            <span className={`trunc grow ${typing.length > 0 ? 't-accent' : unreads > 0 ? 'ink' : 'subtle'}`}>
              {typing.length > 0
                ? t('chats.typing', { names: typing.join(', '), smart_count: typing.length })
                : chat.lastMessage}
            </span>
            {unreads > 0 ? (
              <span className="pip lh-18 centered">
                <span aria-hidden="true">{unreads > 99 ? '99+' : unreads}</span>
                <span className="vh">{t('chats.unread', { smart_count: unreads })}</span>
              </span>
            ) : null}
          </span>
        </span>
      </Link>
    </li>
  );
}
