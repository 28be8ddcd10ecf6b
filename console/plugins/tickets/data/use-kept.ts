import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useSession } from '../../../shell/session.tsx';
import { type Kept, readKept } from '../model/kept.ts';

const listeners = new Set<() => void>();
// Storage may be refused (a private window): what is chosen then lasts as long as the page.
const memory = new Map<string, string>();
const keyOf = (userId: string) => `tickets.list.${userId}`;

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
};
const write = (key: string, text: string): void => {
  memory.set(key, text);
  try {
    localStorage.setItem(key, text);
  } catch {
    // In memory it is.
  }
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The filters this user left the list with, and a way to change them. */
export const useKept = (): readonly [Kept, (change: Partial<Kept>) => void] => {
  const key = keyOf(useSession().user.id);
  const text = useSyncExternalStore(subscribe, () => read(key));
  const kept = useMemo(() => readKept(text), [text]);
  const keep = useCallback(
    (change: Partial<Kept>) => write(key, JSON.stringify({ ...readKept(read(key)), ...change })),
    [key],
  );
  return [kept, keep];
};
