import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { CirclePause, Moon, Plus, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { connectionsQuery } from '../../shell/connections.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { CardTable } from '../../shell/ui/card-table.tsx';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { useWaits } from './because.ts';
import { CampaignDialog } from './campaign-dialog.tsx';
import { type Asked, Row, type RowProps } from './campaign-row.tsx';
import './campaigns.css';
import {
  type CampaignView,
  campaignsQuery,
  deleteCampaign,
  keys,
  type RunningCampaign,
  runCampaign,
  type Sought,
  statuses,
} from './data.ts';
import { Progress } from './status.tsx';

const columns = ['name', 'status', 'list', 'connection', 'scheduledAt', 'completedAt'] as const;

interface RunningProps extends Pick<RowProps, 'onAsk'> {
  readonly campaign: RunningCampaign;
}
/** The campaign that goes out now, or waits to, in front of all others. */
function Running({ campaign, onAsk }: RunningProps) {
  const t = useT();
  const locale = useLocale();
  const { id, name, connection, totals } = campaign;
  const waitsText = useWaits()(campaign);
  const Icon = waitsText === undefined ? Send : Moon;
  return (
    <div className="card p-12-16 fixed grid gap-10 mb-16">
      <div className="row phone-wrap">
        <span className="status c-accent">
          <Icon className="i" size={16} aria-hidden="true" />
          {t(waitsText === undefined ? 'campaigns.now' : 'campaigns.now.waits')}
        </span>
        <b className="grow trunc">{name}</b>
        {totals ? (
          <span className="muted num">
            {t('campaigns.delivered', {
              done: totals.delivered.toLocaleString(locale),
              all: totals.recipients.toLocaleString(locale),
              smart_count: totals.recipients,
            })}
          </span>
        ) : null}
      </div>
      {totals ? <Progress totals={totals} label={t('campaigns.progress', { name })} /> : null}
      <div className="row phone-wrap">
        <span className="grow muted">
          {waitsText ?? (connection ? t('campaigns.through', { name: connection.name }) : null)}
        </span>
        <Button
          size="small"
          variant="outlined"
          startIcon={<CirclePause size={16} aria-hidden="true" />}
          onClick={() => onAsk({ deed: 'cancel', campaign })}
        >
          {t('campaigns.cancel')}
        </Button>
        <Button size="small" component={Link} to={`/campaign/${encodeURIComponent(id)}/report`}>
          {t('campaigns.seeReport')}
        </Button>
      </div>
    </div>
  );
}

interface FiltersProps {
  readonly sought: Sought;
  readonly onChange: (sought: Sought) => void;
}
/** What the list is narrowed to; a connection where there are several. */
function Filters({ sought, onChange }: FiltersProps) {
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsQuery);
  return (
    <>
      <FilterMenu
        label={t('campaigns.column.status')}
        all={t('campaigns.all')}
        chosen={sought.status}
        options={statuses.map((value) => ({ value, label: t(`campaigns.status.${value}`) }))}
        onChange={(status) => onChange({ ...sought, status })}
      />
      {connections.length > 1 ? (
        <FilterMenu
          label={t('campaigns.column.connection')}
          all={t('campaigns.any')}
          chosen={sought.whatsappId}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(whatsappId) => onChange({ ...sought, whatsappId })}
        />
      ) : null}
    </>
  );
}

/** /campaigns: what goes out to many, by state. */
export function CampaignsPage() {
  const t = useT();
  const cache = useQueryClient();
  const [sought, setSought] = useState<Sought>({ searchParam: '', status: '', whatsappId: '' });
  const [open, setOpen] = useState<{ readonly campaign?: CampaignView }>();
  const [asked, setAsked] = useState<Asked>();
  const list = useInfiniteQuery(campaignsQuery(sought));
  const { data, error, isPending, refetch } = list;
  const campaigns = data?.pages.flatMap(({ records }) => records) ?? [];
  const count = data?.pages[0]?.count ?? campaigns.length;
  const runningCampaign = data?.pages[0]?.running;
  const isSought = Object.values(sought).some((value) => value !== '');
  const act = async ({ deed, campaign: { id } }: Asked) => {
    await (deed === 'delete' ? deleteCampaign(id) : runCampaign(id, deed));
    await cache.invalidateQueries({ queryKey: keys.all });
    notify.success(`campaigns.${deed}.done`);
  };
  // Stopping and going on lose nothing: they are asked for at once.
  const ask = (next: Asked) =>
    next.deed === 'delete' || next.deed === 'start' ? setAsked(next) : void act(next).catch(notifyError);
  const add = (
    <Button variant="contained" aria-label={t('campaigns.add')} onClick={() => setOpen({})}>
      <Plus size={16} aria-hidden="true" />
      <span>{t('campaigns.add')}</span>
    </Button>
  );
  return (
    <section className="page scroll">
      <PageHeader title={t('campaigns.title')} {...(data && { count })}>
        <SearchField
          label={t('campaigns.search')}
          onSearch={(searchParam) => setSought((before) => ({ ...before, searchParam }))}
        />
        {add}
      </PageHeader>
      {runningCampaign ? <Running campaign={runningCampaign} onAsk={ask} /> : null}
      <div className="row phone-wrap mb-12">
        <Filters sought={sought} onChange={setSought} />
      </div>
      <div className="card">
        {isPending ? <SkeletonRows rows={6} height={56} /> : null}
        {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {data && campaigns.length === 0 ? (
          <EmptyState
            title={t(isSought ? 'campaigns.nothing' : 'campaigns.empty')}
            text={t(isSought ? 'campaigns.nothing.text' : 'campaigns.empty.text')}
            {...(!isSought && { action: add })}
          />
        ) : null}
        {campaigns.length > 0 ? (
          <>
            <CardTable below={899} className="tall close cp-table">
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column} scope="col">
                      {t(`campaigns.column.${column}`)}
                    </th>
                  ))}
                  <th scope="col">
                    <span className="vh">{t('campaigns.column.actions')}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {campaigns.map((campaign) => (
                  <Row
                    key={campaign.id}
                    campaign={campaign}
                    onEdit={(one) => setOpen({ campaign: one })}
                    onAsk={ask}
                  />
                ))}
              </tbody>
            </CardTable>
            <ListFoot
              shown={campaigns.length}
              text={t('campaigns.count', { shown: campaigns.length, smart_count: count })}
              list={list}
            />
          </>
        ) : null}
      </div>
      {open ? <CampaignDialog {...open} onClose={() => setOpen(undefined)} /> : null}
      <ConfirmDialog
        open={asked !== undefined}
        title={asked ? t(`campaigns.${asked.deed}.ask`, { name: asked.campaign.name }) : ''}
        {...(asked?.deed === 'start' && { action: t('campaigns.start'), harmless: true })}
        onClose={() => setAsked(undefined)}
        onConfirm={() => act(asked!)}
      />
    </section>
  );
}
