import Switch from '@mui/material/Switch';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ArrowDownWideNarrow } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import { useSession } from '../../../shell/session.tsx';
import { ChipButton } from '../../../shell/ui/chips.tsx';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import type { Counts } from '../live-cache/counts.ts';
import { PHONE } from '../ticket/widths.ts';
import { useList } from './list-context.ts';
import { type ListLocation, type SubTab, subTabs, tabs } from './list-location.ts';

interface Props {
  readonly place: ListLocation;
  readonly go: (change: Partial<ListLocation>) => void;
}

/** Open, closed, search. */
export function ListTabs({ place, go }: Props) {
  const t = useT();
  return (
    <Tabs
      className="tk-tabs fixed px-16 line-b"
      value={place.tab}
      onChange={(_, tab) => go({ tab })}
      aria-label={t('tickets.tabs')}
    >
      {tabs.map((tab) => (
        <Tab key={tab} value={tab} label={t(`tickets.tab.${tab}`)} />
      ))}
    </Tabs>
  );
}

/** The open tab's halves, each with how many it holds. */
export function Halves({ place, go, counts }: Props & { readonly counts: Counts | undefined }) {
  const t = useT();
  const countsOfTabs: Record<SubTab, number | undefined> = {
    assigned: counts?.open,
    pending: counts?.pending,
  };
  return (
    <Tabs
      className="tk-seg seg grow"
      variant="fullWidth"
      value={place.half}
      onChange={(_, half) => go({ half })}
      aria-label={t('tickets.halves')}
      slotProps={{ indicator: { hidden: true } }}
    >
      {subTabs.map((half) => (
        <Tab
          key={half}
          value={half}
          label={
            <span>
              {t(`tickets.tab.${half}`)}{' '}
              <span className="tk-count caption num">{countsOfTabs[half] ?? ''}</span>
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

/** Everybody's tickets instead of one's own, for who may see them; on a phone a chip beside the others. */
export function ShowAll() {
  const t = useT();
  const { can } = useSession();
  const phone = useMediaQuery(PHONE);
  const { listLocation, base, setPreferences } = useList();
  const on = base.showAll;
  // Only the open tab makes a difference between one's own and all.
  if (listLocation.tab !== 'open' || !can('tickets-manager:showall')) return null;
  if (phone)
    return (
      <ChipButton
        on={on}
        aria-pressed={on}
        aria-label={t('tickets.showAll')}
        onClick={() => setPreferences({ showAll: !on })}
      >
        {t('tickets.showAll.short')}
      </ChipButton>
    );
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
    <label className="inline gap-8 caption medium muted nowrap aside press" style={{ minHeight: 28 }}>
      {t('tickets.showAll')}
      <Switch checked={on} onChange={(event) => setPreferences({ showAll: event.target.checked })} />
    </label>
  );
}

/** Of those who wait: who waits longest first, instead of who wrote last. */
export function ByWait() {
  const t = useT();
  const phone = useMediaQuery(PHONE);
  const { listLocation, preferences, setPreferences } = useList();
  const on = !preferences.latestFirst;
  const toggle = () => setPreferences({ latestFirst: on });
  if (listLocation.tab !== 'open' || listLocation.half !== 'pending') return null;
  if (phone)
    return (
      <ChipButton on={on} aria-pressed={on} aria-label={t('tickets.byWait')} onClick={toggle}>
        <ArrowDownWideNarrow size={16} aria-hidden="true" />
      </ChipButton>
    );
  return (
    <IconButton label={t('tickets.byWait')} icon={ArrowDownWideNarrow} aria-pressed={on} onClick={toggle} />
  );
}
