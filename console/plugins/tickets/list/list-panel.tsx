import useMediaQuery from '@mui/material/useMediaQuery';
import { Plus } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { useTicketCommands } from '../commands/use-ticket-commands.ts';
import { NewTicketDialog } from '../lazy-dialogs.tsx';
import { NewWith } from '../new-ticket/new-with.tsx';
import { PHONE } from '../ticket/widths.ts';
import { ListBody } from './list-body.tsx';
import { ListContext, usePanelList } from './list-context.ts';
import { ByWait, ListTabs } from './list-tabs.tsx';
import { ListTools } from './list-tools.tsx';
import { NextBar } from './next-bar.tsx';
import { PhoneSides } from './phone-bars.tsx';
import './list.css';

/** The conversation that had the focus is left: the list takes it, or the next key would begin at the page's top. */
function useFocusAfterLeaving(current: string | undefined, enter: RefObject<(() => void) | null>) {
  const before = useRef(current);
  useEffect(() => {
    if (before.current !== undefined && current === undefined && document.activeElement === document.body)
      enter.current?.();
    before.current = current;
  }, [current, enter]);
}

/** Returns the search's field and how to lead there from any tab. */
function useSearchField({ listLocation: { tab }, go }: ReturnType<typeof usePanelList>) {
  const field = useRef<HTMLInputElement>(null);
  const onItsWay = useRef(false);
  useEffect(() => {
    if (tab === 'search' && onItsWay.current) field.current?.select();
    onItsWay.current = false;
  }, [tab]);
  const seek = () => {
    if (tab === 'search') field.current?.select();
    else {
      onItsWay.current = true;
      go({ tab: 'search' });
    }
  };
  return { field, seek };
}

interface Props {
  readonly current: string | undefined;
  /** The conversation that was open last. */
  readonly last: string | undefined;
}

/** The list of tickets: tabs, halves with counts, filters, search, and who waits longest. */
export function ListPanel({ current, last }: Props) {
  const t = useT();
  const phone = useMediaQuery(PHONE);
  const { accept } = useCommands();
  const [making, setMaking] = useState(false);
  const onNew = () => setMaking(true);
  const list = usePanelList({ current, onNew });
  const { listLocation, go, search, halves, query, more } = list;
  const { field, seek } = useSearchField(list);
  const enter = useRef<(() => void) | null>(null);
  useFocusAfterLeaving(current, enter);
  useTicketCommands({
    tickets: query.tickets,
    current,
    next: halves.next,
    known: halves.known,
    search,
    onNew,
    onList: () => enter.current?.(),
    onSearch: seek,
    onEnd: more,
  });
  const add = (
    <IconButton color="primary" label={t('tickets.new')} icon={Plus} shortcut="Alt+N" onClick={onNew} />
  );
  return (
    <ListContext value={list}>
      <section className="tk-list col fixed bg-1 shrink-y" aria-label={t('tickets.title')}>
        {phone ? <PhoneSides last={last} place={search} /> : null}
        {phone ? (
          <h1 className="vh">{t('tickets.title')}</h1>
        ) : (
          <>
            <div className="tk-head row gap-4 fixed">
              <h1 className="title lh-24 grow">{t('tickets.title')}</h1>
              <ByWait />
              {add}
            </div>
            <ListTabs place={listLocation} go={go} />
          </>
        )}
        <ListTools field={field} add={phone ? add : null} />
        <ListBody enter={enter} />
        {halves.next === undefined ? null : <NextBar next={halves.next} onAccept={accept} />}
        <NewWith />
        {making ? <NewTicketDialog onClose={() => setMaking(false)} /> : null}
      </section>
    </ListContext>
  );
}
