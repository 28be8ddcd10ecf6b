import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { IntegrationView } from '../../../contract/integration.ts';
import { api } from '../../shell/api.ts';

const path = '/settings/integrations';

export const integrationsQuery = queryOptions({
  queryKey: ['settings', 'integrations'],
  queryFn: ({ signal }) => api<readonly IntegrationView[]>(path, { signal }),
});

const saveKey = (key: string, value: string): Promise<unknown> =>
  api(`/settings/${key}`, { method: 'PUT', body: { key, value } });

/** Resolves with the integration once the other side was asked whether it answers and takes the keys. */
export const tryOut = (kind: string) => api<IntegrationView>(`${path}/${kind}/test`, { method: 'POST' });

export const reloadIntegrations = (cache: QueryClient) => cache.invalidateQueries(integrationsQuery);

const setKeys = (cache: QueryClient): readonly string[] =>
  (cache.getQueryData(integrationsQuery.queryKey) ?? []).flatMap(({ keys }) =>
    keys.filter(({ set }) => set).map(({ key }) => key),
  );

/** Resolves when a key is saved, with whether others went with it: those of an address that is another one now. */
export async function changeKey(cache: QueryClient, key: string, value: string): Promise<boolean> {
  const before = setKeys(cache);
  await saveKey(key, value);
  await reloadIntegrations(cache);
  const after = setKeys(cache);
  return before.some((one) => one !== key && !after.includes(one));
}
