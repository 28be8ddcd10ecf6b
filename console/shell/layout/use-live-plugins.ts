import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useLive } from '../live.ts';
import { type Plugin, passes } from '../plugin.ts';
import { plugins } from '../registry.ts';
import { useSession } from '../session.tsx';

type LiveEntry = NonNullable<Plugin['live']>[number];
const all: readonly LiveEntry[] = plugins.flatMap((plugin): readonly LiveEntry[] => plugin.live ?? []);

/** The changes every plugin asked for, over one subscription for the whole session. */
export const useLivePlugins = (): void => {
  const cache = useQueryClient();
  const session = useSession();
  const { companyId } = session.user;
  // What one may not follow is refused together with all that one may: it is not asked for.
  const entries = useMemo(() => all.filter((entry) => passes(entry, session)), [session]);
  const channels = useMemo(
    () => [...new Set(entries.map((entry) => `company-${companyId}-${entry.channel}`))],
    [companyId, entries],
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
    (whole) => {
      for (const { ready, unkept } of entries) if (!whole || unkept) ready?.(cache);
    },
  );
};
