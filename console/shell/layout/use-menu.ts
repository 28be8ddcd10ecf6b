import { type MenuEntry, passes } from '../plugin.ts';
import { plugins } from '../registry.ts';
import { useSession } from '../session.tsx';

const all = plugins
  .flatMap((plugin) => (plugin.menu ?? []) as readonly MenuEntry[])
  .toSorted((a, b) => (a.order ?? 50) - (b.order ?? 50));

export const useMenu = (): readonly MenuEntry[] => {
  const session = useSession();
  return all.filter((entry) => passes(entry, session));
};

/** Whether an entry's page is open: the address begins with it. */
export const isCurrent = (pathname: string, to: string): boolean =>
  to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`);
