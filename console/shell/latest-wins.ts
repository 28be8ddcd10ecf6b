/** Hands values to somebody, one at a time. */
export interface LatestWins<T> {
  /** Handed over at once, or after the one on its way; of those that come meanwhile only the last is. */
  push(value: T): void;
  busy(): boolean;
}

/**
 * Returns a line to `send`: two on their way at once could arrive in the wrong order, and the older would stand in the end.
 * @param send never rejects: what a failure means is its own affair
 */
export const latestWins = <T>(send: (value: T) => Promise<unknown>): LatestWins<T> => {
  let nextValue: { readonly value: T } | undefined;
  let busy = false;
  const pump = async () => {
    busy = true;
    while (nextValue !== undefined) {
      const { value } = nextValue;
      nextValue = undefined;
      await send(value);
    }
    busy = false;
  };
  return {
    push: (value) => {
      nextValue = { value };
      if (!busy) void pump();
    },
    busy: () => busy,
  };
};
