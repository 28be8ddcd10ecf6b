import Tooltip from '@mui/material/Tooltip';
import { Fragment, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { useT } from '../i18n.ts';
import type { MenuEntry } from '../plugin.ts';
import { Brand } from '../ui/brand.tsx';
import { useVersion } from '../use-version.ts';
import { isCurrent, useMenu } from './use-menu.ts';

const noBadge = () => false;

const Item = ({ entry, open }: { readonly entry: MenuEntry; readonly open: boolean }) => {
  const t = useT();
  const { pathname } = useLocation();
  const badge = (entry.badge ?? noBadge)();
  const Icon = entry.icon;
  const label = t(entry.label);
  const link = (
    <Link
      className="row gap-12 body medium nowrap"
      to={entry.to}
      aria-current={isCurrent(pathname, entry.to) ? 'page' : undefined}
      aria-label={open ? undefined : label}
    >
      <Icon size={18} className="i" />
      <span>{label}</span>
      {badge === true ? <span className="dot alert" /> : null}
      {typeof badge === 'number' && badge > 0 ? (
        <span className="pip fixed lh-18 centered">{badge > 99 ? '99+' : badge}</span>
      ) : null}
    </Link>
  );
  return (
    <li>
      {open ? (
        link
      ) : (
        <Tooltip title={label} placement="right">
          {link}
        </Tooltip>
      )}
    </li>
  );
};

/** The menu: icons only, or with their names. */
export const Rail = ({ open, toggle }: { readonly open: boolean; readonly toggle: () => void }) => {
  const t = useT();
  const menu = useMenu();
  const { data } = useVersion();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // A page reached by the palette or an address may have its entry below the menu's edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is current follows the address
  useEffect(() => {
    nav.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, open, menu.length]);
  const group = (name: MenuEntry['group']) => menu.filter((entry) => (entry.group ?? 'main') === name);
  return (
    <aside className="rail col">
      <button
        type="button"
        className="brand row gap-10 fixed full left"
        onClick={toggle}
        aria-expanded={open}
        aria-label={t(open ? 'shell.menu.collapse' : 'shell.menu.expand')}
      >
        <Brand place="interno" small={!open} />
      </button>
      <nav className="col fill" ref={nav} aria-label={t('shell.menu')}>
        <div className="rail-all fill">
          <ul className="nav col gap-2">
            {group('main').map((entry) => (
              <Item key={entry.id} entry={entry} open={open} />
            ))}
          </ul>
          {(['campaigns', 'admin'] as const).map((name) =>
            group(name).length === 0 ? null : (
              <Fragment key={name}>
                {open ? (
                  <p className="rail-h caption medium">{t(`shell.menu.${name}`)}</p>
                ) : (
                  <hr className="full" />
                )}
                <ul className="nav col gap-2">
                  {group(name).map((entry) => (
                    <Item key={entry.id} entry={entry} open={open} />
                  ))}
                </ul>
              </Fragment>
            ),
          )}
        </div>
        <ul className="nav col gap-2 fixed mt-8">
          {group('foot').map((entry) => (
            <Item key={entry.id} entry={entry} open={open} />
          ))}
        </ul>
      </nav>
      <p className="rail-ver lh-16 nowrap badge">
        {data === undefined ? ' ' : open ? t('shell.version', { version: data.version }) : data.version}
      </p>
    </aside>
  );
};
