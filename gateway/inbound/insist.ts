/** Does something until the stores have done it. */
export type Insist = <T>(work: () => Promise<T>) => Promise<T>;
