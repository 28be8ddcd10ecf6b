import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronRight, CirclePause, Download, Play } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { saveFile } from '../../shell/save-file.ts';
import { GoneState, isGone } from '../../shell/ui/gone-state.tsx';
import { ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import './campaigns.css';
import { type CampaignView, campaignQuery, csvOf, hasBegun, keys, reportQuery, runCampaign } from './data.ts';
import { NotBegun } from './not-begun.tsx';
import './report.css';
import { Facts, Figures, Reasons } from './report-figures.tsx';
import { Funnel, Variants } from './report-funnel.tsx';
import { Shippings } from './shippings.tsx';
import { Status } from './status.tsx';

/** The specification's wait after a campaign is finished, until its last figures are asked for. */
const lastLookMs = 5_000;

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
  usePageTitle(name);
  const deed = status === 'EM_ANDAMENTO' ? 'cancel' : status === 'CANCELADA' ? 'restart' : undefined;
  const Icon = deed === 'cancel' ? CirclePause : Play;
  return (
    <header className="page-head row phone-wrap fixed">
      <Link className="small muted" to="/campaigns">
        {t('campaigns.title')}
      </Link>
      <ChevronRight className="subtle wide-only" size={14} aria-hidden="true" />
      <h1 className="trunc own phone-line">{name}</h1>
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
  const t = useT();
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
  if (isGone(one.error)) return <GoneState error={one.error} to="/campaigns" back={t('campaigns.back')} />;
  return (
    <section className="page scroll">
      {one.error && !one.data ? <ErrorState error={one.error} retry={() => void one.refetch()} /> : null}
      {one.isPending ? <SkeletonRows rows={6} height={56} /> : null}
      {one.data ? (
        <>
          <Head campaign={one.data} />
          {hasBegun(one.data) ? null : <NotBegun campaign={one.data} report={totals.data} />}
          {totals.data && hasBegun(one.data) ? (
            <Figures campaign={one.data} report={totals.data} updatedAt={totals.dataUpdatedAt} />
          ) : null}
          {totals.error && !totals.data ? (
            <div className="card p-12-16 grid gap-10 fixed mb-16">
              <ErrorState error={totals.error} retry={() => void totals.refetch()} />
            </div>
          ) : null}
          <div className={`grid gap-16 mb-16 ${hasBegun(one.data) ? 'split' : ''}`}>
            {totals.data && hasBegun(one.data) ? (
              <div className="grid gap-16 narrow">
                <Funnel campaign={one.data} report={totals.data} />
                <Variants campaign={one.data} report={totals.data} />
              </div>
            ) : null}
            <div className="grid gap-16 narrow">
              {totals.data ? <Reasons report={totals.data} /> : null}
              <Facts campaign={one.data} report={totals.data} />
            </div>
          </div>
          {hasBegun(one.data) ? <Shippings campaign={one.data} /> : null}
        </>
      ) : null}
    </section>
  );
}
