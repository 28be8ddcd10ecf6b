/** Somebody, or a number, with the queues it has. */
export interface Holder {
  readonly queues: readonly { readonly id: string }[];
}
/** What a queue has none of. */
export type Lack = 'attendants' | 'connections';

/** Returns what a queue lacks; lists that are not there yet say nothing. */
export const lacksOf = (
  queueId: string,
  attendants: readonly Holder[] | undefined,
  connections: readonly Holder[] | undefined,
): readonly Lack[] => {
  const lacking = (holders: readonly Holder[] | undefined) =>
    holders !== undefined && !holders.some(({ queues }) => queues.some(({ id }) => id === queueId));
  return [
    ...(lacking(attendants) ? (['attendants'] as const) : []),
    ...(lacking(connections) ? (['connections'] as const) : []),
  ];
};
