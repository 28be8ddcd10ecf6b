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
const same = (a: Whereabouts, b: Whereabouts) => a.ticketId === b.ticketId && a.typing === b.typing;

/**
 * Says where the agent is when it changes, and again every 20 s while at a ticket. One request at a time and always the
 * latest: two on their way at once could arrive in the wrong order, and the agent would sit at the ticket they left.
 */
export const createAnnouncer = ({ send, later }: Deps) => {
  let wanted: Whereabouts = { ticketId: null, typing: false };
  let said: Whereabouts = wanted;
  let busy = false;
  let due = false;
  let cancel = () => {};

  const pump = async (): Promise<void> => {
    if (busy || (!due && same(wanted, said))) return;
    busy = true;
    due = false;
    cancel();
    const saying = wanted;
    try {
      await send(saying);
      said = saying;
    } catch {
      // Refused or away: nobody is worse off than not knowing, and the next beat says it again.
      said = saying;
    }
    busy = false;
    if (wanted.ticketId !== null)
      cancel = later(() => {
        due = true;
        void pump();
      }, EVERY_MS);
    void pump();
  };
  return {
    at(where: Whereabouts): void {
      wanted = where;
      void pump();
    },
    /** Says it once more: whoever follows from now on has not heard it. */
    again(): void {
      due = wanted.ticketId !== null;
      void pump();
    },
  };
};
