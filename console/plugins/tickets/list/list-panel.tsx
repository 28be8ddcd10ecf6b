import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { useCommands } from '../data/use-commands.ts';
import { longestWaiting, useCounts, useTicketList } from '../data/use-lists.ts';
import { Row } from './row.tsx';

const SEARCH_DEBOUNCE_MS = 500;
const ROW_PX = 64;

/** The list of tickets: tabs, halves with counts, search, and who waits longest. */
export const ListPanel = ({ current }: { readonly current: string | undefined }) => {
  const t = useT();
  const { can } = useSession();
  const { accept } = useCommands();
  const [tab, setTab] = useState<'open' | 'closed' | 'search'>('open');
  const [half, setHalf] = useState<'open' | 'pending'>('pending');
  const [showAll, setShowAll] = useState(false);
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setSearch(typed.trim().toLowerCase());
      if (tab === 'search' && typed === '' && search !== '') setTab('open');
    }, SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, tab, search]);
  const base = { showAll, queueIds: [] };
  const filter =
    tab === 'search' ? { ...base, search } : { ...base, status: tab === 'open' ? half : ('closed' as const) };
  const counts = useCounts(base);
  const list = useTicketList(filter, tab !== 'search' || search !== '');
  const waiting = useTicketList({ ...base, status: 'pending' });
  const next = longestWaiting(waiting.tickets);
  const box = useRef<HTMLElement>(null);
  const rows = useVirtualizer({
    count: list.tickets.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const more = () => {
    const element = box.current;
    if (element === null || !list.hasNextPage || list.isFetchingNextPage) return;
    if (element.scrollHeight - element.scrollTop - element.clientHeight < 100) void list.fetchNextPage();
  };
  return (
    <section className="tk-list" aria-label={t('tickets.title')}>
      <div className="tk-list-head">
        <h1>{t('tickets.title')}</h1>
      </div>
      <Tabs value={tab} onChange={(_, value) => setTab(value)} aria-label={t('tickets.tabs')} sx={{ px: 4 }}>
        {(['open', 'closed', 'search'] as const).map((name) => (
          <Tab key={name} value={name} label={t(`tickets.tab.${name}`)} />
        ))}
      </Tabs>
      <div className="tk-list-tools">
        {tab === 'open' ? (
          <Tabs
            value={half}
            onChange={(_, value) => setHalf(value)}
            aria-label={t('tickets.halves')}
            variant="fullWidth"
          >
            <Tab value="open" label={`${t('tickets.tab.assigned')} ${counts?.open ?? ''}`} />
            <Tab value="pending" label={`${t('tickets.tab.pending')} ${counts?.pending ?? ''}`} />
          </Tabs>
        ) : null}
        {tab === 'search' ? (
          <input
            className="tk-search"
            type="search"
            value={typed}
            aria-label={t('tickets.search.label')}
            placeholder={t('tickets.search.placeholder')}
            onChange={(event) => setTyped(event.target.value)}
          />
        ) : null}
        {can('tickets-manager:showall') ? (
          <label className="tk-check">
            <input type="checkbox" checked={showAll} onChange={(event) => setShowAll(event.target.checked)} />
            {t('tickets.showAll')}
          </label>
        ) : null}
      </div>
      <section
        className="tk-tickets tk-scroll"
        ref={box}
        onScroll={more}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('tickets.list.label')}
      >
        <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {rows.getVirtualItems().map((item) => {
            const ticket = list.tickets[item.index];
            if (ticket === undefined) return null;
            return (
              <div
                key={ticket.id}
                style={{ position: 'absolute', inset: '0 0 auto', transform: `translateY(${item.start}px)` }}
              >
                <Row ticket={ticket} current={ticket.id === current} />
              </div>
            );
          })}
        </div>
        {list.isError ? (
          <p className="tk-list-end" role="alert">
            {t('tickets.error.list')}
          </p>
        ) : list.isSuccess && !list.hasNextPage ? (
          <p className="tk-list-end">
            {list.tickets.length === 0
              ? t(`tickets.empty.${tab === 'open' ? half : tab}.title`)
              : t('tickets.list.end', { smart_count: list.tickets.length })}
          </p>
        ) : null}
      </section>
      {next === undefined ? null : (
        <div className="tk-next">
          <p className="tk-grow">
            <b>{next.contact.name}</b>
          </p>
          <Button onClick={() => void accept(next)}>{t('tickets.action.acceptNext')}</Button>
        </div>
      )}
    </section>
  );
};
