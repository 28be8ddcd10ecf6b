import { Moon } from 'lucide-react';
import { todayIn } from '../../shell/calendar.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { useSession } from '../../shell/session.tsx';
import { useBecause, useWaits } from './because.ts';
import { type CampaignReport, type CampaignView, writtenTime } from './data.ts';
import { endText } from './end-text.ts';
import { Progress } from './status.tsx';

const time = (at: string | null, none: string) => (at === null ? none : writtenTime(at));

/** What the bar has no colour for is done. */
const tones: Readonly<Record<string, string>> = {
  asked: 'cp-asked',
  failed: 'c-err',
  waiting: 'cp-rest',
  leftOut: 'c-warn',
};

/** Returns a number as the language writes it. */
export function useNumber() {
  const locale = useLocale();
  return (count: number) => count.toLocaleString(locale);
}

interface Props {
  readonly campaign: CampaignView;
  readonly report: CampaignReport;
}
interface FiguresProps extends Props {
  /** When the server said so: milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** When it ends, how far it is, the bar of that, and what it waits for. */
export function Figures({ campaign, report, updatedAt }: FiguresProps) {
  const t = useT();
  const locale = useLocale();
  const number = useNumber();
  const because = useBecause();
  const waits = useWaits();
  const zone = useSession().user.company.timeZone;
  const isStopped = campaign.status === 'CANCELADA';
  const howFar = {
    done: number(report.delivered),
    all: number(report.recipients),
    smart_count: report.recipients,
  };
  const nextText = (seconds: number) =>
    seconds < 60
      ? t('campaigns.next.seconds', { count: seconds })
      : t('campaigns.next.minutes', { count: Math.round(seconds / 60) });
  const end = report.endsAt && endText(report.endsAt, todayIn(zone));
  const legend = [
    ['delivered', report.delivered],
    ...(campaign.confirmation ? [['asked', report.asked] as const] : []),
    ['failed', report.failed],
    ['leftOut', report.leftOut],
    ['waiting', report.waiting],
  ] as const;
  return (
    <div className="card p-12-16 grid gap-10 fixed mb-16">
      <div className="row wrap gap-24">
        {end ? (
          <div className="grow phone-line">
            <p className="muted">{t('campaigns.atThisPace')}</p>
            <h2 className="h1">{t(`campaigns.ends.${end.day}`, end)}</h2>
          </div>
        ) : (
          <h2 className="h1 grow">{t('campaigns.delivered', howFar)}</h2>
        )}
        <dl className="num flex gap-24">
          {end ? (
            <div>
              <dt className="caption subtle">{t('campaigns.fact.delivered')}</dt>
              <dd className="semibold">{t('campaigns.delivered.short', howFar)}</dd>
            </div>
          ) : null}
          {campaign.status === 'EM_ANDAMENTO' && report.hourly !== null ? (
            <div>
              <dt className="caption subtle">{t('campaigns.course')}</dt>
              <dd className="semibold">{t('campaigns.course.hourly', { count: number(report.hourly) })}</dd>
            </div>
          ) : null}
          {report.nextInSeconds !== null ? (
            <div>
              <dt className="caption subtle">{t('campaigns.next')}</dt>
              <dd className="semibold">{nextText(report.nextInSeconds)}</dd>
            </div>
          ) : null}
        </dl>
      </div>
      <Progress totals={report} label={t('campaigns.progress', { name: campaign.name })} />
      <ul className="row wrap gap-16 small muted">
        {legend.map(([name, count]) => (
          <li className="row gap-6" key={name}>
            <i className={`qd ${tones[name] ?? 'c-accent'}`} aria-hidden="true" />
            <b className="ink">{number(count)}</b> {t(`campaigns.legend.${name}`, { smart_count: count })}
          </li>
        ))}
        <li className="row gap-6 subtle num aside">
          {t('campaigns.updatedAt', { at: new Date(updatedAt).toLocaleTimeString(locale) })}
        </li>
      </ul>
      {report.waitsBecause ? (
        <p className="row small" role="status">
          <Moon size={16} aria-hidden="true" />
          {isStopped ? t('campaigns.stopped', { why: because(report.waitsBecause) }) : waits(report)}
        </p>
      ) : null}
    </div>
  );
}

/** Why somebody got nothing. */
export function Reasons({ report: { reasons } }: Pick<Props, 'report'>) {
  const t = useT();
  const number = useNumber();
  const because = useBecause();
  if (reasons.length === 0) return null;
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.reasons')}</h2>
        <span className="muted num">{number(reasons.reduce((sum, { count }) => sum + count, 0))}</span>
      </div>
      <ul className="cp-reasons grid gap-8 small p-8-16-16" aria-label={t('campaigns.reasons')}>
        {reasons.map(({ reason, count }) => (
          <li className="flex gap-12 between" key={reason}>
            <b className="num">{number(count)}</b> {because(reason)}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FactsProps {
  readonly campaign: CampaignView;
  /** Absent: not known, or not yet. */
  readonly report: CampaignReport | undefined;
}
/** The specification's cards, in one. */
export function Facts({ campaign, report }: FactsProps) {
  const t = useT();
  const number = useNumber();
  const { confirmation, connection, contactList, tagList, scheduledAt, completedAt } = campaign;
  const counts: readonly (readonly [string, number])[] = report
    ? [
        ['valid', report.recipients],
        ...(confirmation
          ? ([
              ['requested', report.confirmationRequested],
              ['confirmed', report.confirmed],
            ] as const)
          : []),
        ['delivered', report.delivered],
        ['left', report.left],
      ]
    : [];
  const facts: readonly (readonly [string, string])[] = [
    [
      'list',
      contactList?.name ??
        (tagList ? t('campaigns.tagged', { name: tagList.name }) : t('campaigns.list.none')),
    ],
    ...counts.map(([name, count]) => [name, number(count)] as const),
    ['connection', connection?.name ?? t('campaigns.connection.none')],
    ['scheduledAt', time(scheduledAt, t('campaigns.scheduledAt.none'))],
    ['completedAt', time(completedAt, t('campaigns.completedAt.none'))],
  ];
  return (
    <div className="card">
      <div className="card-h row">
        <h2>{t('campaigns.facts')}</h2>
      </div>
      <dl className="grid max-760 gap-8 p-8-16-16">
        {facts.map(([name, value]) => (
          <div className="grid two" key={name}>
            <dt className="caption subtle">{t(`campaigns.fact.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
