import type { ClaimState } from './claim-events.ts';
import type { Claims } from './claims.ts';
import type { Deadline } from './deadline.ts';
import type { Decider } from './decider.ts';
import { NeedsHistory } from './decider.ts';
import type { DomainEvent, Metadata } from './event.ts';
import { ConflictError } from './event-store.ts';
import type { Appended, EventStreams, Loaded } from './event-streams.ts';
import type { Failures } from './failures.ts';
import { throwIfUnknown } from './failures.ts';
import { jitter, sleep as wait } from './retry.ts';
import type { Serial } from './serial.ts';

/** A claim that the outcome needs. An application's own kind says more: how a refusal names it. */
export interface Reservation {
  readonly claim: string;
}

/** A reservation that another stream holds. */
export interface Refused<R extends Reservation> {
  readonly reservation: R;
  readonly ownerId: string;
  readonly owner: Loaded<unknown>;
}

export interface Reservations<S, E extends DomainEvent, R extends Reservation> {
  /** The id by which claims name this stream. */
  readonly ownerId: string;
  /** Returns the claims that are taken before the outcome is appended, even those that are one's own. */
  claims(before: S, after: S): readonly R[];
  /** Returns the refusal when others hold some of them. `before`: the state that the outcome was decided on. */
  refuse(refused: readonly Refused<R>[], before: S): Error;
  /** Claims as they were read a moment ago, by their names: spares reading them again. */
  readonly seenClaims?: ReadonlyMap<string, Loaded<ClaimState>> | undefined;
  /** Decides once more, with the claims as they were taken; without it what was decided stands. */
  decide?(state: S, taken: readonly Loaded<ClaimState>[]): readonly E[] | Promise<readonly E[]>;
}

/**
 * A step that one stream at a time may take, and only while `check` holds. Nobody keeps the claim: the next to take it
 * writes to the stream of the one before, so that a step which was checked but not yet appended conflicts.
 */
export interface Lock {
  readonly claim: string;
  /** Reads what others have done by now. @throws to refuse */
  check(): Promise<void>;
}

/** One command on one stream. */
export interface Execution<S, E extends DomainEvent, R extends Reservation = Reservation> {
  readonly stream: string;
  readonly metadata: Metadata;
  readonly deadline: Deadline;
  /** Returns what the command comes to, `[]` when that is already so. @throws to refuse */
  decide(state: S): readonly E[];
  /**
   * Where the first reading comes from: the cache; the store (default); or nowhere, for an id that was made a moment
   * ago and nobody can have written to.
   */
  readonly start?: 'cache' | 'store' | 'nowhere';
  /** False: of a stream that this begins, and a claim that nobody took before, nothing is kept in memory. */
  readonly keepsNew?: boolean | undefined;
  readonly reservations?: Reservations<S, E, R> | undefined;
  /** Returns the locks that this step needs; they are taken under the id of `reservations`. */
  lock?(before: S, after: S): Lock | readonly (Lock | undefined)[] | undefined;
  /** `throw`: a conflict is the caller's to answer (default: read again and decide again). */
  readonly onConflict?: 'retry' | 'throw';
}

/** What a command came to: the stream as it stands, and what was appended (nothing: already so, or done before). */
export type Handled<S> = Appended<S>;

export interface PipelineOptions {
  readonly serial: Serial;
  readonly claims: Claims;
  readonly failures: Failures;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
}

export type Pipeline<S, E extends DomainEvent> = <R extends Reservation>(
  execution: Execution<S, E, R>,
) => Promise<Handled<S>>;

type Rules<S, E extends DomainEvent> = Pick<Decider<S, never, E>, 'wide' | 'evolve' | 'repeatable'>;

/** Returns whether the same command was applied before, however the state has changed since. */
const appliedBefore = <S, E extends DomainEvent>(
  { repeatable }: Rules<S, E>,
  loaded: Loaded<S>,
  { commandId }: Metadata,
  events: readonly E[],
): boolean =>
  loaded.commands.length > 0 &&
  events.some(({ type }) => !repeatable?.has(type) && loaded.commands.includes(`${commandId}|${type}`));

/** Resolves with the claims that the outcome needs, taken. @throws what `refuse` returns, when others hold some */
async function takeAll<S, E extends DomainEvent, R extends Reservation>(
  claims: Claims,
  { stream, metadata, deadline, keepsNew }: Execution<S, E, R>,
  { ownerId, seenClaims, refuse }: Reservations<S, E, R>,
  wanted: readonly R[],
  before: S,
  first: boolean,
): Promise<readonly Loaded<ClaimState>[]> {
  const takenClaims: Loaded<ClaimState>[] = [];
  const refusedClaims: Refused<R>[] = [];
  for (const reservation of wanted) {
    const known = first ? seenClaims?.get(reservation.claim) : undefined;
    const owner = { id: ownerId, stream };
    const attempt = await claims.take(reservation.claim, owner, metadata, deadline, known, keepsNew);
    if (attempt.taken) takenClaims.push(attempt.claim);
    else refusedClaims.push({ reservation, owner: attempt.owner, ownerId: attempt.claim.state.owner! });
  }
  if (refusedClaims.length > 0) throw refuse(refusedClaims, before);
  return takenClaims;
}

