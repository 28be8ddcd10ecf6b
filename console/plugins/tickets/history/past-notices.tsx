import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { History as HistoryIcon } from 'lucide-react';
import { Link } from 'react-router';
import type { HistoryEventView } from '../../../../contract/history.ts';
import { useT } from '../../../shell/i18n.ts';
import { EmptyState } from '../../../shell/ui/states.tsx';
import { useTimes } from '../ticket/use-times.ts';
import { PHONE } from '../ticket/widths.ts';
import { useTravel } from './travel.ts';

/** When the conversation stood so, and that nothing can be done to it. */
export function PastBanner({ event }: { readonly event: HistoryEventView }) {
  const t = useT();
  const { last, toNow } = useTravel();
  const short = useMediaQuery(PHONE, { noSsr: true });
  const isNow = event.revision === last;
  const times = useTimes();
  const when = { date: times.date(event.at), time: times.seconds(event.at) };
  const key = isNow ? 'tickets.history.bannerNow' : 'tickets.history.banner';
  const text = t(short ? `${key}Short` : key, when);
  const from = text.indexOf(when.date);
  const to = text.indexOf(when.time) + when.time.length;
  return (
    <div className="tk-news row gap-12 fixed small lh-18 h-40 px-16 t-info">
      <HistoryIcon size={18} aria-hidden="true" />
      <p className="grow">
        {from < 0 ? (
          text
        ) : (
          <>
            {text.slice(0, from)}
            <b className="num">{text.slice(from, to)}</b>
            {text.slice(to)}
          </>
        )}
      </p>
      {isNow ? null : (
        <Button size="small" sx={{ color: 'inherit' }} onClick={toNow}>
          {t('tickets.history.now')}
        </Button>
      )}
    </div>
  );
}

/** The address asks for a revision there is not; `text`: as it stands there. */
export function WrongRevision({ text }: { readonly text: string }) {
  const t = useT();
  const { id, last, toNow } = useTravel();
  return (
    <div className="center" role="alert">
      <h1 className="vh">{t('tickets.history.timeline')}</h1>
      <EmptyState
        title={t('tickets.history.wrong.title', { rev: text })}
        text={t('tickets.history.wrong.text', { last, smart_count: last + 1 })}
        action={
          <>
            <Button variant="contained" onClick={toNow}>
              {t('tickets.history.wrong.last')}
            </Button>
            <Button variant="outlined" component={Link} to={`/tickets/${id}`}>
              {t('tickets.history.back')}
            </Button>
          </>
        }
      />
    </div>
  );
}

interface OlderNoticeProps {
  readonly className: string;
  readonly failed: boolean;
  readonly retry: () => unknown;
}

/** Older events are on their way, or did not come: then they are asked for again by hand. */
export function OlderNotice({ className, failed, retry }: OlderNoticeProps) {
  const t = useT();
  return (
    <p className={className} role={failed ? 'alert' : 'status'}>
      {t(failed ? 'tickets.error.older' : 'tickets.history.seeking')}{' '}
      {failed ? (
        <Button variant="link" onClick={() => void retry()}>
          {t('tickets.failed.retry')}
        </Button>
      ) : null}
    </p>
  );
}
