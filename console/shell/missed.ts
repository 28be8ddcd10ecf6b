import type { Change } from '../../contract/changes.ts';

/** Counts what changed while the line was away, each thing once. */
export interface Missed {
  /** Returns how many there are by now. */
  readonly add: (items: readonly Change[]) => number;
}

/**
 * Returns a count of news as people count them: three messages are three, though each also changed its conversation and
 * came on two channels.
 */
export const createMissed = (): Missed => {
  const things = new Set<string>();
  /** Conversations whose change is told by what was written in them. */
  const toldIds = new Set<string>();
  return {
    add: (items) => {
      for (const { id, document } of items) {
        things.add(id);
        const within = (document as { readonly ticketId?: unknown } | undefined)?.ticketId;
        if (typeof within === 'string') toldIds.add(within);
      }
      return [...things].filter((id) => !toldIds.has(id)).length;
    },
  };
};
