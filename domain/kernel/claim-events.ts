import { z } from 'zod';
import type { EventOf } from './schema.ts';

/** Written to the stream of an owner that loses a claim, in every category that owns claims. */
export const claimLost = z.object({ claim: z.string(), claimRevision: z.number().int() });
export type ClaimLost = { readonly type: 'ClaimLost'; readonly data: z.output<typeof claimLost> };

export const claimEvents = {
  /** `previous`: who had it until then, and when that one closed (null: it never came to be, or does not close). */
  ClaimTaken: z.object({
    owner: z.string(),
    ownerStream: z.string(),
    previous: z.object({ owner: z.string(), closedAt: z.string().nullable() }).optional(),
  }),
} as const;
export type ClaimEvent = EventOf<typeof claimEvents>;

/** Owners before the present one, newest first; a linked list, so that each state shares the rest. */
export interface PastOwner {
  readonly owner: string;
  readonly closedAt: string;
  /** Revision of the claim under which it was held. */
  readonly claimRevision: number;
  readonly before: PastOwner | null;
}

export interface ClaimState {
  readonly owner: string | null;
  readonly ownerStream: string;
  /** Revision of the claim's last event, and of the one with which the present owner's time began (it may take it again). */
  readonly claimRevision: number;
  readonly since: number;
  readonly past: PastOwner | null;
}

export const claimFold = {
  initial: { owner: null, ownerStream: '', claimRevision: -1, since: -1, past: null } as ClaimState,
  types: new Set<string>(Object.keys(claimEvents)),
  evolve: (state: ClaimState, { data: { owner, ownerStream, previous } }: ClaimEvent): ClaimState => ({
    owner,
    ownerStream,
    // Every event of a claim's stream takes it.
    claimRevision: state.claimRevision + 1,
    since: ownerStream === state.ownerStream ? state.since : state.claimRevision + 1,
    past:
      previous === undefined || previous.closedAt === null
        ? state.past
        : {
            owner: previous.owner,
            closedAt: previous.closedAt,
            claimRevision: state.claimRevision,
            before: state.past,
          },
  }),
};
