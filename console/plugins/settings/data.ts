import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SettingKey } from '../../../domain/company/settings.ts';
import { api } from '../../shell/api.ts';

type Values = Readonly<Record<string, string>>;
const key = ['settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }): Promise<Values> => {
    const all = await api<readonly { key: string; value: string }[]>('/settings', { signal });
    return Object.fromEntries(all.map((one) => [one.key, one.value]));
  },
});

export const saveSetting = (name: SettingKey, value: string) =>
  api<{ key: string; value: string }>(`/settings/${name}`, { method: 'PUT', body: { key: name, value } });

/** Takes what was saved; an answer that was asked for before it would bring the old value back. */
export async function takeSetting(cache: QueryClient, name: SettingKey, value: string): Promise<void> {
  await cache.cancelQueries({ queryKey: key });
  cache.setQueryData<Values>(key, (values) => values && { ...values, [name]: value });
  // Another option's news may have been in the answer that was called off.
  void cache.invalidateQueries({ queryKey: key });
}

/** The company changed, here or elsewhere. */
export const reloadSettings = (cache: QueryClient) => cache.invalidateQueries({ queryKey: key });
