import { CalendarClock, CircleCheck, CircleDashed, CirclePause, Send } from 'lucide-react';
import { useT } from '../../shell/i18n.ts';
import { ProgressBar } from '../../shell/ui/progress-bar.tsx';
import type { CampaignStatus, CampaignTotals } from './data.ts';

const looks = {
  INATIVA: ['', CircleDashed],
  PROGRAMADA: ['c-info', CalendarClock],
  EM_ANDAMENTO: ['c-accent', Send],
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

/** How far it is: delivered, waiting for a yes, failed, left out. */
export function Progress({ totals, label }: { readonly totals: CampaignTotals; readonly label: string }) {
  const { recipients, delivered, asked, failed, leftOut } = totals;
  return (
    <ProgressBar
      label={label}
      all={recipients}
      now={delivered}
      parts={[
        { count: delivered },
        { count: asked, tone: 'cp-asked' },
        { count: failed, tone: 'c-err' },
        { count: leftOut, tone: 'c-warn' },
      ]}
    />
  );
}
