import { useSyncExternalStore } from 'react';
import { store, stored } from './storage.ts';

export type ThemeMode = 'light' | 'dark';

const listeners = new Set<() => void>();
const system = (): ThemeMode => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
const current = (): ThemeMode => {
  const held = stored('preferredTheme');
  return held === 'dark' || held === 'light' ? held : system();
};

/** Before the first paint, so that a dark screen never flashes white. */
export const applyThemeMode = (): void => {
  document.documentElement.dataset.theme = current();
};

export const setThemeMode = (mode: ThemeMode): void => {
  store('preferredTheme', mode);
  applyThemeMode();
  for (const listener of listeners) listener();
};

export const toggleThemeMode = (): void => setThemeMode(current() === 'dark' ? 'light' : 'dark');

/** The theme in use and the way to change it. Kept as `preferredTheme`. */
export const useThemeMode = (): { mode: ThemeMode; set: (mode: ThemeMode) => void; toggle: () => void } => {
  const mode = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, current);
  return { mode, set: setThemeMode, toggle: toggleThemeMode };
};
