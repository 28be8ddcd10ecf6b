import { z } from 'zod';

/** `limit` 0: none. */
const use = z.object({ limit: z.number(), used: z.number() });

/** What a company uses against what it may: bytes of files; the others count this minute. */
export const usageView = z.object({
  storage: use,
  requests: use,
  writes: use,
  /** To the messaging network, whether a number is on it. */
  questions: use,
  /** Messages through each connection. */
  sends: z.array(use.extend({ id: z.string(), name: z.string() })),
});
export type UsageView = z.output<typeof usageView>;
