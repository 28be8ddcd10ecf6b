/** Whoever writes to a connection of several queues is asked for one: the greeting says among which. */
export const needsGreeting = ({ queueIds }: { readonly queueIds: readonly string[] }): boolean =>
  queueIds.length > 1;
