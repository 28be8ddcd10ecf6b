import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CirclePause, Download, Moon, Play } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { saveFile } from '../../shell/save-file.ts';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useBecause } from './because.ts';
import './campaigns.css';
import {
  type CampaignReport,
  type CampaignView,
  campaignQuery,
  csvOf,
  hasBegun,
  keys,
  reportQuery,
  runCampaign,
  writtenTime,
} from './data.ts';
import { NotBegun } from './not-begun.tsx';
import { Shippings } from './shippings.tsx';
import { Progress, Status } from './status.tsx';

/** The specification's wait after a campaign is finished, until its last figures are asked for. */
const lastLookMs = 5_000;

const time = (at: string | null, none: string) => (at === null ? none : writtenTime(at));

/** The figures and the bar they make, and what it waits for. */
function Figures({ campaign, report }: { readonly campaign: CampaignView; readonly report: CampaignReport }) {
  const t = useT();
  const locale = useLocale();
  const number = (count: number) => count.toLocaleString(locale);
  const because = useBecause();
  const isStopped = campaign.status === 'CANCELADA';
  const waiting = isStopped ? 'campaigns.stopped' : `campaigns.waits${report.waitsUntil ? '.until' : ''}`;
  const legend = [
    ['delivered', report.delivered],
    ...(campaign.confirmation ? [['asked', report.asked] as const] : []),
    ['failed', report.failed],
    ['leftOut', report.leftOut],
    ['waiting', report.waiting],
  ] as const;
  return (
    <div className="card cp-figures">
      <h2>{t('campaigns.delivered', { done: number(report.delivered), all: number(report.recipients) })}</h2>
      <Progress totals={report} label={t('campaigns.progress', { name: campaign.name })} />
      <ul>
        {legend.map(([name, count]) => (
          <li key={name}>
            <i className={`cp-${name}`} aria-hidden="true" />
            <b>{number(count)}</b> {t(`campaigns.legend.${name}`)}
          </li>
        ))}
      </ul>
      {report.reasons.length > 0 ? (
        <ul aria-label={t('campaigns.reasons')}>
          {report.reasons.map(({ reason, count }) => (
            <li key={reason}>
              <b>{number(count)}</b> {because(reason)}
            </li>
          ))}
        </ul>
      ) : null}
      {report.waitsBecause ? (
        <p className="cp-waits" role="status">
          <Moon size={16} aria-hidden="true" />
          {t(waiting, { why: because(report.waitsBecause), at: time(report.waitsUntil, '') })}
        </p>
      ) : null}
    </div>
  );
}

interface FactsProps {
  readonly campaign: CampaignView;
  /** Absent: not known, or not yet. */
  readonly report: CampaignReport | undefined;
}
/** The specification's cards. */
function Facts({ campaign, report }: FactsProps) {
  const t = useT();
  const locale = useLocale();
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
      ]
    : [];
  const data: readonly (readonly [string, string])[] = [
    ['connection', connection?.name ?? t('campaigns.connection.none')],
    [
      'list',
      contactList?.name ??
        (tagList ? t('campaigns.tagged', { name: tagList.name }) : t('campaigns.list.none')),
    ],
    ['scheduledAt', time(scheduledAt, t('campaigns.scheduledAt.none'))],
    ['completedAt', time(completedAt, t('campaigns.completedAt.none'))],
  ];
  const cards = [counts.map(([name, count]) => [name, count.toLocaleString(locale)] as const), data];
  return cards.map((facts) =>
    facts.length === 0 ? null : (
      <dl key={facts[0]?.[0]} className="cp-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="card">
            <dt>{t(`campaigns.fact.${name}`)}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    ),
  );
}

/** The campaign's name and state, and what can be done with it here. */
function Head({ campaign }: { readonly campaign: CampaignView }) {
  const t = useT();
  const cache = useQueryClient();
  const { id, name, status } = campaign;
  const act = async (deed: 'cancel' | 'restart') => {
    try {
      await runCampaign(id, deed);
      await cache.invalidateQueries({ queryKey: keys.all });
      notify.success(`campaigns.${deed}.done`);
    } catch (error) {
      notifyError(error);
    }
  };
  const deed = status === 'EM_ANDAMENTO' ? 'cancel' : status === 'CANCELADA' ? 'restart' : undefined;
  const Icon = deed === 'cancel' ? CirclePause : Play;
  return (
    <header className="page-head row fixed cp-head">
      <Link to="/campaigns">{t('campaigns.title')}</Link>
      <ChevronRight className="subtle" size={14} aria-hidden="true" />
      <h1 className="trunc own">{name}</h1>
      <Status status={status} />
      <span className="grow" />
      {hasBegun(campaign) ? (
        <Button
          variant="outlined"
          startIcon={<Download size={16} aria-hidden="true" />}
          onClick={() => void csvOf(id).then((file) => saveFile(file, `${name}.csv`), notifyError)}
        >
          CSV
        </Button>
      ) : null}
      {deed ? (
        <Button
          variant="outlined"
          startIcon={<Icon size={16} aria-hidden="true" />}
          onClick={() => void act(deed)}
        >
          {t(`campaigns.${deed}`)}
        </Button>
      ) : null}
    </header>
  );
}

/** /campaign/:campaignId/report: what became of a campaign, live. */
export function ReportPage() {
  const { campaignId = '' } = useParams();
  const cache = useQueryClient();
  const one = useQuery(campaignQuery(campaignId));
  const totals = useQuery(reportQuery(campaignId));
  const isFinished = one.data?.status === 'FINALIZADA';
  useEffect(() => {
    if (!isFinished) return;
    const timer = setTimeout(() => void cache.invalidateQueries({ queryKey: keys.all }), lastLookMs);
    return () => clearTimeout(timer);
  }, [isFinished, cache]);
  return (
    <section className="page scroll">
      {one.error && !one.data ? <ErrorState error={one.error} retry={() => void one.refetch()} /> : null}
      {one.isPending ? <SkeletonRows rows={6} height={56} /> : null}
      {one.data ? (
        <>
          <Head campaign={one.data} />
          {hasBegun(one.data) ? null : <NotBegun campaign={one.data} report={totals.data} />}
          {totals.data && hasBegun(one.data) ? <Figures campaign={one.data} report={totals.data} /> : null}
          {totals.error && !totals.data ? (
            <div className="card cp-figures">
              <ErrorState error={totals.error} retry={() => void totals.refetch()} />
            </div>
          ) : null}
          <Facts campaign={one.data} report={totals.data} />
          {hasBegun(one.data) ? <Shippings campaign={one.data} /> : null}
        </>
      ) : null}
    </section>
  );
}
