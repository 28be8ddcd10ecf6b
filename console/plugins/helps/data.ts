import { queryOptions } from '@tanstack/react-query';
import type { RecordRow } from '../../../contract/record-row.ts';
import type { record } from '../../../records/help/record.ts';
import { api } from '../../shell/api.ts';
import { browserStorage } from '../../shell/storage.ts';

export type Help = RecordRow<typeof record>;

/** Below the record's own key: who changes a video makes this old too. */
export const helpsQuery = queryOptions({
  queryKey: ['helps', 'grid'],
  queryFn: ({ signal }) => api<readonly Help[]>('/helps/list', { signal }),
});

/** Returns the address that plays a video and sets no cookie before it does; undefined: that is no code of one. */
export const playerUrl = (video: string, locale: string): string | undefined =>
  /^[\w-]{1,50}$/.test(video)
    ? `https://www.youtube-nocookie.com/embed/${video}?autoplay=1&rel=0&hl=${locale}`
    : undefined;

const key = (userId: string) => `helps.${userId}`;
export const seenBy = (userId: string): Set<string> =>
  new Set((browserStorage.getItem(key(userId)) ?? '').split(' ').filter(Boolean));
export const markSeen = (userId: string, id: string): void => {
  browserStorage.setItem(key(userId), [...seenBy(userId).add(id)].join(' '));
};
