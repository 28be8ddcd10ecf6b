import { Moon, RefreshCw, Search, Sun } from 'lucide-react';
import { useLocation } from 'react-router';
import { writtenDay } from '../days.ts';
import { useT } from '../i18n.ts';
import { usePageTitle } from '../page-title.ts';
import { useSession } from '../session.tsx';
import { Slot } from '../slot.tsx';
import { useThemeMode } from '../theme-mode.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { AccountMenu } from './account-menu.tsx';
import { isCurrent, useMenu } from './use-menu.ts';

export const TopBar = ({ openPalette }: { readonly openPalette: () => void }) => {
  const t = useT();
  const { user, can } = useSession();
  const { mode, toggle } = useThemeMode();
  const { pathname } = useLocation();
  const here = useMenu().find((entry) => isCurrent(pathname, entry.to));
  const place = here === undefined ? '' : t(here.label);
  usePageTitle(place, 'section');
  const dueDate = can('settings:manage') ? user.company.dueDate : null;
  return (
    <header className="topbar row gap-12">
      <p className="hello trunc small muted">
        <b className="ink">{t('shell.hello', { name: user.name })}</b> · {user.company.name}
      </p>
      {dueDate === null ? null : (
        <>
          <span className="sep" />
          <p className="hello due small muted nowrap">
            {t(user.company.trial ? 'shell.trialUntil' : 'shell.activeUntil', { date: writtenDay(dueDate) })}
          </p>
        </>
      )}
      {/* The page's own heading names it; this one is for the eye, where a phone has no room for both. */}
      <p className="here trunc" aria-hidden="true">
        {place}
      </p>
      <button
        type="button"
        className="palette-btn row narrow small subtle r-md boxed bg-2"
        onClick={openPalette}
        aria-keyshortcuts="Control+K"
        aria-label={t('shell.palette.open')}
      >
        <Search className="i i-sm" size={16} aria-hidden="true" />
        <span className="trunc">{t('shell.palette.open')}</span>
        <kbd className="aside fixed">Ctrl K</kbd>
      </button>
      <div className="row" style={{ gap: 2 }}>
        <IconButton
          className="wide-only"
          label={t('shell.refresh')}
          icon={RefreshCw}
          onClick={() => location.reload()}
        />
        <Slot name="topbar.item" props={{}} />
        <IconButton
          label={t(mode === 'dark' ? 'shell.theme.toLight' : 'shell.theme.toDark')}
          icon={mode === 'dark' ? Sun : Moon}
          onClick={toggle}
        />
        <Slot name="topbar.notifications" props={{}} />
        <AccountMenu />
      </div>
    </header>
  );
};
