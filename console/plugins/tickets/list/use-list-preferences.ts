import { useCallback } from 'react';
import { persisted, usePersisted } from '../../../shell/persisted.ts';
import { useSession } from '../../../shell/session.tsx';
import { type ListPreferences, readPreferences } from './list-preferences.ts';

const preferencesOf = (userId: string) =>
  persisted<ListPreferences>(`tickets.list.${userId}`, { read: readPreferences, write: JSON.stringify });

/** Returns the filters this user left the list with, and a way to change them. */
export function useListPreferences(): readonly [ListPreferences, (change: Partial<ListPreferences>) => void] {
  const kept = preferencesOf(useSession().user.id);
  const keep = useCallback(
    (change: Partial<ListPreferences>) => kept.set({ ...kept.get(), ...change }),
    [kept],
  );
  return [usePersisted(kept), keep];
}