/**
 * Returns the way of every command, in this order (with another, the model checker found two holders of one claim, and
 * `pipeline.spec.ts` fails):
 *
 * 1. Read the own stream. Commands on one stream wait for each other within a process.
 * 2. Decide. A refusal, and 'nothing to do', are given only after reading forward: a stale cache conflicts with nothing.
 * 3. What the same command appended before is not appended again: a late retry must not undo later work.
 * 4. Take the claims that the outcome needs. Whoever loses one is told so in its own stream.
 * 5. Check the locks, take them, check again: what was checked before may be out of date once they are taken.
 * 6. Decide once more, with the claims as they were taken, on the state first read.
 * 7. Append at the revision first read. A conflict begins again at 1.
 */
export const createPipeline = <S, E extends DomainEvent>(
  rules: Rules<S, E>,
  streams: EventStreams<S, E>,
  { serial, claims, failures, sleep = wait, random = Math.random }: PipelineOptions,
): Pipeline<S, E> => {
  /** Decides; where the small state forgot what the command names, on a fold of the whole stream. */
  const decide = (
    stream: string,
    state: S,
    decideOn: (state: S) => readonly E[],
  ): readonly E[] | Promise<readonly E[]> => {
    try {
      return decideOn(state);
    } catch (error) {
      if (!(error instanceof NeedsHistory) || rules.wide === undefined) throw error;
      // A later event than the loaded revision may be seen here: the append then conflicts, and all begins again.
      return streams.foldAll(stream, rules.wide, rules.evolve).then(decideOn);
    }
  };

  /** Steps 4 to 6. */
  const secure = async <R extends Reservation>(
    execution: Execution<S, E, R>,
    reservations: Reservations<S, E, R>,
    loaded: Loaded<S>,
    plannedEvents: readonly E[],
    first: boolean,
  ): Promise<readonly E[]> => {
    const { stream, metadata, deadline } = execution;
    const after = plannedEvents.reduce(
      (state, event) => rules.evolve(state, event, metadata.at),
      loaded.state,
    );
    const wanted = reservations.claims(loaded.state, after);
    const takenClaims = await takeAll(claims, execution, reservations, wanted, loaded.state, first);
    const locks = [execution.lock?.(loaded.state, after)].flat().filter((lock) => lock !== undefined);
    // A refusal needs no claim.
    for (const lock of locks) await lock.check();
    for (const { claim } of locks)
      await claims.take(claim, { id: reservations.ownerId, stream }, metadata, deadline);
    for (const lock of locks) await lock.check();
    if (takenClaims.length === 0 || reservations.decide === undefined) return plannedEvents;
    return reservations.decide(loaded.state, takenClaims);
  };

  const run = async <R extends Reservation>(execution: Execution<S, E, R>): Promise<Handled<S>> => {
    const { stream, metadata, deadline, start, keepsNew, reservations } = execution;
    let loaded: Loaded<S> | undefined;
    if (start === 'cache') loaded = streams.cachedStream(stream);
    else if (start === 'nowhere') loaded = streams.emptyStream;
    let current = start === 'nowhere';
    for (let conflicts = 0; ; ) {
      if (loaded === undefined) {
        loaded = await streams.refresh(stream);
        current = true;
      }
      deadline.throwIfExpired();
      let events: readonly E[] = [];
      let refusal: unknown;
      if (loaded.unknownType === null) {
        try {
          events = await decide(stream, loaded.state, execution.decide);
        } catch (error) {
          refusal = error;
        }
        if (appliedBefore(rules, loaded, metadata, events)) events = [];
      }
      if (events.length === 0) {
        if (!current) {
          loaded = undefined;
          continue;
        }
        throwIfUnknown(failures, stream, loaded);
        if (refusal !== undefined) throw refusal;
        return { loaded, events: [] };
      }
      if (reservations !== undefined) {
        events = await secure(execution, reservations, loaded, events, conflicts === 0);
        if (events.length === 0) return { loaded, events: [] };
        deadline.throwIfExpired();
      }
      try {
        return await streams.append(stream, loaded, events, metadata, keepsNew);
      } catch (error) {
        if (!(error instanceof ConflictError) || execution.onConflict === 'throw') throw error;
        conflicts += 1;
        if (conflicts > deadline.maxConflicts) throw failures.conflict('others kept changing it', error);
        await sleep(jitter(conflicts, random));
        loaded = undefined;
      }
    }
  };

  return (execution) => serial(execution.stream, () => run(execution));
};
