import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Check, ChevronDown, LogOut, RefreshCw, UserRound, Volume2 } from 'lucide-react';
import { useState } from 'react';
import { localeNames, locales, useLocale, useSetLocale, useT } from '../i18n.ts';
import { notifyError } from '../notify.ts';
import { logout, useSession } from '../session.tsx';
import { Slot } from '../slot.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { VolumePopover } from './volume-button.tsx';

/** Too narrow for all buttons of the bar. */
const PHONE = '(max-width: 599px)';

export const AccountMenu = () => {
  const t = useT();
  const { user } = useSession();
  const locale = useLocale();
  const phone = useMediaQuery(PHONE);
  const setLocale = useSetLocale();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [volumeAnchor, setVolumeAnchor] = useState<HTMLElement | null>(null);
  const [profile, setProfile] = useState(false);
  const close = () => setAnchor(null);
  return (
    <>
      <button
        type="button"
        className="row"
        style={{ gap: 4, height: 40, padding: '0 4px' }}
        aria-label={`${t('shell.account')}: ${user.name}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar name={user.name} id={user.id} size={28} />
        <ChevronDown size={16} aria-hidden="true" />
      </button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <li className="col" style={{ padding: '6px 10px 10px' }} aria-hidden="true">
          <b>{user.name}</b>
          <span className="muted">{user.email}</span>
        </li>
        <MenuItem
          divider
          onClick={() => {
            close();
            setProfile(true);
          }}
        >
          <UserRound size={16} aria-hidden="true" />
          {t('shell.profile')}
        </MenuItem>
        {phone ? (
          <MenuItem
            onClick={() => {
              setVolumeAnchor(anchor);
              close();
            }}
          >
            <Volume2 size={16} aria-hidden="true" />
            {t('shell.volume')}
          </MenuItem>
        ) : null}
        {phone ? (
          <MenuItem divider onClick={() => location.reload()}>
            <RefreshCw size={16} aria-hidden="true" />
            {t('shell.refresh')}
          </MenuItem>
        ) : null}
        {locales.map((name) => (
          <MenuItem
            key={name}
            lang={name}
            selected={name === locale}
            onClick={() => {
              setLocale(name);
              close();
            }}
          >
            <span className="grow">{localeNames[name]}</span>
            {name === locale ? <Check size={16} aria-hidden="true" /> : null}
          </MenuItem>
        ))}
        <MenuItem
          divider={false}
          onClick={() => {
            close();
            logout().catch(notifyError);
          }}
        >
          <LogOut size={16} aria-hidden="true" />
          {t('shell.logout')}
        </MenuItem>
      </Menu>
      <VolumePopover anchor={volumeAnchor} onClose={() => setVolumeAnchor(null)} />
      {profile ? <Slot name="account.profile" props={{ onClose: () => setProfile(false) }} /> : null}
    </>
  );
};
