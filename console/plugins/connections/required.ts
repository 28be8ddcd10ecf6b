/**
 * Whether a connection needs a greeting: whoever writes to one of several queues is asked for one, and the greeting
 * says among which.
 */
export const needsGreeting = ({ queueIds }: { readonly queueIds: readonly string[] }): boolean =>
  queueIds.length > 1;
