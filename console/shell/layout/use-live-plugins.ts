import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '../live.ts';
import { plugins } from '../registry.ts';
import { useSession } from '../session.tsx';

const entries = plugins.flatMap((plugin) => plugin.live ?? []);

/** The changes every plugin asked for, over one subscription for the whole session. */
export const useLivePlugins = (): void => {
  const cache = useQueryClient();
  const session = useSession();
  const { companyId } = session.user;
  const channels = useMemo(
    () => [...new Set(entries.map((entry) => `company-${companyId}-${entry.channel}`))],
    [companyId],
  );
  useLive(
    channels,
    (items) =>
      notifyManager.batch(() => {
        for (const item of items)
          for (const entry of entries)
            if (item.channel === `company-${companyId}-${entry.channel}`) entry.apply(item, cache, session);
      }),
    () => {
      for (const entry of entries) entry.resync?.(cache, session);
      if (entries.some((entry) => entry.resync === undefined)) void cache.invalidateQueries();
    },
    () => {
      for (const entry of entries) entry.ready?.(cache);
    },
  );
};
