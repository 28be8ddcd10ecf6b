/** Returns each once, as they are compared: of several of one key the first stays. */
export const distinctBy = <T>(all: readonly T[], keyOf: (one: T) => string): T[] => [
  ...all
    .reduce((kept, one) => {
      const key = keyOf(one);
      return kept.has(key) ? kept : kept.set(key, one);
    }, new Map<string, T>())
    .values(),
];
