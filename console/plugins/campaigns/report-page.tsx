import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePause, Download, Moon, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { saveFile } from '../../shell/save-file.ts';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './campaigns.css';
import {
  type CampaignReport,
  type CampaignView,
  campaignQuery,
  csvOf,
  keys,
  reportQuery,
  runCampaign,
  type ShippingView,
  shippingStates,
  shippingsQuery,
  writtenTime,
} from './data.ts';
import { Progress, Status } from './status.tsx';

/** The specification's wait after a campaign is finished, until its last figures are asked for. */
const lastLookMs = 5_000;

const time = (at: string | null, none: string) => (at === null ? none : writtenTime(at));

/** Returns what says in words why something was not sent: the campaigns' own reasons, and the codes of any error. */
function useBecause() {
  const t = useT();
  return (reason: string): string =>
    t(`campaigns.because.${reason}`, { _: t(`errors.${reason}`, { _: reason }) }).replace(/\.$/, '');
}

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
  const facts: readonly (readonly [string, string])[] = [
    ...counts.map(([name, count]) => [name, count.toLocaleString(locale)] as const),
    ['connection', connection?.name ?? t('campaigns.connection.none')],
    [
      'list',
      contactList?.name ??
        (tagList ? t('campaigns.tagged', { name: tagList.name }) : t('campaigns.list.none')),
    ],
    ['scheduledAt', time(scheduledAt, t('campaigns.scheduledAt.none'))],
    ['completedAt', time(completedAt, t('campaigns.completedAt.none'))],
  ];
  return (
    <dl className="cp-facts">
      {facts.map(([name, value]) => (
        <div key={name} className="card">
          <dt>{t(`campaigns.fact.${name}`)}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const shippingColumns = ['recipient', 'number', 'state', 'requested', 'delivered'] as const;

function ShippingRow({ shipping }: { readonly shipping: ShippingView }) {
  const t = useT();
  const because = useBecause();
  const { recipient, number, state, reason, confirmationRequestedAt, deliveredAt } = shipping;
  return (
    <tr>
      <td className="cp-name">
        <b>{recipient}</b>
      </td>
      <td className="num" data-label={t('campaigns.shipping.number')}>
        {number}
      </td>
      <td>
        {t(`campaigns.state.${state}`)}
        {reason ? <small className="subtle">{because(reason)}</small> : null}
      </td>
      <td className="num" data-label={t('campaigns.shipping.requested')}>
        {time(confirmationRequestedAt, '–')}
      </td>
      <td className="num" data-label={t('campaigns.shipping.delivered')}>
        {time(deliveredAt, '–')}
      </td>
    </tr>
  );
}

/** Who got it, who did not, and why. */
function Shippings({ campaignId }: { readonly campaignId: string }) {
  const t = useT();
  const [state, setState] = useState('');
  const list = useInfiniteQuery(shippingsQuery(campaignId, state));
  const { data, error, isPending, refetch } = list;
  const shippings = data?.pages.flatMap(({ records }) => records) ?? [];
  return (
    <div className="card">
      <div className="card-h">
        <h2>{t('campaigns.shippings')}</h2>
        <FilterMenu
          label={t('campaigns.shipping.state')}
          all={t('campaigns.all')}
          chosen={state}
          options={shippingStates.map((value) => ({ value, label: t(`campaigns.state.${value}`) }))}
          onChange={setState}
        />
      </div>
      {isPending ? <SkeletonRows rows={5} /> : null}
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data && shippings.length === 0 ? <EmptyState title={t('campaigns.shippings.none')} /> : null}
      {shippings.length > 0 ? (
        <>
          <table className="table cp-table">
            <thead>
              <tr>
                {shippingColumns.map((column) => (
                  <th key={column} scope="col">
                    {t(`campaigns.shipping.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shippings.map((shipping) => (
                <ShippingRow key={shipping.id} shipping={shipping} />
              ))}
            </tbody>
          </table>
          <ListFoot
            shown={shippings.length}
            text={t('campaigns.shippings.count', { smart_count: shippings.length })}
            list={list}
          />
        </>
      ) : null}
    </div>
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
    <header className="page-head cp-head">
      <Link to="/campaigns">{t('campaigns.title')}</Link>
      <h1 className="trunc own">{name}</h1>
      <Status status={status} />
      <span className="grow" />
      <Button
        variant="outlined"
        startIcon={<Download size={16} aria-hidden="true" />}
        onClick={() => void csvOf(id).then((file) => saveFile(file, `${name}.csv`), notifyError)}
      >
        CSV
      </Button>
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
          {totals.data ? <Figures campaign={one.data} report={totals.data} /> : null}
          {totals.error && !totals.data ? (
            <div className="card cp-figures">
              <ErrorState error={totals.error} retry={() => void totals.refetch()} />
            </div>
          ) : null}
          <Facts campaign={one.data} report={totals.data} />
          <Shippings campaignId={campaignId} />
        </>
      ) : null}
    </section>
  );
}
