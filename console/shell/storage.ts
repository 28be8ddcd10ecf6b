/** The spec's browser-storage keys (section 7), and `locale`. Nothing else is kept in the browser by the shell. */
export const storageKeys = [
  'token',
  'companyId',
  'userId',
  'companyDueDate',
  'cshow',
  'signOption',
  'volume',
  'preferredTheme',
  'locale',
] as const;
export type StorageKey = (typeof storageKeys)[number];

// Storage may be refused (private windows, blocked cookies): the session then lives in memory for this tab.
const memory = new Map<string, string>();

export const stored = (key: StorageKey): string | null => {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
};

export const store = (key: StorageKey, value: string | null): void => {
  if (value === null) memory.delete(key);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value !== null) memory.set(key, value);
  }
};

/** What features keep of one person: drafts, messages not sent yet, the filters of a list, first steps put away. */
const personal = ['draft', 'outbox', 'tickets.list', 'firstSteps'] as const;

/** Whoever signs out leaves nothing of theirs behind in this browser. */
export const forgetPerson = (userId: string): void => {
  try {
    for (const key of Object.keys(localStorage))
      if (personal.some((kind) => key === `${kind}.${userId}` || key.startsWith(`${kind}.${userId}.`)))
        localStorage.removeItem(key);
  } catch {
    // Storage is refused: nothing was kept there.
  }
};

/** Calls back when another tab writes a key; returns the way out. */
export const onStored = (changed: (key: StorageKey, value: string | null) => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key !== null && (storageKeys as readonly string[]).includes(event.key))
      changed(event.key as StorageKey, event.newValue);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
};
