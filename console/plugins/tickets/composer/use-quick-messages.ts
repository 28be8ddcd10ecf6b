import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api } from '../../../shell/api.ts';
import { reloadSoon } from '../../../shell/reload-soon.ts';
import { keys } from '../live-cache/keys.ts';
import type { QuickMessage } from './quick-replies.ts';

/**
 * Returns the query of what the composer suggests: fetched when it is first asked for, kept until something changes.
 */
export const useQuickMessages = (wanted: boolean) =>
  useQuery({
    queryKey: keys.quickMessages,
    queryFn: ({ signal }) => api<readonly QuickMessage[]>('/quick-messages/list', { signal }),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

/** Somebody changed one: few and small, they are asked for again, a burst of changes once. */
export const applyQuickMessageChange = (_change: unknown, cache: QueryClient): void =>
  reloadSoon(cache, keys.quickMessages, { longestMs: 2_000 });

/** Longer than this nobody waits to send: milliseconds. */
const longestMs = 30_000;

/** Resolves with the file of a quick message, to be sent like one that was chosen here; undefined: it has none. */
export async function quickFile({ mediaName, mediaPathUrl }: QuickMessage): Promise<File | undefined> {
  if (typeof mediaPathUrl !== 'string') return undefined;
  const fetchBlob = async () => {
    const signal = AbortSignal.timeout(longestMs);
    const answer = await fetch(mediaPathUrl, { credentials: 'same-origin', signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.blob();
  };
  const blob = await fetchBlob().catch((cause: unknown) => {
    // Away, too slow or refused: one thing to who sends, in their language.
    throw new Error('ERR_WAPP_DOWNLOAD_MEDIA', { cause });
  });
  return new File([blob], mediaName ?? 'media', { type: blob.type });
}
