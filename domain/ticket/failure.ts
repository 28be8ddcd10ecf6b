import { z } from 'zod';

/** Why something did not go out, beyond what its code says of it: each has a text in every language. */
export const failureCause = z.enum([
  ...(['refused', 'upload', 'broken', 'unknown', 'noContact', 'noAddress'] as const),
  // A message of which nobody knows whether it went out was deleted: if it did, it is there still.
  'deleteUnknown',
  ...(['noConnection', 'noFile', 'tooLate', 'editRefused', 'deleteRefused', 'reactionRefused'] as const),
]);
export type FailureCause = z.output<typeof failureCause>;

/**
 * `code` is of the error catalogue or the gateway's (UNKNOWN_OUTCOME); `cause` (a newer build may know more of them)
 * and `params` (the channel, the network's own code) are what a screen makes a text of. `reason`: what events from
 * before there were causes told the agent, in Portuguese; '' since.
 */
export const failure = z.object({
  code: z.string(),
  reason: z.string().default(''),
  cause: z.string().optional(),
  params: z.record(z.string(), z.string()).optional(),
});
export type Failure = z.output<typeof failure>;

/** Returns what of an event is its failure. */
export const failureOf = ({ code, reason, cause, params }: Failure): Failure => ({
  code,
  reason,
  ...(cause !== undefined && { cause }),
  ...(params !== undefined && { params }),
});
