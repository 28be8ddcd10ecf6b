import { CheckCheck, CircleAlert, CircleSlash, Clock } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import type { ScheduleView } from './data.ts';

const icons = {
  PENDENTE: Clock,
  ENVIANDO: Clock,
  ENVIADA: CheckCheck,
  ERRO: CircleAlert,
  CANCELADA: CircleSlash,
} as const;

/** What became of a schedule, as a small picture with its name. */
export function StatusIcon({ status }: Pick<ScheduleView, 'status'>) {
  const t = useT();
  const Icon = icons[status];
  const tone = status === 'ERRO' ? 't-danger' : status === 'ENVIADA' ? 't-success' : '';
  return (
    <Icon
      size={14}
      className={`sc-icon fixed ${tone}`}
      role="img"
      aria-label={t(`schedules.status.${status}`)}
    />
  );
}

/** Whether nothing can be changed any more. */
export const isSent = ({ status }: Pick<ScheduleView, 'status'>): boolean =>
  status === 'ENVIADA' || status === 'ENVIANDO';
