import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Equal, Link as LinkIcon, Unlink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { AuditDetail, AuditEntry, ChainLink } from '../../../contract/audit.ts';
import { intlLocale, useLocale, useT } from '../../shell/i18n.ts';
import { errorText } from '../../shell/notify.ts';
import { Avatar } from '../../shell/ui/avatar.tsx';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { QueueDot } from '../../shell/ui/chips.tsx';
import { isGone } from '../../shell/ui/gone-state.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { entryQuery } from './data.ts';
import { difference } from './model/difference.ts';
import { isEmpty, type Words } from './words.ts';

type Change = AuditEntry['changes'][number];
const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** Returns of two lists what they do not share; where only the order is another, all of both. */
function onlyChanged({ field, before, after }: Change): Change {
  if (!Array.isArray(before) || !Array.isArray(after)) return { field, before, after };
  const gone = before.filter((one) => !after.includes(one));
  const come = after.filter((one) => !before.includes(one));
  return gone.length + come.length === 0 ? { field, before, after } : { field, before: gone, after: come };
}

/** A value before or after; of a text only the words that changed are marked. */
const Value = ({
  change,
  side,
  kind,
  words,
}: {
  change: Change;
  side: 'before' | 'after';
  kind: string;
  words: Words;
}) => {
  const { field, before, after } = onlyChanged(change);
  const givenValue = side === 'before' ? before : after;
  const text = words.value(kind, field, givenValue);
  if (isEmpty(givenValue)) return <span className="subtle">{text}</span>;
  const Mark = side === 'before' ? 'del' : 'ins';
  const look = side === 'before' ? 'tone c-err r-xs' : 'tone c-ok r-xs';
  if (isColor(givenValue))
    return (
      <span className="row">
        <QueueDot color={givenValue} />
        <Mark className={`${look} mono`}>{givenValue}</Mark>
      </span>
    );
  if (isEmpty(side === 'before' ? after : before)) return <Mark className={look}>{text}</Mark>;
  const parts = difference(words.value(kind, field, before), words.value(kind, field, after));
  const changed = side === 'before' ? parts.gone : parts.come;
  return (
    <>
      {parts.begin}
      {changed === '' ? null : <Mark className={look}>{changed}</Mark>}
      {parts.end}
    </>
  );
};

function Changes({ entry, words }: { readonly entry: AuditEntry; readonly words: Words }) {
  const t = useT();
  if (entry.changes.length === 0)
    return <p className="row gap-6 caption subtle p-8-16 soft-t">{t('audit.noFields')}</p>;
  return (
    <>
      <CardTable below={699} className="au-changes even">
        <thead>
          <tr>
            <th scope="col">{t('audit.field')}</th>
            <th scope="col">{t('audit.before')}</th>
            <th scope="col">{t('audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {entry.changes.map((change) => (
            <tr key={change.field}>
              <th className="medium muted" scope="row">
                {words.field(entry.kind, change.field)}
              </th>
              <td className="au-was" data-label={t('audit.before')}>
                <Value change={change} side="before" kind={entry.kind} words={words} />
              </td>
              <td className="au-is" data-label={t('audit.after')}>
                <Value change={change} side="after" kind={entry.kind} words={words} />
              </td>
            </tr>
          ))}
        </tbody>
      </CardTable>
      {entry.same > 0 ? (
        <p className="row gap-6 caption subtle p-8-16 soft-t">
          <Equal size={14} aria-hidden="true" />
          {t('audit.same', { smart_count: entry.same })}
        </p>
      ) : null}
    </>
  );
}

const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`;

function Matches({ link }: { readonly link: NonNullable<ChainLink> }) {
  const t = useT();
  const Icon = link.matches ? LinkIcon : Unlink;
  return (
    <span className={link.matches ? 'inline gap-4 medium t-success' : 'inline gap-4 medium t-danger'}>
      <Icon size={14} aria-hidden="true" />
      {t(link.matches ? 'audit.link.matches' : 'audit.link.broken')}
    </span>
  );
}

function Proof({ entry }: { readonly entry: AuditDetail }) {
  const t = useT();
  const { link } = entry;
  return (
    <dl className="pairs grid gap-8 caption line-t p-12-16">
      <dt className="subtle">{t('audit.event')}</dt>
      <dd className="mono anywhere">
        {entry.type} · {entry.position}
      </dd>
      {link === null ? (
        <>
          <dt className="subtle">{t('audit.hash')}</dt>
          <dd className="anywhere">{t('audit.link.none')}</dd>
        </>
      ) : (
        <>
          <dt className="subtle">{t('audit.hash')}</dt>
          <dd className="mono anywhere" title={link.hash}>
            {shortHash(link.hash)}
          </dd>
          <dt className="subtle">{t('audit.previous')}</dt>
          <dd className="mono anywhere" title={link.previous}>
            {shortHash(link.previous)} <Matches link={link} />
          </dd>
        </>
      )}
    </dl>
  );
}

interface Props {
  readonly id: string;
  readonly scope: string;
  readonly timeZone: string;
  readonly words: Words;
  readonly onBack: () => void;
  /** Somebody opened it: what is read on goes there. */
  readonly isOpened: boolean;
}

/** One entry: what it was before and after, and its place in the chain. */
export const EntryDetail = ({ id, scope, timeZone, words, onBack, isOpened }: Props) => {
  const t = useT();
  const locale = intlLocale[useLocale()];
  const { data: entry, error, refetch } = useQuery(entryQuery(id, scope));
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = entry !== undefined;
  useEffect(() => {
    if (isOpened && isThere) heading.current?.focus();
  }, [isOpened, isThere]);
  if (isGone(error))
    return (
      <EmptyState
        title={errorText(error)}
        action={
          <Button variant="outlined" onClick={onBack}>
            {t('audit.back')}
          </Button>
        }
      />
    );
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (entry === undefined) return <SkeletonRows rows={5} />;
  const at = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (
    <>
      <header className="au-head row gap-12 wrap p-16">
        <Button size="small" className="au-back" onClick={onBack}>
          <ArrowLeft size={16} aria-hidden="true" />
          {t('audit.back')}
        </Button>
        <Avatar name={words.who(entry)} id={entry.actor.id} size={36} />
        <div className="grow">
          <h2 className="anywhere title" ref={heading} tabIndex={-1}>
            {words.kind(entry.kind)} {words.title(entry)}
          </h2>
          <p className="small lh-18 muted">
            {words.who(entry)} {words.act(entry)} ·{' '}
            <time dateTime={entry.at}>{at.format(new Date(entry.at))}</time>
          </p>
        </div>
      </header>
      <Changes entry={entry} words={words} />
      <Proof entry={entry} />
    </>
  );
};
