import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarClock, CircleDashed, Pencil, Play } from 'lucide-react';
import { useState } from 'react';
import { useLocale, useT } from '../../shell/i18n.ts';
import { notify } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { CampaignDialog } from './campaign-dialog.tsx';
import { type CampaignReport, type CampaignView, keys, runCampaign, writtenTime } from './data.ts';

interface Props {
  readonly campaign: CampaignView;
  /** Absent: how many will get it is not known. */
  readonly report: CampaignReport | undefined;
}

/** In place of figures that are all nought: when it begins, for how many, and what can be done until then. */
export function NotBegun({ campaign, report }: Props) {
  const t = useT();
  const locale = useLocale();
  const cache = useQueryClient();
  const [open, setOpen] = useState<'start' | 'edit'>();
  const { id, name, status, scheduledAt, contactListId, tagListId, editable } = campaign;
  const isDue = status === 'PROGRAMADA' && scheduledAt !== null;
  const Icon = isDue ? CalendarClock : CircleDashed;
  const isAimed = contactListId !== null || tagListId !== null;
  const recipients = report?.recipients ?? 0;
  const who = !isAimed
    ? t('campaigns.notBegun.noList')
    : report && recipients === 0
      ? t('campaigns.notBegun.nobody')
      : report &&
        `${t('campaigns.recipients', { smart_count: recipients, number: recipients.toLocaleString(locale) })}.`;
  const start = async () => {
    await runCampaign(id, 'start');
    await cache.invalidateQueries({ queryKey: keys.all });
    notify.success('campaigns.start.done');
  };
  return (
    <div className="card row phone-wrap p-16 fixed mb-16 gap-16">
      <Icon className="muted wide-only" size={24} aria-hidden="true" />
      <div className="grow phone-line">
        <h2 className="h1">
          {isDue ? t('campaigns.notBegun.at', { at: writtenTime(scheduledAt) }) : t('campaigns.notBegun')}
        </h2>
        <p className="muted">
          {[who, t(isDue ? 'campaigns.notBegun.byItself' : 'campaigns.notBegun.byHand')]
            .filter(Boolean)
            .join(' ')}
        </p>
      </div>
      <div className="row wrap">
        {editable ? (
          <Button
            variant="outlined"
            startIcon={<Pencil size={16} aria-hidden="true" />}
            onClick={() => setOpen('edit')}
          >
            {t('campaigns.edit')}
          </Button>
        ) : null}
        <Button
          variant="contained"
          startIcon={<Play size={16} aria-hidden="true" />}
          onClick={() => setOpen('start')}
        >
          {t('campaigns.start')}
        </Button>
      </div>
      {open === 'edit' ? <CampaignDialog campaign={campaign} onClose={() => setOpen(undefined)} /> : null}
      <ConfirmDialog
        harmless
        open={open === 'start'}
        title={t('campaigns.start.ask', { name })}
        action={t('campaigns.start')}
        onClose={() => setOpen(undefined)}
        onConfirm={start}
      />
    </div>
  );
}
