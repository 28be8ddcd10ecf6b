import { ChartNoAxesColumn, CirclePause, Eye, Pencil, Play, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLocale, useT } from '../../shell/i18n.ts';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { type CampaignView, writtenTime } from './data.ts';
import { Progress, Status } from './status.tsx';

type Deed = 'start' | 'cancel' | 'restart';
export type Asked = { readonly deed: Deed | 'delete'; readonly campaign: CampaignView };
const deedOf = {
  INATIVA: 'start',
  PROGRAMADA: 'start',
  EM_ANDAMENTO: 'cancel',
  CANCELADA: 'restart',
} as const;
const icons = { start: Play, cancel: CirclePause, restart: Play };
export interface RowProps {
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
    <div className="flex end">
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
export function Row(props: RowProps) {
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
      <td>
        <b>{name}</b>
        {list ? null : <small className="t-warning">{t('campaigns.noList')}</small>}
      </td>
      <td>
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
      <td className="deeds">
        <Actions {...props} />
      </td>
    </tr>
  );
}
