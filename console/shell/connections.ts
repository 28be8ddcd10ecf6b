import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ConnectionView } from '../../contract/connection.ts';
import { api } from './api.ts';
import { serverNow } from './server-time.ts';

/** The company's connections; the feed keeps them current (see the plugin `connections`). */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: ({ signal }) => api<ConnectionView[]>('/whatsapp', { signal, query: { session: 0 } }),
});

/** Whether no gateway drives it: its status is what was true when one last did. A server of an earlier version does not say. */
export const isUnserved = ({ gateway }: Partial<Pick<ConnectionView, 'gateway'>>): boolean =>
  gateway?.alive === false;

/** Whether nothing comes in or goes out by it now. */
export const isDown = (connection: Pick<ConnectionView, 'status'> & Partial<ConnectionView>): boolean =>
  connection.status !== 'CONNECTED' || isUnserved(connection);

/** Returns since when a connection that is down is so at least; '': it is not known, for when its gateway went nobody wrote down. */
export const downSince = (connection: Pick<ConnectionView, 'updatedAt'> & Partial<ConnectionView>): string =>
  isUnserved(connection) ? '' : connection.updatedAt;

/** By then it is no short reconnect, whatever the clocks say. */
const longAgoMs = 10_000;

/**
 * Whether something lasts: a link that is back within two seconds is no alarm. What is so for long when a page is
 * opened (`since`) is said at once: said later it would move the page from under the pointer.
 */
export const useLasting = (now: boolean, since = ''): boolean => {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLasting(now), now ? 2_000 : 0);
    return () => clearTimeout(timer);
  }, [now]);
  return now && (lasting || serverNow() - Date.parse(since) > longAgoMs);
};

/** Whether this connection is down, for two seconds at least; `false` while it is not known. */
export const useConnectionDown = (id: string | undefined): boolean => {
  const { data } = useQuery({
    ...connectionsQuery,
    staleTime: 60_000,
    enabled: id !== undefined,
    select: (all) => {
      const one = all.find((connection) => connection.id === id);
      return one !== undefined && isDown(one) ? { since: downSince(one) } : undefined;
    },
  });
  return useLasting(data !== undefined, data?.since);
};
