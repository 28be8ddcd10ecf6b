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

const attempt = <T>(task: () => T): T | undefined => {
  try {
    return task();
  } catch {
    return undefined;
  }
};

/**
 * Returns a storage that never throws: what `storage` refuses (a private window, blocked cookies) or has no room for is
 * kept as long as the page. `setItem` returns whether it is kept longer.
 */
export const keptAnyway = (storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) => {
  const memory = new Map<string, string>();
  return {
    getItem: (key: string): string | null => memory.get(key) ?? attempt(() => storage().getItem(key)) ?? null,
    setItem: (key: string, value: string): boolean => {
      memory.set(key, value);
      attempt(() => {
        storage().setItem(key, value);
        memory.delete(key);
      });
      return !memory.has(key);
    },
    removeItem: (key: string): void => {
      memory.delete(key);
      attempt(() => storage().removeItem(key));
    },
    keys: (): readonly string[] => [
      ...new Set([...memory.keys(), ...(attempt(() => Object.keys(storage())) ?? [])]),
    ],
  };
};

export const browserStorage = keptAnyway(() => localStorage);
/** What this tab alone keeps, as long as it is open. */
export const tabStorage = keptAnyway(() => sessionStorage);

export const readStored = (key: StorageKey): string | null => browserStorage.getItem(key);

export const store = (key: StorageKey, value: string | null): void => {
  if (value === null) browserStorage.removeItem(key);
  else browserStorage.setItem(key, value);
};

/** What features keep of one person: drafts, messages not sent yet, the filters of a list, first steps put away, videos seen. */
const personal = ['draft', 'outbox', 'tickets.list', 'firstSteps', 'helps'] as const;

/** Whoever signs out leaves nothing of theirs behind in this browser. */
export const forgetPerson = (userId: string): void => {
  for (const key of browserStorage.keys())
    if (personal.some((kind) => key === `${kind}.${userId}` || key.startsWith(`${kind}.${userId}.`))) {
      browserStorage.removeItem(key);
      // As another tab would hear of it.
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: null }));
    }
};

/** Returns the way out. Until then it calls back when another tab writes a key. */
export const onStored = (changed: (key: StorageKey, value: string | null) => void): (() => void) => {
  const listen = (event: StorageEvent) => {
    if (event.key !== null && (storageKeys as readonly string[]).includes(event.key))
      changed(event.key as StorageKey, event.newValue);
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
};
