import type { ErrorCode } from '../error-codes.ts';
import { DomainError } from '../errors.ts';
import type { ClaimState } from '../kernel/claim-events.ts';
import type { Deadline } from '../kernel/deadline.ts';
import type { Loaded } from '../kernel/event-streams.ts';
import type { Refused, Reservation, Reservations } from '../kernel/pipeline.ts';
import type { Context } from './context.ts';
import type { CommandRuntime } from './runtime.ts';

/** A value that one stream at a time may hold: its claim, and how a refusal names it. */
export interface UniqueValue extends Reservation {
  readonly code: ErrorCode;
  readonly field?: string;
  readonly details?: (ownerId: string, owner: Loaded<unknown>) => Readonly<Record<string, unknown>>;
}

/** Returns the refusal that names every field whose value somebody else has. */
const alreadyTaken = (refused: readonly Refused<UniqueValue>[]): DomainError => {
  const [{ reservation, owner, ownerId }] = refused as [Refused<UniqueValue>];
  const { code, details } = reservation;
  const errors = refused.flatMap(({ reservation: { field, code } }) => (field ? [[field, code]] : []));
  return new DomainError(code, 'someone else has it', {
    ...(errors.length > 0 && { errors: Object.fromEntries(errors) }),
    ...(details && { details: details(ownerId, owner) }),
  });
};

/** Returns reservations of the values that the new state has and the old one has not. */
export const reserveNew = <S>(
  ownerId: string,
  valuesOf: (state: S) => readonly UniqueValue[],
  seen?: ReadonlyMap<string, Loaded<ClaimState>>,
): Reservations<S, never, UniqueValue> => ({
  ownerId,
  seenClaims: seen,
  claims: (before, after) => {
    const ownClaims = new Set(valuesOf(before).map(({ claim }) => claim));
    return valuesOf(after).filter(({ claim }) => !ownClaims.has(claim));
  },
  refuse: alreadyTaken,
});

/**
 * Takes the claims of values for the stream that has them since before they were claimed, or were compared as they are
 * now. Where two of those share one the first keeps it, and the other is as it was.
 */
export async function adoptValues(
  runtime: CommandRuntime,
  context: Context,
  owner: { readonly id: string; readonly stream: string; readonly values: readonly UniqueValue[] },
  deadline: Deadline,
): Promise<void> {
  const { actor, commandId, at } = runtime.metadataOf(context);
  const { companyId } = context;
  for (const { claim } of owner.values) {
    if ((await runtime.claims.look(claim)).holder) continue;
    const metadata = { companyId, actor, commandId, correlationId: commandId, at };
    await runtime.claims.take(claim, { id: owner.id, stream: owner.stream }, metadata, deadline);
  }
}
