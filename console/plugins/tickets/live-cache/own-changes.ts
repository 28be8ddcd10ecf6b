const under = new Map<string, number>();
/** The feed may bring a change a moment after the answer to it. */
const ECHO_MS = 2_000;

/**
 * Returns what is to be called when the answer is there; until then the ticket is marked as being changed by this
 * agent.
 */
export const ownChange = (ticketId: string): (() => void) => {
  under.set(ticketId, Number.POSITIVE_INFINITY);
  return () => under.set(ticketId, performance.now() + ECHO_MS);
};

/** Whether a change of the ticket is this agent's own doing: nobody needs to be told of it. */
export const isOwnChange = (ticketId: string): boolean => (under.get(ticketId) ?? 0) > performance.now();
