import type { ErrorCode } from '../errors.ts';
import { DomainError } from '../errors.ts';
import { ConflictError } from '../ports/event-store.ts';
import type { ClaimState } from './claim-events.ts';
import type { Claims } from './claims.ts';
import type { Handled, HandlerOptions } from './command-handler.ts';
import { appliedBefore, checkKnown, eventMetadata, jitter } from './command-handler.ts';
import type { Command, Decider } from './decider.ts';
import type { DomainEvent } from './event.ts';
import type { EventStreams, Loaded } from './event-streams.ts';
import { wait } from './event-streams.ts';
import type { Patience } from './patience.ts';
import { checkPatience } from './patience.ts';

/** A value that must be unique: its claim, and how a refusal names it. */
export interface Wanted {
  readonly claim: string;
  readonly code: ErrorCode;
  readonly field?: string;
  readonly details?: (ownerId: string, owner: Loaded<unknown>) => Readonly<Record<string, unknown>>;
}

/**
 * A step that only one of all who may take it can take at a time, and only while `check` holds. Nobody keeps the claim:
 * whoever takes it next writes to the stream of the one before (see `Claims`), so that a step which was checked but
 * not yet appended conflicts and is checked again.
 */
export interface Permit {
  readonly claim: string;
  /** Reads what others have done by now. @throws DomainError to refuse */
  check(): Promise<void>;
}

/** What the caller knows already, and need not be read. */
export interface Beforehand {
  /** Nobody can have written to the stream: its id was made a moment ago. */
  readonly newStream?: boolean;
  /** Claims as they were read a moment ago, by their names. */
  readonly claims?: ReadonlyMap<string, Loaded<ClaimState>>;
}

export type ClaimingHandler<S, C extends Command> = (
  stream: string,
  id: string,
  command: C,
  patience: Patience,
  beforehand?: Beforehand,
) => Promise<Handled<S>>;

/**
 * Handles commands whose outcome may need values of its own. In this order, or two could hold one value: read the
 * own stream, take the claims that the new state wants and the old one does not hold, append at the revision first read.
 * @param permit what a step needs beside values of its own
 */
export const createClaimingHandler =
  <S, C extends Command, E extends DomainEvent>(
    decider: Decider<S, C, E>,
    streams: EventStreams<S, E>,
    claims: Claims,
    wanted: (companyId: string, state: S) => readonly Wanted[],
    { serial, sleep = wait, random = Math.random }: HandlerOptions,
    permit?: (command: C, before: S, after: S) => Permit | undefined,
  ): ClaimingHandler<S, C> =>
  (stream, id, command, patience, { newStream = false, claims: seen } = {}) =>
    serial(stream, async () => {
      const metadata = eventMetadata(command.metadata);
      const { companyId } = metadata;
      for (let conflicts = 0; ; ) {
        const first = conflicts === 0;
        const loaded = first && newStream ? streams.empty : await streams.refresh(stream);
        checkKnown(stream, loaded);
        checkPatience(patience);
        const events = decider.decide(command, loaded.state);
        if (events.length === 0 || appliedBefore(loaded, metadata.commandId, events))
          return { loaded, events: [] };
        const after = events.reduce(
          (state, event) => decider.evolve(state, event, metadata.at),
          loaded.state,
        );
        const held = new Set(wanted(companyId, loaded.state).map(({ claim }) => claim));
        const refused: { want: Wanted; owner: Loaded<unknown>; ownerId: string }[] = [];
        for (const want of wanted(companyId, after)) {
          if (held.has(want.claim)) continue;
          const known = first ? seen?.get(want.claim) : undefined;
          const taken = await claims.take(want.claim, { id, stream }, metadata, patience, known);
          if (!taken.taken) refused.push({ want, owner: taken.owner, ownerId: taken.claim.state.owner! });
        }
        if (refused.length > 0) {
          const [{ want, owner, ownerId }] = refused as [(typeof refused)[0]];
          const errors = refused.flatMap(({ want: { field, code } }) => (field ? [[field, code]] : []));
          throw new DomainError(want.code, 'someone else has it', {
            ...(errors.length > 0 && { errors: Object.fromEntries(errors) }),
            ...(want.details && { details: want.details(ownerId, owner) }),
          });
        }
        const needed = permit?.(command, loaded.state, after);
        if (needed !== undefined) {
          // A refusal needs no claim; what was checked before the claim was taken may be out of date once it is.
          await needed.check();
          await claims.take(needed.claim, { id, stream }, metadata, patience);
          await needed.check();
        }
        checkPatience(patience);
        try {
          return await streams.append(stream, loaded, events, metadata);
        } catch (error) {
          if (!(error instanceof ConflictError)) throw error;
          conflicts += 1;
          if (conflicts > patience.conflicts)
            throw new DomainError('ERR_CONFLICT', 'others kept changing it', { cause: error });
          await sleep(jitter(conflicts, random));
        }
      }
    });
