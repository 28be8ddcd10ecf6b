import Button from '@mui/material/Button';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../console/shell/api.ts';
import { intlLocale, useLocale, useT } from '../../console/shell/i18n.ts';
import { dayTime } from '../../console/shell/moment.ts';
import { notify, notifyError } from '../../console/shell/notify.ts';
import { IconButton } from '../../console/shell/ui/icon-button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../console/shell/ui/states.tsx';
import { TitledDialog } from '../../console/shell/ui/titled-dialog.tsx';
import type { DeliveryPage, DeliveryView } from '../../contract/webhook.ts';
import { noAnswerKey } from './no-answer.ts';

const tones = { due: 't-warning', retrying: 't-warning', delivered: 't-success', failed: 't-danger' };

const word = (key: string) => `records.webhook.${key}` as const;

function Answered({ status, answer }: DeliveryView['tries'][number]) {
  const t = useT();
  if (answer === '') return null;
  const key = status === null ? noAnswerKey(answer) : undefined;
  return key === undefined ? <code className="mono anywhere line">{answer}</code> : <span>{t(key)}</span>;
}

function Tries({ delivery: { tries, state } }: { readonly delivery: DeliveryView }) {
  const t = useT();
  const language = intlLocale[useLocale()];
  // What ended untried: its webhook was off.
  if (tries.length === 0)
    return <p className="muted">{t(word(state === 'failed' ? 'wasOff' : 'untried'))}</p>;
  return (
    <ol>
      {tries.map((one) => (
        <li className="row wrap small py-4" key={one.at}>
          <span className="num">{new Date(one.at).toLocaleString(language)}</span>
          <b className="num">{one.status ?? '–'}</b>
          <span className="muted num">{t(word('ms'), { ms: one.ms })}</span>
          <Answered {...one} />
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  readonly delivery: DeliveryView;
  readonly onReplay: () => void;
}

function DeliveryRow({ delivery, onReplay }: RowProps) {
  const t = useT();
  const language = intlLocale[useLocale()];
  const { id, type, at, nextAt, count } = delivery;
  // What failed once is on its way in another sense.
  const state = delivery.state === 'due' && count > 0 ? 'retrying' : delivery.state;
  return (
    <li className="wh-delivery row soft-b py-8">
      <details className="grow">
        <summary className="row gap-12 press">
          <span className={`wh-state fixed small semibold ${tones[state]}`}>{t(word(`state.${state}`))}</span>
          <code className="mono grow trunc">{type}</code>
          <time dateTime={at} className="muted">
            {dayTime(at, language)}
          </time>
        </summary>
        <p className="mono muted">{id}</p>
        <Tries delivery={delivery} />
        {nextAt === null ? null : (
          <p className="muted">{t(word('next'), { at: new Date(nextAt).toLocaleString(language) })}</p>
        )}
      </details>
      <IconButton small icon={RotateCw} label={t(word('replay'), { type })} onClick={onReplay} />
    </li>
  );
}

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** What a webhook was told, and what came of it; any of it once more, or a trial. */
export function Deliveries({ id, name, onClose }: Props) {
  const t = useT();
  const cache = useQueryClient();
  const path = `/webhooks/${encodeURIComponent(id)}`;
  const queryKey = ['webhookDeliveries', id];
  const [isBusy, setBusy] = useState(false);
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      api<DeliveryPage>(`${path}/deliveries`, { query: { after: pageParam }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    // What is being told is seen to arrive.
    refetchInterval: 2_000,
  });
  const ask = async (call: string, said: string) => {
    if (isBusy) return;
    setBusy(true);
    try {
      await api(`${path}/${call}`, { method: 'POST' });
      notify.success(said);
      await cache.invalidateQueries({ queryKey });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <TitledDialog
      look="page"
      title={t(word('of'), { name })}
      onClose={onClose}
      footer={
        <Button
          variant="contained"
          aria-busy={isBusy}
          startIcon={<FlaskConical size={16} aria-hidden="true" />}
          onClick={() => void ask('test', word('tested'))}
        >
          {t(word('test'))}
        </Button>
      }
    >
      {list.isPending ? <SkeletonRows rows={5} /> : null}
      {list.error && !list.data ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data && deliveries.length === 0 ? (
        <EmptyState title={t(word('none'))} text={t(word('none.text'))} />
      ) : null}
      <ul>
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            onReplay={() =>
              void ask(`deliveries/${encodeURIComponent(delivery.id)}/replay`, word('replayed'))
            }
          />
        ))}
      </ul>
      {list.hasNextPage ? (
        <Button onClick={() => void list.fetchNextPage()}>{t(word('older'))}</Button>
      ) : null}
    </TitledDialog>
  );
}
