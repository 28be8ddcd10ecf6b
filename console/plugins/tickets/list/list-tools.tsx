import useMediaQuery from '@mui/material/useMediaQuery';
import { ListFilter } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { QueueDot } from '../../../shell/ui/chips.tsx';
import { PHONE } from '../ticket/widths.ts';
import { useList } from './list-context.ts';
import { ByWait, Halves, ShowAll } from './list-tabs.tsx';
import { MultiSelect } from './multi-select.tsx';
import { TabChip } from './phone-bars.tsx';
import { SearchTools } from './search-tools.tsx';

/** Of which queues: offered to whoever sees several. */
function QueueFilter() {
  const t = useT();
  const { queues, base, setPreferences } = useList();
  if (queues.length < 2) return null;
  return (
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
}

interface Props {
  readonly field: RefObject<HTMLInputElement | null>;
  /** The button for a new conversation, where it stands among these. */
  readonly add: ReactNode;
}

/** What the list shows: its halves, or the search, and the filters. */
export function ListTools({ field, add }: Props) {
  const phone = useMediaQuery(PHONE);
  const { listLocation, go, counts } = useList();
  const tabChip = phone ? <TabChip place={listLocation} go={go} /> : null;
  return (
    <div className="tk-list-tools col gap-8 fixed soft-b p-12-16">
      {listLocation.tab === 'open' ? (
        <div className="flex gap-8">
          <Halves place={listLocation} go={go} counts={counts} />
          {add}
        </div>
      ) : null}
      {listLocation.tab === 'search' ? (
        <SearchTools place={listLocation} go={go} field={field} first={tabChip}>
          <QueueFilter />
        </SearchTools>
      ) : (
        <div className="tk-chips row wrap narrow">
          {tabChip}
          <QueueFilter />
          <ShowAll />
          {phone ? <ByWait /> : null}
          {listLocation.tab === 'open' ? null : add}
        </div>
      )}
    </div>
  );
}
