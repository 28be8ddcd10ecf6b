import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { UsageView } from '../../../contract/usage.ts';
import { api } from '../../shell/api.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './usage.css';
import { bytesIn, isNear, type Line, linesOf, shareOf } from './usage.ts';

const LOOK_EVERY_MS = 10_000;

const Row = ({ line }: { readonly line: Line }) => {
  const t = useT();
  const locale = useLocale();
  const share = shareOf(line);
  const amountText = (amount: number) =>
    line.of === 'bytes' ? bytesIn(amount, locale) : amount.toLocaleString(locale);
  return (
    <li className={isNear(line) ? 'us-near' : undefined}>
      <span className="anywhere">{t(`usage.${line.label}`, { name: line.name ?? '' })}</span>
      <span className={`num inline gap-6 end right ${isNear(line) ? 't-danger semibold' : 'muted'}`}>
        {isNear(line) ? <TriangleAlert size={14} role="img" aria-label={t('usage.near')} /> : null}
        {share === undefined
          ? t('usage.unlimited', { used: amountText(line.used) })
          : t(`usage.of.${line.of}`, { used: amountText(line.used), limit: amountText(line.limit) })}
      </span>
      {share === undefined ? (
        <span />
      ) : (
        <span className={`meter full ${isNear(line) ? 'c-err' : ''}`} aria-hidden="true">
          <i style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </li>
  );
};

/** What the company takes of what all share, against what it may: to be seen before something is refused. */
export const UsageCard = () => {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => api<UsageView>('/usage', { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <section className="card usage-card mt-16" aria-label={t('usage.title')}>
      <div className="card-h row wrap">
        <h2>{t('usage.title')}</h2>
        <span className="subtle">{t('usage.hint')}</span>
      </div>
      {data === undefined && error !== null ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : null}
      {data === undefined && error === null ? <SkeletonRows rows={5} height={32} /> : null}
      {data === undefined ? null : (
        <ul className="p-8-16">
          {linesOf(data).map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </ul>
      )}
    </section>
  );
};
