import type { QueryClient } from '@tanstack/react-query';
import type { Change, TicketView } from '../../../../domain/views/index.ts';
import type { Session } from '../../../shell/session.tsx';
import type { Viewer } from '../model/filter.ts';
import { keys } from './keys.ts';
import { patchTicket } from './patch.ts';
import { markFollowed } from './recent-changes.ts';

export const viewerOf = ({ scope, subject }: Session): Viewer => ({
  ...scope,
  ownQueueIds: subject.queueIds,
});

/** Keeps every list, count and open ticket up to date, on whichever page: they are whole when it is come back to. */
export const applyTicketChangeLive = (change: Change, cache: QueryClient, session: Session): void =>
  patchTicket(cache, viewerOf(session), change as Change<TicketView>);

export const reloadTickets = (cache: QueryClient): void => {
  void cache.invalidateQueries({ queryKey: ['tickets'] });
};

/** Between a list's answer and the first frame nothing was followed: what was loaded by then is asked for again. */
export const startFollowing = (cache: QueryClient): void => {
  markFollowed();
  for (const queryKey of [keys.lists, keys.allCounts]) void cache.invalidateQueries({ queryKey });
};
