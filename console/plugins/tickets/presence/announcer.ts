import { latestWins } from '../../../shell/latest-wins.ts';

/** What an agent's browser says of itself: at which ticket, and whether they type. */
export interface Whereabouts {
  readonly ticketId: string | null;
  readonly typing: boolean;
}

interface Deps {
  readonly send: (where: Whereabouts) => Promise<unknown>;
  /** Runs a task later; gives the way to call it off. */
  readonly later: (task: () => void, ms: number) => () => void;
}

export const EVERY_MS = 20_000;
const isSame = (a: Whereabouts, b: Whereabouts) => a.ticketId === b.ticketId && a.typing === b.typing;

/**
 * Returns what says where the agent is when it changes, and again every 20 s while at a ticket. One request at a time
 * and always the latest: two on their way at once could arrive in the wrong order, and the agent would sit at the
 * ticket they left.
 */
export function createAnnouncer({ send, later }: Deps) {
  let wantedPlace: Whereabouts = { ticketId: null, typing: false };
  let saidPlace: Whereabouts = wantedPlace;
  /** It is to be said even where it is what was said last. */
  let due = false;
  let cancel = () => {};

  const line = latestWins(async (where: Whereabouts) => {
    if (!due && isSame(where, saidPlace)) return;
    due = false;
    cancel();
    // Refused or away: nobody is worse off than not knowing, and the next beat says it again.
    await send(where).catch(() => undefined);
    saidPlace = where;
    if (wantedPlace.ticketId !== null) cancel = later(again, EVERY_MS);
  });
  const again = () => {
    due = wantedPlace.ticketId !== null;
    line.push(wantedPlace);
  };
  return {
    at(where: Whereabouts): void {
      wantedPlace = where;
      if (line.busy() || !isSame(where, saidPlace)) line.push(where);
    },
    /** Says it once more: whoever follows from now on has not heard it. */
    again,
  };
}
