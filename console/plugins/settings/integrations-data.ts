import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { IntegrationView } from '../../../contract/integration.ts';
import { api } from '../../shell/api.ts';

const path = '/settings/integrations';

export const integrationsQuery = queryOptions({
  queryKey: ['settings', 'integrations'],
  queryFn: ({ signal }) => api<readonly IntegrationView[]>(path, { signal }),
});

export const saveKey = (key: string, value: string): Promise<unknown> =>
  api(`/settings/${key}`, { method: 'PUT', body: { key, value } });

/** Has the other side asked whether it answers and takes the keys. */
export const tryOut = (kind: string) => api<IntegrationView>(`${path}/${kind}/test`, { method: 'POST' });

export const reloadIntegrations = (cache: QueryClient) => cache.invalidateQueries(integrationsQuery);
