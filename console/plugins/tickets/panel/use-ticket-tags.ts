import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TicketView } from '../../../../contract/ticket.ts';
import { notifyError } from '../../../shell/notify.ts';
import { hueColors, hueOf } from '../../../shell/ui/hue.ts';
import { keys } from '../live-cache/keys.ts';
import { createTag, syncTags } from '../ticket/calls.ts';

export type Tag = TicketView['tags'][number];

const isSame = (one: readonly Tag[], other: readonly Tag[]): boolean =>
  one.length === other.length && one.every((tag) => other.some(({ id }) => id === tag.id));

/**
 * Returns a ticket's tags and their changes. The call names the whole set, so quick changes build on what was asked
 * last and go out one after the other: built on what the server has, the second would undo the first.
 */
export function useTicketTags(ticket: TicketView) {
  const cache = useQueryClient();
  const [wanted, setWanted] = useState<readonly Tag[]>();
  const latestTags = useRef<readonly Tag[]>(ticket.tags);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const openCount = useRef(0);
  const tags = wanted ?? ticket.tags;
  if (wanted === undefined) latestTags.current = ticket.tags;

  useEffect(() => {
    // The feed has brought what was asked for: from here on it speaks for itself.
    if (wanted !== undefined && openCount.current === 0 && isSame(wanted, ticket.tags)) setWanted(undefined);
  }, [wanted, ticket.tags]);

  const change = (next: readonly Tag[]) => {
    latestTags.current = next;
    setWanted(next);
    openCount.current += 1;
    queue.current = queue.current.then(async () => {
      try {
        await syncTags(ticket.id, next);
      } catch (error) {
        latestTags.current = ticket.tags;
        setWanted(undefined);
        notifyError(error);
      } finally {
        openCount.current -= 1;
        // Seen as settled: compares again even if the feed was faster than the answer.
        setWanted((held) => (held === undefined ? held : [...held]));
      }
    });
  };
  return {
    tags,
    add: (tag: Tag) => change([...latestTags.current.filter(({ id }) => id !== tag.id), tag]),
    remove: (id: string) => change(latestTags.current.filter((tag) => tag.id !== id)),
    create: async (name: string) => {
      try {
        const tag = await createTag(name, hueColors[hueOf(name)]);
        void cache.invalidateQueries({ queryKey: keys.tags });
        change([...latestTags.current, { id: tag.id, name: tag.name, color: tag.color }]);
      } catch (error) {
        notifyError(error);
      }
    },
  };
}
