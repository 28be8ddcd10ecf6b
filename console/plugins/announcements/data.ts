import { queryOptions } from '@tanstack/react-query';
import type { ActiveAnnouncement } from '../../../contract/announcement.ts';
import { api } from '../../shell/api.ts';

/** Below the record's own key: whatever changes an announcement makes this old too. */
export const activeQuery = queryOptions({
  queryKey: ['announcements', 'active'],
  queryFn: async ({ signal }) =>
    (await api<{ records: readonly ActiveAnnouncement[] }>('/announcements/active', { signal })).records,
});

export const markRead = (ids: readonly string[]) => api<unknown>('/announcements-read', { body: { ids } });

/** Returns them as they are read: what is new first, then the more urgent, then the newer. */
export const inOrder = (announcements: readonly ActiveAnnouncement[]): readonly ActiveAnnouncement[] =>
  announcements.toSorted(
    (a, b) =>
      Number(a.read) - Number(b.read) || a.priority - b.priority || (a.createdAt < b.createdAt ? 1 : -1),
  );
