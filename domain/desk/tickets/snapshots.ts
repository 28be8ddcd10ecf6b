import type { Snapshot, Snapshots } from '../../kernel/event-streams.ts';
import { streamCompany } from '../../kernel/stream-names.ts';
import type { SnapshotBoxes } from '../../ports/snapshots.ts';
import { foldVersion } from '../../ticket/fold-version.ts';
import { type FrozenTicket, freezeTicket, thawTicket } from '../../ticket/snapshot.ts';
import { homeOf, isKnown, type TicketState } from '../../ticket/state.ts';

/** As JSON. `fold`: the code that made the state; another one would make another state of the same events. */
type Written = Omit<Snapshot<TicketState>, 'state'> & {
  readonly fold: string;
  readonly state: FrozenTicket;
};

/**
 * Returns the snapshots of tickets, each under the key of whose ticket it was when it began, as what is said in it. One in
 * which others wrote under keys of their own has none: with their key what they said must go.
 */
export const ticketSnapshots = (boxes: SnapshotBoxes): Snapshots<TicketState> => ({
  load: async (stream) => {
    const json = await boxes.get(streamCompany(stream), stream);
    if (json === undefined) return undefined;
    const { fold, state, ...rest } = JSON.parse(json) as Written;
    return fold === foldVersion ? { ...rest, state: thawTicket(state) } : undefined;
  },
  save: async (stream, { state, ...rest }) => {
    if (!isKnown(state) || state.erased || state.strangers) return;
    const written: Written = { ...rest, fold: foldVersion, state: freezeTicket(state) };
    await boxes.put(streamCompany(stream), homeOf(state), stream, JSON.stringify(written));
  },
});
