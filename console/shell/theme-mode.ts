import { persisted, usePersisted } from './persisted.ts';

export type ThemeMode = 'light' | 'dark';

const system = (): ThemeMode => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

/** What was chosen; undefined: as the system has it. */
const chosen = persisted<ThemeMode | undefined>('preferredTheme', {
  read: (text) => (text === 'dark' || text === 'light' ? text : undefined),
  write: (mode) => mode ?? null,
});
const current = (): ThemeMode => chosen.get() ?? system();

/** Before the first paint, so that a dark screen never flashes white. */
const applyThemeMode = (): void => {
  document.documentElement.dataset.theme = current();
};

const setThemeMode = (mode: ThemeMode): void => {
  chosen.set(mode);
  applyThemeMode();
};

const toggleThemeMode = (): void => setThemeMode(current() === 'dark' ? 'light' : 'dark');

/** Returns the theme in use and the way to change it. Kept as `preferredTheme`. */
export const useThemeMode = (): { mode: ThemeMode; set: (mode: ThemeMode) => void; toggle: () => void } => {
  const mode = usePersisted(chosen) ?? system();
  return { mode, set: setThemeMode, toggle: toggleThemeMode };
};
