import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ChatView } from '../../../contract/chat.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { dayTime } from '../../shell/moment.ts';
import { useSession } from '../../shell/session.tsx';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { chatPagesQuery } from './data.ts';
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
    <span className="ch-duo" aria-hidden="true">
      <Avatar name={first.name} id={first.id} size={26} />
      <Avatar name={second.name} id={second.id} size={26} />
    </span>
  );
}

function ChatRow({ chat, isOpen }: { readonly chat: ChatView; readonly isOpen: boolean }) {
  const t = useT();
  const locale = useLocale();
  const { user } = useSession();
  const typing = useTyping(chat.id);
  const unreads = chat.users.find(({ userId }) => userId === user.id)?.unreads ?? 0;
  return (
    <li>
      <Link
        className={`ch-row${unreads > 0 ? ' ch-unread' : ''}`}
        to={`/chats/${chat.id}`}
        aria-current={isOpen ? 'page' : undefined}
      >
        <ChatFaces chat={chat} />
        <span className="ch-row-text">
          <span className="ch-line">
            <span className="ch-name trunc">{chat.title}</span>
            <time dateTime={chat.updatedAt}>{dayTime(chat.updatedAt, locale)}</time>
          </span>
          <span className="ch-line">
            <span className={`trunc grow ${typing.length > 0 ? 'ch-typing' : 'subtle'}`}>
              {typing.length > 0
                ? t('chats.typing', { names: typing.join(', '), smart_count: typing.length })
                : chat.lastMessage}
            </span>
            {unreads > 0 ? (
              <span className="ch-pip">
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

interface Props {
  readonly openId: string | undefined;
  readonly onNew: () => void;
}

/** The user's chats, those with the latest news first. */
export function ChatList({ openId, onNew }: Props) {
  const t = useT();
  const [search, setSearch] = useState('');
  const list = useInfiniteQuery(chatPagesQuery(search));
  const chats = list.data?.pages.flatMap(({ records }) => records) ?? [];
  const count = list.data?.pages[0]?.count ?? 0;
  return (
    <section className="ch-list" aria-label={t('chats.tab.chats')}>
      <header className="ch-head">
        <h1 className="grow">{t('chats.title')}</h1>
        <IconButton icon={Plus} label={t('chats.new')} color="primary" onClick={onNew} />
      </header>
      <div className="ch-tools">
        <SearchField className="grow" label={t('chats.search')} onSearch={setSearch} />
      </div>
      <div className="scroll ch-scroll">
        {list.isPending ? <SkeletonRows rows={8} height={62} /> : null}
        {list.isError && !list.data ? (
          <ErrorState error={list.error} retry={() => void list.refetch()} />
        ) : null}
        {list.data && chats.length === 0 ? (
          search === '' ? (
            <EmptyState title={t('chats.none.title')} text={t('chats.none.text')} />
          ) : (
            <EmptyState title={t('chats.notFound')} />
          )
        ) : null}
        <ul className="ch-rows">
          {chats.map((chat) => (
            <ChatRow key={chat.id} chat={chat} isOpen={chat.id === openId} />
          ))}
        </ul>
        {chats.length > 0 ? (
          <ListFoot shown={chats.length} text={t('chats.foot', { shown: chats.length, count })} list={list} />
        ) : null}
      </div>
    </section>
  );
}
