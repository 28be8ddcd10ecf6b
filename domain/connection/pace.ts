import { z } from 'zod';

const upTo = (value: number) => z.number().int().min(0).max(value);

/**
 * How fast a number writes to people who never wrote to it: what messaging networks ban numbers for. 0: no limit. An
 * answer is never held back.
 */
export const pace = z.object({
  newPerMinute: upTo(60),
  newPerHour: upTo(1_000),
  newPerDay: upTo(10_000),
  /** Up to so many seconds more between two of them, for people are no clockwork. */
  jitterSeconds: upTo(300),
  /** Who sees that somebody types, for as long as the text takes: nobody, new people, everybody. */
  typing: z.enum(['never', 'new', 'always']),
});
export type Pace = z.output<typeof pace>;

export const noPace: Pace = {
  newPerMinute: 0,
  newPerHour: 0,
  newPerDay: 0,
  jitterSeconds: 0,
  typing: 'never',
};

/** Why a message waits that could go out otherwise: our own limit, or what the network allows this number. */
export const heldReason = z.enum(['newContacts', 'network']);
export type HeldReason = z.output<typeof heldReason>;
