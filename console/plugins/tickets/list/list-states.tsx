import Button from '@mui/material/Button';
import { Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../shell/i18n.ts';
import { EmptyState, ErrorState } from '../../../shell/ui/states.tsx';
import type { ListLocation } from './list-location.ts';

/** Rows in their final shape; shown only when waiting takes longer than 120 ms. */
export function ListSkeleton() {
  const t = useT();
  return (
    <div className="late" role="status" aria-label={t('tickets.list.loading')}>
      {[62, 48, 71, 55, 66, 44, 58].map((width) => (
        <div key={width} className="tk-t at" aria-hidden="true">
          <span className="sk round" style={{ width: 40, height: 40 }} />
          <span className="grid gap-8">
            <span className="sk" style={{ width: `${width - 12}%`, height: 9 }} />
            <span className="sk" style={{ width: `${width + 18}%`, height: 9 }} />
            <span className="sk" style={{ width: '38%', height: 9 }} />
          </span>
        </div>
      ))}
    </div>
  );
}

interface EmptyProps {
  readonly place: ListLocation;
  /** Nothing was looked for yet. */
  readonly idle: boolean;
  /** A queue filter hides what there may be. */
  readonly filtered: boolean;
  /** The user serves no queue: what comes in goes to others. */
  readonly queueless?: boolean;
  readonly onNew: (() => void) | undefined;
  readonly onEveryQueue: () => void;
  /** The same search in what was written; undefined where it is one already. */
  readonly onInMessages?: (() => void) | undefined;
}

/** Nothing here, why, and what to do next. */
export function ListEmpty(props: EmptyProps) {
  const { place, idle, filtered, queueless = false, onNew, onEveryQueue, onInMessages } = props;
  const t = useT();
  const which = place.tab === 'open' ? (place.half === 'assigned' ? 'open' : 'pending') : place.tab;
  const kind = idle ? 'idle' : queueless && which === 'pending' ? 'queueless' : which;
  let action: ReactNode;
  if (filtered)
    action = (
      <Button variant="outlined" onClick={onEveryQueue}>
        {t('tickets.empty.everyQueue')}
      </Button>
    );
  else if (which === 'search' && !idle && onInMessages !== undefined)
    action = (
      <Button variant="outlined" onClick={onInMessages}>
        {t('tickets.empty.search.inMessages')}
      </Button>
    );
  else if (place.tab === 'open' && onNew !== undefined)
    action = (
      <Button variant="outlined" onClick={onNew}>
        <Plus size={16} aria-hidden="true" />
        {t('tickets.new')}
      </Button>
    );
  return (
    <div role="status" className="middle" style={{ minHeight: '60%' }}>
      <EmptyState
        title={t(`tickets.empty.${kind}.title`)}
        text={t(
          filtered
            ? 'tickets.empty.filtered'
            : kind === 'search' && place.inMessages
              ? 'tickets.empty.search.textMessages'
              : `tickets.empty.${kind}.text`,
        )}
        action={action}
        {...(which === 'search' && {
          art: <SearchX className="art" size={40} strokeWidth={1.5} aria-hidden="true" />,
        })}
      />
    </div>
  );
}

export function ListError({ error, retry }: { readonly error: unknown; readonly retry: () => void }) {
  const t = useT();
  return (
    <div className="middle" style={{ minHeight: '60%' }}>
      <ErrorState error={error} title={t('tickets.error.list')} retry={retry} />
    </div>
  );
}
