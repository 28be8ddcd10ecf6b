import type { QueryClient } from '@tanstack/react-query';
import type { Change } from '../../../../contract/changes.ts';
import type { TicketView } from '../../../../contract/ticket.ts';
import type { Session } from '../../../shell/session.tsx';
import type { Viewer } from './filter.ts';
import { keys } from './keys.ts';
import { patchTicket } from './patch.ts';
import { markFollowed } from './recent-changes.ts';

/** The same one for a session: what is worked out for a viewer is worked out once. */
const viewers = new WeakMap<Session['subject'], Viewer>();

export const viewerOf = ({ scope, subject }: Session): Viewer => {
  const held = viewers.get(subject);
  if (held !== undefined) return held;
  const viewer = { ...subject, scope };
  viewers.set(subject, viewer);
  return viewer;
};

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
