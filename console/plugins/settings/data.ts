import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SettingView } from '../../../contract/setting.ts';
import { api } from '../../shell/api.ts';
import { reloadSelf } from '../../shell/reload-self.ts';
import { refreshSession, type Session } from '../../shell/session.tsx';
import type { OptionKey } from './options.ts';

type Settings = Readonly<Record<string, SettingView>>;
const key = ['settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<Settings> => {
    const all = await api<readonly SettingView[]>('/settings', { signal });
    return Object.fromEntries(all.map((one) => [one.key, one]));
  },
});

/**
 * Resolves with the value of an option of the company, or of the platform, as it was saved. The time zone is a field
 * of the company itself.
 */
export async function saveOption(name: OptionKey, value: string, { user }: Session): Promise<string> {
  if (name !== 'timeZone') {
    const body = { key: name, value };
    return (await api<SettingView>(`/settings/${name}`, { method: 'PUT', body })).value;
  }
  const path = `/companies/${user.company.id}`;
  const company = await api<{ timeZone: string }>(path, { method: 'PUT', body: { timeZone: value } });
  await refreshSession();
  return company.timeZone;
}

/** Takes what was saved; an answer that was asked for before it would bring the old value back. */
export async function takeSetting(cache: QueryClient, name: OptionKey, value: string): Promise<void> {
  await cache.cancelQueries({ queryKey: key });
  cache.setQueryData<Settings>(key, (all) => all?.[name] && { ...all, [name]: { ...all[name], value } });
  // Another option's news may have been in the answer that was called off.
  void cache.invalidateQueries({ queryKey: key });
}

/** The company changed, here or elsewhere: what it chose, its hours, and what the session knows of it. */
export const followCompany = (cache: QueryClient): void => {
  void cache.invalidateQueries({ queryKey: key });
  void cache.invalidateQueries({ queryKey: ['companies'] });
  reloadSelf();
};
