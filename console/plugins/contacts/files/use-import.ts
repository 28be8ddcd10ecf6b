import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ImportView } from '../../../../contract/contact-import.ts';
import { cancelImport, getImport } from '../data/calls.ts';
import { keys } from '../data/keys.ts';

const pollMs = 500;

/** Returns an import as it gets on, and what ends it. `progress` is undefined until the first answer. */
export const useImport = (id: string | undefined) => {
  const cache = useQueryClient();
  const { data: progress } = useQuery({
    queryKey: keys.import(id ?? ''),
    queryFn: ({ signal }) => getImport(id ?? '', signal),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.status === 'running' ? pollMs : false,
    refetchOnWindowFocus: false,
  });
  // The page's own line of it, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with its begin and its end
  useEffect(() => {
    if (id !== undefined) void cache.invalidateQueries({ queryKey: keys.imports });
  }, [id, progress?.status]);
  const cancel = (): Promise<ImportView> | undefined => (id === undefined ? undefined : cancelImport(id));
  return { progress, running: progress === undefined || progress.status === 'running', cancel };
};
