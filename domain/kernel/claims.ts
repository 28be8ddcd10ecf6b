import type { ClaimEvent, ClaimLost, ClaimState } from './claim-events.ts';
import type { Deadline } from './deadline.ts';
import type { DomainEvent, Metadata } from './event.ts';
import { ConflictError } from './event-store.ts';
import type { EventStreams, Loaded } from './event-streams.ts';
import type { Failures } from './failures.ts';
import { throwIfUnknown } from './failures.ts';
import { jitter, sleep as wait } from './retry.ts';
import { streamCategory, streamCompany } from './stream-names.ts';

/**
 * A claim is a value that one stream may hold at a time (a name, a number, the one
 * open case of somebody). Its own small stream says who took it. It changes hands only after the newcomer has appended `ClaimLost`
 * to the owner's stream at the revision where it saw the owner absent, closed or no longer holding the value:
 * whatever the owner was about to append there then conflicts. A stream that begins with `ClaimLost` can never be
 * opened. (Simpler rules were model-checked and gave two holders.)
 */
export interface Holder<S = unknown> {
  readonly streams: EventStreams<S, DomainEvent>;
  /** Names of the claims that this state holds now. */
  holds(companyId: string, state: S): readonly string[];
  /** When an owner that no longer holds the claim closed; `now` when it went on elsewhere; null when it never came to be. */
  closedAt?(state: S, now: string): string | null;
  /** Claims lost, with the highest claim revision each: what needs no second `ClaimLost`. */
  lost(state: S): Readonly<Record<string, number>>;
}

export type Taken =
  | { readonly taken: true; readonly claim: Loaded<ClaimState> }
  | { readonly taken: false; readonly claim: Loaded<ClaimState>; readonly owner: Loaded<unknown> };

export interface Claims {
  readonly streams: EventStreams<ClaimState, ClaimEvent>;
  register<S, E extends DomainEvent>(
    category: string,
    holder: Omit<Holder<S>, 'streams'> & { readonly streams: EventStreams<S, E> },
  ): void;
  /** Takes the claim for `owner` (again, when it has it already), or returns who holds it. */
  take(
    claim: string,
    owner: { readonly id: string; readonly stream: string },
    metadata: Metadata,
    deadline: Deadline,
    /** The claim as it was read a moment ago, or must be when nobody can have taken it yet: spares reading it. */
    seen?: Loaded<ClaimState>,
    /** False: nobody will ask for it soon, so that one which was never taken before is not kept in memory. */
    keepsNew?: boolean,
  ): Promise<Taken>;
  /** Returns who holds the claim now, if anyone does. */
  holder(claim: string): Promise<ClaimHolder | undefined>;
  /** Returns the same, with the claim as it was read. */
  look(claim: string): Promise<{ readonly claim: Loaded<ClaimState>; readonly holder?: ClaimHolder }>;
}

export interface ClaimHolder {
  readonly id: string;
  readonly owner: Loaded<unknown>;
}

export const createClaims = (
  streams: EventStreams<ClaimState, ClaimEvent>,
  {
    failures,
    sleep = wait,
    random = Math.random,
  }: { failures: Failures; sleep?: (ms: number) => Promise<void>; random?: () => number },
): Claims => {
  const holders = new Map<string, Holder>();
  const holderOf = (stream: string): Holder => {
    const holder = holders.get(streamCategory(stream));
    if (holder === undefined) throw new Error(`nobody answers for the claims of ${stream}`);
    return holder;
  };
  const has = (claim: string, stream: string, owner: Loaded<unknown>): boolean =>
    owner.revision >= 0 && holderOf(stream).holds(streamCompany(stream), owner.state).includes(claim);

  const look = async (name: string) => {
    const claim = await streams.refresh(name);
    const { owner: id, ownerStream } = claim.state;
    if (id === null) return { claim };
    const owner = await holderOf(ownerStream).streams.refresh(ownerStream);
    return has(name, ownerStream, owner) ? { claim, holder: { id, owner } } : { claim };
  };

  return {
    streams,
    look,
    register: (category, holder) => {
      holders.set(category, holder as unknown as Holder);
    },

    holder: async (claim) => (await look(claim)).holder,

    take: async (claim, newcomer, metadata, deadline, seen, keepsNew) => {
      for (let attempt = 0; ; attempt += 1) {
        deadline.throwIfExpired();
        // Of an older reading the append below conflicts, as it would had this process been slow.
        const there = attempt === 0 && seen !== undefined ? seen : await streams.refresh(claim);
        throwIfUnknown(failures, claim, there);
        let previousOwner: { owner: string; closedAt: string | null } | undefined;
        if (there.state.owner !== null) {
          const { owner: id, ownerStream } = there.state;
          const holder = holderOf(ownerStream);
          const owner = await holder.streams.refresh(ownerStream);
          throwIfUnknown(failures, ownerStream, owner);
          if (ownerStream !== newcomer.stream) {
            if (has(claim, ownerStream, owner)) return { taken: false, claim: there, owner };
            // An absent owner is most likely about to write: a moment's patience spares both a new start.
            if (owner.revision < 0 && attempt < 4) {
              await sleep(2 ** attempt * 4 * (0.5 + random()));
              continue;
            }
            const lost: ClaimLost = { type: 'ClaimLost', data: { claim, claimRevision: there.revision } };
            if ((holder.lost(owner.state)[claim] ?? -1) < there.revision) {
              try {
                const companyId = streamCompany(ownerStream);
                await holder.streams.append(ownerStream, owner, [lost], { ...metadata, companyId });
              } catch (error) {
                if (!(error instanceof ConflictError)) throw error;
                await sleep(jitter(attempt, random));
                continue;
              }
            }
          }
          previousOwner = { owner: id, closedAt: holder.closedAt?.(owner.state, metadata.at) ?? null };
        }
        try {
          const { loaded } = await streams.append(
            claim,
            there,
            [
              {
                type: 'ClaimTaken',
                data: {
                  owner: newcomer.id,
                  ownerStream: newcomer.stream,
                  ...(previousOwner === undefined ? {} : { previous: previousOwner }),
                },
              },
            ],
            metadata,
            keepsNew,
          );
          return { taken: true, claim: loaded };
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          await sleep(jitter(attempt, random));
        }
      }
    },
  };
};
