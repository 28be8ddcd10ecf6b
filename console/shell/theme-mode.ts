import { useSyncExternalStore } from 'react';
import { persisted, usePersisted } from './persisted.ts';

export type ThemeMode = 'light' | 'dark';

const darkSystem = matchMedia('(prefers-color-scheme: dark)');
const system = (): ThemeMode => (darkSystem.matches ? 'dark' : 'light');
const onSystemChange = (listener: () => void): (() => void) => {
  darkSystem.addEventListener('change', listener);
  return () => darkSystem.removeEventListener('change', listener);
};

/** What was chosen; undefined: as the system has it. */
const chosenMode = persisted<ThemeMode | undefined>('preferredTheme', {
  read: (text) => (text === 'dark' || text === 'light' ? text : undefined),
  write: (mode) => mode ?? null,
});
const currentMode = (): ThemeMode => chosenMode.get() ?? system();

/** Before the first paint, so that a dark screen never flashes white. */
const applyThemeMode = (): void => {
  document.documentElement.dataset.theme = currentMode();
};

// Many systems turn dark in the evening, under a page that is open all day.
onSystemChange(applyThemeMode);

const setThemeMode = (mode: ThemeMode): void => {
  chosenMode.set(mode);
  applyThemeMode();
};

const toggleThemeMode = (): void => setThemeMode(currentMode() === 'dark' ? 'light' : 'dark');

/** Returns the theme in use and the way to change it. Kept as `preferredTheme`. */
export const useThemeMode = (): { mode: ThemeMode; set: (mode: ThemeMode) => void; toggle: () => void } => {
  const systemMode = useSyncExternalStore(onSystemChange, system);
  const mode = usePersisted(chosenMode) ?? systemMode;
  return { mode, set: setThemeMode, toggle: toggleThemeMode };
};
