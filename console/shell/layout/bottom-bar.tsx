import { Link, useLocation } from 'react-router';
import { useT } from '../i18n.ts';
import type { MenuEntry } from '../plugin.ts';
import { isCurrent, useMenu } from './use-menu.ts';

const noBadge = () => false;
const most = 5;

const Item = ({ entry }: { readonly entry: MenuEntry }) => {
  const t = useT();
  const { pathname } = useLocation();
  const badge = (entry.badge ?? noBadge)();
  const Icon = entry.icon;
  return (
    <Link to={entry.to} aria-current={isCurrent(pathname, entry.to) ? 'page' : undefined}>
      <Icon size={20} className="i" />
      {t(entry.short ?? entry.label)}
      {typeof badge === 'number' && badge > 0 ? (
        <span className="pip">{badge > 99 ? '99+' : badge}</span>
      ) : null}
    </Link>
  );
};

/** The phone's menu: what phones need first, at most five. */
export const BottomBar = () => {
  const t = useT();
  const menu = useMenu();
  const shown = [...menu.filter((entry) => entry.phone), ...menu.filter((entry) => !entry.phone)].slice(
    0,
    most,
  );
  return (
    <nav className="bottom" aria-label={t('shell.menu')}>
      {shown.map((entry) => (
        <Item key={entry.id} entry={entry} />
      ))}
    </nav>
  );
};
