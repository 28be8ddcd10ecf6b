import { loadLater } from '../later.tsx';

interface Closed {
  readonly close: () => void;
}

/** What a key opens over any page. */
export const Palette = loadLater<Closed>(() => import('./palette.tsx').then((m) => ({ default: m.Palette })));
export const ShortcutList = loadLater<Closed>(() =>
  import('./shortcut-list.tsx').then((m) => ({ default: m.ShortcutList })),
);

/** Fetches their code: what is typed right behind the key must find its field. */
export function fetchLateParts(): void {
  Palette.fetch();
  ShortcutList.fetch();
}
