import useMediaQuery from '@mui/material/useMediaQuery';
import { ListFilter, Plus } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { QueueDot } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { useTicketCommands } from '../commands/use-ticket-commands.ts';
import { NewTicketDialog } from '../lazy-dialogs.tsx';
import { NewWith } from '../new-ticket/new-with.tsx';
import { PHONE } from '../ticket/widths.ts';
import { ListEmpty, ListError, ListSkeleton } from './list-states.tsx';
import { ByWait, Halves, ListTabs, ShowAll } from './list-tabs.tsx';
import { MultiSelect } from './multi-select.tsx';
import { NextBar } from './next-bar.tsx';
import { PhoneSides, TabChip } from './phone-bars.tsx';
import { SearchTools } from './search-tools.tsx';
import { TicketRows } from './ticket-rows.tsx';
import { useListLocation } from './use-list-location.ts';
import { useCounts, useHalves, useTicketList, useViewer } from './use-lists.ts';
import { useRowActions } from './use-row-actions.tsx';

interface Props {
  readonly current: string | undefined;
  /** The conversation that was open last. */
  readonly last: string | undefined;
}

/** The list of tickets: tabs, halves with counts, filters, search, and who waits longest. */
export function ListPanel({ current, last }: Props) {
  const t = useT();
  const phone = useMediaQuery(PHONE);
  const { can } = useSession();
  const { accept } = useCommands();
  const { act, dialogs } = useRowActions();
  const viewer = useViewer();
  const [making, setMaking] = useState(false);
  const make = () => setMaking(true);
  const { listLocation, base, filter, preferences, setPreferences, queues, go, search } = useListLocation();
  const counts = useCounts(base);
  const halves = useHalves(base, preferences.latestFirst);
  const other = useTicketList(filter ?? base, filter !== undefined && listLocation.tab !== 'open');
  const list =
    listLocation.tab !== 'open' ? other : listLocation.half === 'assigned' ? halves.open : halves.pending;
  const { next } = halves;
  const field = useRef<HTMLInputElement>(null);
  const enter = useRef<(() => void) | null>(null);
  // Only the open tab makes a difference between one's own and all.
  const mayShowAll = listLocation.tab === 'open' && can('tickets-manager:showall');

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const more = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  // Live changes may take rows away until the list no longer fills its height, and nobody can scroll to the rest.
  const tooFew = list.tickets.length < 12 && hasNextPage && !isFetchingNextPage && !list.isError;
  useEffect(() => {
    if (tooFew) void fetchNextPage();
  }, [tooFew, fetchNextPage]);

  const commands = useRef({ accept });
  commands.current = { accept };
  const onMain = useCallback((ticket: TicketView) => void commands.current.accept(ticket), []);
  const add = (
    <IconButton className="ib-primary" label={t('tickets.new')} icon={Plus} shortcut="Alt+N" onClick={make} />
  );
  const order =
    listLocation.tab !== 'open' || listLocation.half !== 'pending' ? null : (
      <ByWait
        on={!preferences.latestFirst}
        phone={phone}
        onChange={(on) => setPreferences({ latestFirst: !on })}
      />
    );
  const tabChip = <TabChip place={listLocation} go={go} />;
  const queueFilter =
    queues.length < 2 ? null : (
      <MultiSelect
        label={t('tickets.queues')}
        all={t('tickets.queues.all')}
        icon={ListFilter}
        options={queues.map((queue) =>
          queue.id === null
            ? { id: null, name: t('tickets.queues.none') }
            : { ...queue, mark: <QueueDot color={queue.color} /> },
        )}
        chosen={base.queueIds}
        onChange={(queueIds) => setPreferences({ queueIds })}
      />
    );
  const seek = useRef(false);
  useEffect(() => {
    if (listLocation.tab === 'search' && seek.current) field.current?.select();
    seek.current = false;
  }, [listLocation.tab]);
  // The conversation that had the focus is left: the list takes it, or the next key would begin at the page's top.
  const was = useRef(current);
  useEffect(() => {
    if (was.current !== undefined && current === undefined && document.activeElement === document.body)
      enter.current?.();
    was.current = current;
  }, [current]);
  const idle = filter === undefined;
  useTicketCommands({
    tickets: list.tickets,
    current,
    next,
    known: halves.known,
    search,
    onNew: make,
    onList: () => enter.current?.(),
    onSearch: () => {
      if (listLocation.tab === 'search') field.current?.select();
      else {
        seek.current = true;
        go({ tab: 'search' });
      }
    },
    onEnd: more,
  });
  return (
    <section className="tk-list" aria-label={t('tickets.title')}>
      {phone ? <PhoneSides last={last} place={search} /> : null}
      <div className="tk-list-head">
        <h1>{t('tickets.title')}</h1>
        {phone ? null : order}
        {phone ? null : add}
      </div>
      {phone ? null : <ListTabs place={listLocation} go={go} />}
      <div className="tk-list-tools">
        {listLocation.tab === 'open' ? (
          <div className="tk-halves">
            <Halves place={listLocation} go={go} counts={counts} />
            {phone ? add : null}
          </div>
        ) : null}
        {listLocation.tab === 'search' ? (
          <SearchTools place={listLocation} go={go} field={field} first={phone ? tabChip : null}>
            {queueFilter}
          </SearchTools>
        ) : (
          <div className="tk-chips">
            {phone ? tabChip : null}
            {queueFilter}
            {mayShowAll ? (
              <ShowAll on={base.showAll} phone={phone} onChange={(showAll) => setPreferences({ showAll })} />
            ) : null}
            {phone ? order : null}
            {phone && listLocation.tab !== 'open' ? add : null}
          </div>
        )}
      </div>
      <TicketRows
        key={`${listLocation.tab} ${listLocation.half} ${preferences.latestFirst}`}
        tickets={idle ? [] : list.tickets}
        current={current}
        search={listLocation.tab === 'search' ? listLocation.text.trim() : ''}
        place={search}
        withUser={base.showAll || listLocation.tab !== 'open'}
        onMain={onMain}
        onAction={act}
        onEnd={more}
        enter={enter}
      >
        {idle ? null : list.isPending ? (
          <ListSkeleton />
        ) : list.isError && list.tickets.length === 0 ? (
          <ListError error={list.error} retry={() => void list.refetch()} />
        ) : null}
        {idle || (list.isSuccess && list.tickets.length === 0 && !hasNextPage) ? (
          <ListEmpty
            place={listLocation}
            idle={idle}
            filtered={!idle && base.queueIds.length > 0}
            queueless={!base.showAll && viewer.scope.queueIds !== 'all' && viewer.queueIds.length === 0}
            onNew={make}
            onEveryQueue={() => setPreferences({ queueIds: [] })}
            onInMessages={
              listLocation.text.trim() === '' || listLocation.inMessages
                ? undefined
                : () => go({ inMessages: true })
            }
          />
        ) : list.tickets.length === 0 ? null : list.isError ? (
          <p className="tk-list-end" role="alert">
            {t('tickets.error.more')}{' '}
            <button type="button" className="btn btn-sm btn-text" onClick={() => void fetchNextPage()}>
              {t('tickets.failed.retry')}
            </button>
          </p>
        ) : (
          <p className="tk-list-end">
            {hasNextPage
              ? t('tickets.list.loading')
              : t('tickets.list.end', { smart_count: list.tickets.length })}
          </p>
        )}
      </TicketRows>
      {next === undefined ? null : <NextBar next={next} onAccept={accept} />}
      {dialogs}
      <NewWith />
      {making ? <NewTicketDialog onClose={() => setMaking(false)} /> : null}
    </section>
  );
}
