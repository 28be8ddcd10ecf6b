import Button from '@mui/material/Button';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChartNoAxesColumn, CirclePause, Eye, Pencil, Play, Plus, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { connectionsQuery } from '../../shell/connections.ts';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { FilterMenu } from '../../shell/ui/filter-menu.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { ListFoot } from '../../shell/ui/list-foot.tsx';
import { PageHeader } from '../../shell/ui/page-header.tsx';
import { SearchField } from '../../shell/ui/search-field.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../shell/ui/states.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import './campaigns.css';
import {
  type CampaignView,
  campaignsQuery,
  deleteCampaign,
  keys,
  runCampaign,
  type Sought,
  statuses,
  writtenTime,
} from './data.ts';
import { Progress, Status } from './status.tsx';

type Deed = 'start' | 'cancel' | 'restart';
type Asked = { readonly deed: Deed | 'delete'; readonly campaign: CampaignView };
const deedOf = {
  INATIVA: 'start',
  PROGRAMADA: 'start',
  EM_ANDAMENTO: 'cancel',
  CANCELADA: 'restart',
} as const;
const icons = { start: Play, cancel: CirclePause, restart: Play };
const goingOut: Sought = { searchParam: '', status: 'EM_ANDAMENTO', whatsappId: '' };
const columns = ['name', 'status', 'list', 'connection', 'scheduledAt', 'completedAt'] as const;

interface RowProps {
  readonly campaign: CampaignView;
  readonly onEdit: (campaign: CampaignView) => void;
  readonly onAsk: (asked: Asked) => void;
}

/** What can be done with a campaign as it stands. */
function Actions({ campaign, onEdit, onAsk }: RowProps) {
  const t = useT();
  const navigate = useNavigate();
  const { id, name, status, editable } = campaign;
  const deed = status in deedOf ? deedOf[status as keyof typeof deedOf] : undefined;
  return (
    <div className="cp-actions">
      {deed ? (
        <IconButton
          icon={icons[deed]}
          label={t(`campaigns.${deed}.one`, { name })}
          onClick={() => onAsk({ deed, campaign })}
        />
      ) : null}
      <IconButton
        icon={ChartNoAxesColumn}
        label={t('campaigns.report.one', { name })}
        onClick={() => void navigate(`/campaign/${encodeURIComponent(id)}/report`)}
      />
      <IconButton
        icon={editable ? Pencil : Eye}
        label={t(editable ? 'campaigns.edit.one' : 'campaigns.see.one', { name })}
        onClick={() => onEdit(campaign)}
      />
      <IconButton
        icon={Trash2}
        label={t('campaigns.delete.one', { name })}
        onClick={() => onAsk({ deed: 'delete', campaign })}
      />
    </div>
  );
}

/** One campaign: its columns as the specification words them; on a phone a card. */
function Row(props: RowProps) {
  const t = useT();
  const locale = useLocale();
  const { campaign } = props;
  const { name, status, contactList, tagList, connection, scheduledAt, completedAt, totals } = campaign;
  const list = contactList?.name ?? (tagList && t('campaigns.tagged', { name: tagList.name }));
  const count = (status === 'FINALIZADA' ? totals?.delivered : totals?.recipients) ?? 0;
  const time = (at: string | null, none: string) =>
    at === null ? <span className="subtle">{t(none)}</span> : writtenTime(at);
  return (
    <tr>
      <td className="cp-name">
        <b>{name}</b>
        {list ? null : <small className="cp-lacks">{t('campaigns.noList')}</small>}
      </td>
      <td className="cp-state">
        <Status status={status} />
        {totals && (status === 'EM_ANDAMENTO' || status === 'CANCELADA') ? (
          <Progress totals={totals} label={t('campaigns.progress', { name })} />
        ) : null}
      </td>
      <td data-label={t('campaigns.column.list')}>
        {list ?? <span className="subtle">{t('campaigns.list.none')}</span>}
        {totals ? (
          <small className="subtle">
            {t(status === 'FINALIZADA' ? 'campaigns.received' : 'campaigns.recipients', {
              smart_count: count,
              number: count.toLocaleString(locale),
            })}
          </small>
        ) : null}
      </td>
      <td className="cp-connection" data-label={t('campaigns.column.connection')}>
        {connection?.name ?? <span className="subtle">{t('campaigns.connection.none')}</span>}
      </td>
      <td className="num" data-label={t('campaigns.column.scheduledAt')}>
        {time(scheduledAt, 'campaigns.scheduledAt.none')}
      </td>
      <td className="num" data-label={t('campaigns.column.completedAt')}>
        {time(completedAt, 'campaigns.completedAt.none')}
      </td>
      <td className="r cp-deeds">
        <Actions {...props} />
      </td>
    </tr>
  );
}

/** The campaign that goes out now, in front of all others. */
function Running({ campaign, onAsk }: Pick<RowProps, 'campaign' | 'onAsk'>) {
  const t = useT();
  const locale = useLocale();
  const { id, name, connection, totals } = campaign;
  return (
    <div className="card cp-now">
      <div className="row">
        <span className="status cp-runs">
          <Send className="i" size={16} aria-hidden="true" />
          {t('campaigns.now')}
        </span>
        <b className="grow trunc">{name}</b>
        {totals ? (
          <span className="muted num">
            {t('campaigns.delivered', {
              done: totals.delivered.toLocaleString(locale),
              all: totals.recipients.toLocaleString(locale),
            })}
          </span>
        ) : null}
      </div>
      {totals ? <Progress totals={totals} label={t('campaigns.progress', { name })} /> : null}
      <div className="row">
        <span className="grow muted">
          {connection ? t('campaigns.through', { name: connection.name }) : null}
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

/** What the list is narrowed to. */
function Filters(props: { readonly sought: Sought; readonly onChange: (change: Partial<Sought>) => void }) {
  const { sought, onChange } = props;
  const t = useT();
  const { data: connections = [] } = useQuery(connectionsQuery);
  return (
    <div className="row cp-filters">
      <FilterMenu
        label={t('campaigns.column.status')}
        all={t('campaigns.all')}
        chosen={sought.status}
        options={statuses.map((value) => ({ value, label: t(`campaigns.status.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      {connections.length > 1 ? (
        <FilterMenu
          label={t('campaigns.column.connection')}
          all={t('campaigns.any')}
          chosen={sought.whatsappId}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(whatsappId) => onChange({ whatsappId })}
        />
      ) : null}
    </div>
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
  // Whatever the list is narrowed to.
  const { data: now } = useInfiniteQuery(campaignsQuery(goingOut));
  const running = now?.pages[0]?.records.find(({ status }) => status === 'EM_ANDAMENTO');
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
          className="cp-search"
          onSearch={(searchParam) => setSought((before) => ({ ...before, searchParam }))}
        />
        {add}
      </PageHeader>
      {running ? <Running campaign={running} onAsk={ask} /> : null}
      <Filters sought={sought} onChange={(change) => setSought((before) => ({ ...before, ...change }))} />
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
            <table className="table cp-table">
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
            </table>
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
        {...(asked?.deed === 'start' && { action: t('campaigns.start') })}
        onClose={() => setAsked(undefined)}
        onConfirm={() => act(asked!)}
      />
    </section>
  );
}
