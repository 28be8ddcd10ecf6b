import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Check, ChevronDown, LogOut, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { localeNames, useLocale, useSetLocale, useT } from '../i18n.ts';
import { locales } from '../locale.ts';
import { notifyError } from '../notify.ts';
import { logout, useSession } from '../session.tsx';
import { type Part, PartIn, PartMark, useParts } from '../slot.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { usePopup } from '../ui/use-popup.ts';

/** Too narrow for all buttons of the bar. */
const PHONE = '(max-width: 599px)';

export const AccountMenu = () => {
  const t = useT();
  const { user } = useSession();
  const locale = useLocale();
  const phone = useMediaQuery(PHONE);
  const setLocale = useSetLocale();
  const { close, button, popup } = usePopup('menu');
  /** What stands in the bar where there is room for it. */
  const all = useParts('account.item');
  const items = phone ? all : [];
  const dialogs = useParts('account.dialog');
  const [item, setItem] = useState<{ readonly part: Part; readonly anchor: HTMLElement | null }>();
  return (
    <>
      <button
        type="button"
        className="row"
        style={{ gap: 4, height: 40, padding: '0 4px', position: 'relative' }}
        aria-label={`${t('shell.account')}: ${user.name}`}
        {...button}
      >
        <Avatar name={user.name} id={user.id} size={28} />
        <ChevronDown size={16} aria-hidden="true" />
        {items.map((part) => (
          <PartMark key={part.id} part={part} />
        ))}
      </button>
      <Menu
        {...popup}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <li className="col" style={{ padding: '6px 10px 10px' }} aria-hidden="true">
          <b>{user.name}</b>
          <span className="muted">{user.email}</span>
        </li>
        {[...dialogs, ...items].map((part) => (
          <MenuItem
            key={part.id}
            divider={part === dialogs.at(-1)}
            onClick={() => {
              setItem({ part, anchor: popup.anchorEl });
              close();
            }}
          >
            {part.icon === undefined ? null : <part.icon size={16} aria-hidden="true" />}
            {t(part.label)}
            <PartMark part={part} />
          </MenuItem>
        ))}
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
      {item === undefined ? null : (
        <PartIn part={item.part} props={{ anchor: item.anchor, onClose: () => setItem(undefined) }} />
      )}
    </>
  );
};
