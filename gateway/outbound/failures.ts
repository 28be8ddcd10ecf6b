import type { ErrorCode } from '../../domain/error-codes.ts';
import type { FailureCause } from '../../domain/ticket/failure.ts';

/** Why a message, an edit, a deletion or a reaction did not go out: codes, of which screens make texts in their language. */
export interface Failure {
  readonly code: ErrorCode | 'UNKNOWN_OUTCOME';
  readonly reason: '';
  readonly cause: FailureCause;
  /** `channel`: whose text it may be; `code`: the network's own. */
  readonly params?: Record<string, string>;
}

const codes = {
  refused: 'ERR_SENDING_WAPP_MSG',
  upload: 'ERR_SENDING_WAPP_MSG',
  broken: 'ERR_SENDING_WAPP_MSG',
  unknown: 'UNKNOWN_OUTCOME',
  noContact: 'ERR_NO_CONTACT_FOUND',
  noAddress: 'ERR_WAPP_INVALID_CONTACT',
  noConnection: 'ERR_NO_WAPP_FOUND',
  noFile: 'ERR_SENDING_WAPP_MSG',
  tooLate: 'ERR_FETCH_WAPP_MSG',
  editRefused: 'ERR_SENDING_WAPP_MSG',
  deleteRefused: 'ERR_DELETE_WAPP_MSG',
  deleteUnknown: 'ERR_DELETE_WAPP_MSG',
  reactionRefused: 'ERR_SENDING_WAPP_MSG',
} as const satisfies Record<FailureCause, Failure['code']>;

export const failures = Object.fromEntries(
  Object.entries(codes).map(([cause, code]) => [cause, { code, reason: '', cause }]),
) as Readonly<Record<FailureCause, Failure>>;

/** Returns why the network refused a message, with the network's own code where it gave one. */
export const refusal = (code: string | undefined): Failure =>
  code === undefined ? failures.refused : { ...failures.refused, params: { code } };

/** Returns a failure that says on which channel it was. */
export const onChannel = (channel: string, failure: Failure): Failure => ({
  ...failure,
  params: { ...failure.params, channel },
});
