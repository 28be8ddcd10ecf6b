import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { Pencil, RotateCw, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useT } from '../../shell/i18n.ts';
import { notify, notifyError } from '../../shell/notify.ts';
import { ConfirmDialog } from '../../shell/ui/confirm-dialog.tsx';
import { IconButton } from '../../shell/ui/icon-button.tsx';
import { deleteSchedule, retrySchedule, type ScheduleView } from './data.ts';
import { isSent } from './schedule-status.tsx';

export interface Deeds {
  readonly edit: (schedule: ScheduleView) => void;
  readonly remove: (schedule: ScheduleView) => void;
}

/** Returns the deed of a press on what stands in a calendar's entry, which is not one on the entry. */
const stopClick = (deed: () => void) => (click: MouseEvent) => {
  click.stopPropagation();
  deed();
};

/** What can be done with a schedule where it is listed. */
export function DeedButtons({ schedule, deeds }: { readonly schedule: ScheduleView; readonly deeds: Deeds }) {
  const t = useT();
  const cache = useQueryClient();
  const { name } = schedule.contact;
  const retry = async () => {
    try {
      await retrySchedule(schedule.id);
      await cache.invalidateQueries({ queryKey: ['schedules'] });
      notify.success('schedules.retried');
    } catch (error) {
      notifyError(error);
    }
  };
  if (schedule.status === 'ENVIADA')
    return <small className="sc-sent aside caption muted">{t('schedules.sent')}</small>;
  return (
    <span className="sc-deeds inline fixed aside">
      {schedule.status === 'CANCELADA' ? (
        <small className="sc-sent aside caption muted">{t('schedules.cancelledShort')}</small>
      ) : null}
      {schedule.status === 'ERRO' ? (
        <Button
          size="small"
          className="sc-retry"
          aria-label={t('schedules.retry')}
          onClick={stopClick(() => void retry())}
        >
          <RotateCw size={16} aria-hidden="true" />
          <span className="wide-only">{t('schedules.retry')}</span>
        </Button>
      ) : null}
      {isSent(schedule) ? null : (
        <>
          <IconButton
            small
            icon={Pencil}
            label={t('schedules.edit', { name })}
            onClick={stopClick(() => deeds.edit(schedule))}
          />
          <IconButton
            small
            icon={Trash2}
            label={t('schedules.delete', { name })}
            onClick={stopClick(() => deeds.remove(schedule))}
          />
        </>
      )}
    </span>
  );
}

/** Asks whether a schedule is to be deleted, and deletes it. */
export function DeleteQuestion({
  schedule,
  onClose,
  onDeleted,
}: {
  /** Undefined: nothing is asked. */
  readonly schedule: ScheduleView | undefined;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}) {
  const t = useT();
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      open={schedule !== undefined}
      title={t('schedules.deleteTitle')}
      onClose={onClose}
      onConfirm={async () => {
        await deleteSchedule(schedule!.id);
        await cache.invalidateQueries({ queryKey: ['schedules'] });
        notify.success('schedules.deleted');
        onDeleted?.();
      }}
    />
  );
}
