import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Check, ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { useT } from '../../../shell/i18n.ts';
import { ChipButton } from '../../../shell/ui/chips.tsx';
import { usePopup } from '../../../shell/ui/use-popup.ts';
import { type ListLocation, tabs } from './list-location.ts';

/** A phone's two sides (spec): the conversation left last, and the list, which is the one on the screen. */
export function PhoneSides({ last, place }: { readonly last: string | undefined; readonly place: string }) {
  const t = useT();
  return (
    <nav className="tk-sides grid fixed two line-b" aria-label={t('tickets.title')}>
      {last === undefined ? (
        <span className="middle body medium muted at h-44" aria-disabled="true">
          {t('tickets.tab.ticket')}
        </span>
      ) : (
        <Link className="middle body medium muted at h-44" to={`/tickets/${last}${place}`}>
          {t('tickets.tab.ticket')}
        </Link>
      )}
      <Link className="middle body medium muted at h-44" to={`/tickets${place}`} aria-current="page">
        {t('tickets.title')}
      </Link>
    </nav>
  );
}

/** The list's tabs as one chip: a phone has no room for a second row of tabs. */
export function TabChip({
  place,
  go,
}: {
  readonly place: ListLocation;
  readonly go: (change: Partial<ListLocation>) => void;
}) {
  const t = useT();
  const { close, button, popup } = usePopup('menu');
  return (
    <>
      <ChipButton on aria-label={`${t('tickets.tabs')}: ${t(`tickets.tab.${place.tab}`)}`} {...button}>
        <b>{t(`tickets.tab.${place.tab}`)}</b>
        <ChevronDown size={14} aria-hidden="true" />
      </ChipButton>
      <Menu {...popup} slotProps={{ list: { 'aria-label': t('tickets.tabs') } }}>
        {tabs.map((tab) => (
          <MenuItem
            key={tab}
            role="menuitemradio"
            aria-checked={tab === place.tab}
            onClick={() => {
              close();
              go({ tab });
            }}
          >
            <span className="fixed t-accent" style={{ width: 16 }}>
              {tab === place.tab ? <Check size={16} aria-hidden="true" /> : null}
            </span>
            {t(`tickets.tab.${tab}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
