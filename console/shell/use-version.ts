import { useQuery } from '@tanstack/react-query';
import type { VersionView } from '../../contract/setting.ts';
import { api } from './api.ts';

/** Returns what GET /version says of the server: asked once a page. `maxUploadBytes`: the largest file it takes. */
export const useVersion = () =>
  useQuery({
    queryKey: ['version'],
    queryFn: () => api<VersionView>('/version'),
    staleTime: Number.POSITIVE_INFINITY,
  });
