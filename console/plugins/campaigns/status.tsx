import { CalendarClock, CircleCheck, CircleDashed, CirclePause, Send } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import type { CampaignStatus, CampaignTotals } from './data.ts';

const looks = {
  INATIVA: ['', CircleDashed],
  PROGRAMADA: ['c-info', CalendarClock],
  EM_ANDAMENTO: ['cp-runs', Send],
  CANCELADA: ['c-warn', CirclePause],
  FINALIZADA: ['c-ok', CircleCheck],
} as const;

/** The state in an icon and a word, never by colour alone. */
export function Status({ status }: { readonly status: CampaignStatus }) {
  const t = useT();
  const [tone, Icon] = looks[status];
  return (
    <span className={`status ${tone}`}>
      <Icon className="i" size={16} aria-hidden="true" />
      {t(`campaigns.status.${status}`)}
    </span>
  );
}

const part = (count: number, all: number) => `${all === 0 ? 0 : (count / all) * 100}%`;

/** How far it is: delivered, waiting for a yes, failed. */
export function Progress({ totals, label }: { readonly totals: CampaignTotals; readonly label: string }) {
  const { recipients, delivered, asked, failed } = totals;
  return (
    <div
      className="cp-progress flex clip bg-3 r-xs"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={recipients}
      aria-valuenow={delivered}
    >
      <i style={{ width: part(delivered, recipients) }} />
      <i className="cp-asked" style={{ width: part(asked, recipients) }} />
      <i className="cp-failed" style={{ width: part(failed, recipients) }} />
    </div>
  );
}
