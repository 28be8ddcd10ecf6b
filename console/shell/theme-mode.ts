import { persisted, usePersisted } from './persisted.ts';

export type ThemeMode = 'light' | 'dark';

const system = (): ThemeMode => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

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

const setThemeMode = (mode: ThemeMode): void => {
  chosenMode.set(mode);
  applyThemeMode();
};

const toggleThemeMode = (): void => setThemeMode(currentMode() === 'dark' ? 'light' : 'dark');

/** Returns the theme in use and the way to change it. Kept as `preferredTheme`. */
export const useThemeMode = (): { mode: ThemeMode; set: (mode: ThemeMode) => void; toggle: () => void } => {
  const mode = usePersisted(chosenMode) ?? system();
  return { mode, set: setThemeMode, toggle: toggleThemeMode };
};
