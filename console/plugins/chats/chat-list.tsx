import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { ChatRow } from './chat-row.tsx';
import { chatPagesQuery } from './data.ts';

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
    <section className="ch-list col narrow shrink-y bg-1" aria-label={t('chats.tab.chats')}>
      <header className="row gap-12 p-8-16" style={{ minHeight: 56 }}>
        <h1 className="title lh-24 grow">{t('chats.title')}</h1>
        <IconButton icon={Plus} label={t('chats.new')} color="primary" onClick={onNew} />
      </header>
      <div className="flex soft-b px-16">
        <SearchField className="grow mb-12" label={t('chats.search')} onSearch={setSearch} />
      </div>
      <div className="scroll fill">
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
        <ul>
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
