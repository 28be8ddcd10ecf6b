import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { Ellipsis } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useT } from '../i18n.ts';
import type { MenuEntry } from '../plugin.ts';
import { usePopup } from '../ui/use-popup.ts';
import { isCurrent, useMenu } from './use-menu.ts';

const noBadge = () => false;
/** Places of the bar; with more pages than these the last one opens the rest. */
const mostItems = 5;

const Badge = ({ entry }: { readonly entry: MenuEntry }) => {
  const badge = (entry.badge ?? noBadge)();
  if (badge === true) return <span className="dot alert" />;
  return typeof badge === 'number' && badge > 0 ? (
    <span className="pip fixed lh-18 centered">{badge > 99 ? '99+' : badge}</span>
  ) : null;
};

const Item = ({ entry }: { readonly entry: MenuEntry }) => {
  const t = useT();
  const { pathname } = useLocation();
  const Icon = entry.icon;
  return (
    <Link to={entry.to} aria-current={isCurrent(pathname, entry.to) ? 'page' : undefined}>
      <Icon size={20} className="i" />
      <span className="trunc">{t(entry.short ?? entry.label)}</span>
      <Badge entry={entry} />
    </Link>
  );
};

/** What has no place of its own in the bar. */
const More = ({ entries }: { readonly entries: readonly MenuEntry[] }) => {
  const t = useT();
  const { pathname } = useLocation();
  const { close, button, popup } = usePopup('menu');
  const here = entries.some((entry) => isCurrent(pathname, entry.to));
  return (
    <>
      <button type="button" aria-current={here ? 'true' : undefined} {...button}>
        <Ellipsis size={20} className="i" aria-hidden="true" />
        {t('shell.menu.more')}
      </button>
      <Menu
        {...popup}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        slotProps={{ paper: { className: 'opens-up' }, list: { 'aria-label': t('shell.menu.more') } }}
      >
        {entries.map((entry) => (
          <MenuItem
            key={entry.id}
            component={Link}
            to={entry.to}
            selected={isCurrent(pathname, entry.to)}
            onClick={close}
          >
            <entry.icon size={18} className="i" />
            {t(entry.label)}
            <Badge entry={entry} />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};

/** The phone's menu: what phones need first, and the rest behind the last place. */
export const BottomBar = () => {
  const t = useT();
  const menu = useMenu();
  const all = [...menu.filter((entry) => entry.phone), ...menu.filter((entry) => !entry.phone)];
  const shown = all.slice(0, all.length > mostItems ? mostItems - 1 : mostItems);
  return (
    <nav className="bottom" aria-label={t('shell.menu')}>
      {shown.map((entry) => (
        <Item key={entry.id} entry={entry} />
      ))}
      {shown.length < all.length ? <More entries={all.slice(shown.length)} /> : null}
    </nav>
  );
};
