import Switch from '@mui/material/Switch';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { ArrowDownWideNarrow } from 'lucide-react';
import { useT } from '../../../shell/i18n.ts';
import { IconButton } from '../../../shell/ui/icon-button.tsx';
import type { Counts } from '../live-cache/counts.ts';
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
      className="tk-tabs"
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
  const many: Record<SubTab, number | undefined> = { assigned: counts?.open, pending: counts?.pending };
  return (
    <Tabs
      className="tk-seg"
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
              {t(`tickets.tab.${half}`)} <span className="tk-count">{many[half] ?? ''}</span>
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

interface ToggleProps {
  readonly on: boolean;
  readonly phone: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Everybody's tickets instead of one's own; on a phone a chip beside the others. */
export function ShowAll({ on, phone, onChange }: ToggleProps) {
  const t = useT();
  if (phone)
    return (
      <button
        type="button"
        className={on ? 'chip on' : 'chip'}
        aria-pressed={on}
        aria-label={t('tickets.showAll')}
        onClick={() => onChange(!on)}
      >
        {t('tickets.showAll.short')}
      </button>
    );
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is the control
    <label className="tk-switch">
      {t('tickets.showAll')}
      <Switch checked={on} onChange={(event) => onChange(event.target.checked)} />
    </label>
  );
}

/** Who waits longest first, instead of who wrote last. */
export function ByWait({ on, phone, onChange }: ToggleProps) {
  const t = useT();
  if (phone)
    return (
      <button
        type="button"
        className={on ? 'chip on' : 'chip'}
        aria-pressed={on}
        aria-label={t('tickets.byWait')}
        onClick={() => onChange(!on)}
      >
        <ArrowDownWideNarrow size={16} aria-hidden="true" />
      </button>
    );
  return (
    <IconButton
      className={on ? 'tk-pressed' : ''}
      label={t('tickets.byWait')}
      icon={ArrowDownWideNarrow}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    />
  );
}
