/** Returns what `createOutbox` keeps in browser storage, shared by tabs: each adds and removes its own messages only. */
export function sharedStorage(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, key: string) {
  const own = new Set<string>();
  const read = (): { id: string }[] => {
    try {
      const value: unknown = JSON.parse(storage.getItem(key) ?? '[]');
      return Array.isArray(value) ? value.filter((item) => typeof item?.id === 'string') : [];
    } catch {
      return [];
    }
  };
  return {
    load: (): string | null => {
      const items = read();
      for (const item of items) own.add(item.id);
      return items.length === 0 ? null : JSON.stringify(items);
    },
    store: (value: string | null): void => {
      const mine = value === null ? [] : (JSON.parse(value) as { id: string }[]);
      for (const item of mine) own.add(item.id);
      const all = [...read().filter((item) => !own.has(item.id)), ...mine];
      if (all.length === 0) storage.removeItem(key);
      else storage.setItem(key, JSON.stringify(all));
    },
  };
}
