import type { ErrorCode } from '../error-codes.ts';
import { DomainError } from '../errors.ts';
import type { ClaimState } from '../kernel/claim-events.ts';
import type { Loaded } from '../kernel/event-streams.ts';
import type { Refused, Reservation, Reservations } from '../kernel/pipeline.ts';

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
  seen,
  claims: (before, after) => {
    const ownClaims = new Set(valuesOf(before).map(({ claim }) => claim));
    return valuesOf(after).filter(({ claim }) => !ownClaims.has(claim));
  },
  refuse: alreadyTaken,
});
