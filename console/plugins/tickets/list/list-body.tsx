/** The lists of tickets beside the conversation: tabs, search and filters, rows, and what is done from a row. */

import Button from '@mui/material/Button';
import type { RefObject } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { useList } from './list-context.ts';
import { ListEmpty, ListError, ListSkeleton } from './list-states.tsx';
import { TicketRows } from './ticket-rows.tsx';
import { useViewer } from './use-lists.ts';
import { useRowActions } from './use-row-actions.tsx';

/** What stands below the rows: that they are on their way, that there are none and why, or where they end. */
function ListEnd() {
  const t = useT();
  const viewer = useViewer();
  const { listLocation, base, query, idle, go, setPreferences, onNew } = useList();
  const { tickets, hasNextPage } = query;
  if (!idle && query.isPending) return <ListSkeleton />;
  if (!idle && query.isError && tickets.length === 0)
    return <ListError error={query.error} retry={() => void query.refetch()} />;
  if (idle || (query.isSuccess && tickets.length === 0 && !hasNextPage))
    return (
      <ListEmpty
        place={listLocation}
        idle={idle}
        filtered={!idle && base.queueIds.length > 0}
        queueless={!base.showAll && viewer.scope.queueIds !== 'all' && viewer.queueIds.length === 0}
        onNew={onNew}
        onEveryQueue={() => setPreferences({ queueIds: [] })}
        onInMessages={
          listLocation.text.trim() === '' || listLocation.inMessages
            ? undefined
            : () => go({ inMessages: true })
        }
      />
    );
  if (tickets.length === 0) return null;
  if (query.isError)
    return (
      <p className="caption subtle centered p-16" role="alert">
        {t('tickets.error.more')}{' '}
        <Button size="small" onClick={() => void query.fetchNextPage()}>
          {t('tickets.failed.retry')}
        </Button>
      </p>
    );
  return (
    <p className="caption subtle centered p-16">
      {hasNextPage ? t('tickets.list.loading') : t('tickets.list.end', { smart_count: tickets.length })}
    </p>
  );
}

/** The rows of the list and what is done with one of them. `enter` is filled with what puts the focus into the list. */
export function ListBody({ enter }: { readonly enter: RefObject<(() => void) | null> }) {
  const { listLocation, preferences } = useList();
  const { act, dialogs } = useRowActions();
  return (
    <>
      <TicketRows
        key={`${listLocation.tab} ${listLocation.half} ${preferences.latestFirst}`}
        onAction={act}
        enter={enter}
      >
        <ListEnd />
      </TicketRows>
      {dialogs}
    </>
  );
}
