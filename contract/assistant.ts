import { z } from 'zod';
import { systemFailures } from '../domain/ports/other-system.ts';

/** What a try of an assistant came to: it answers, or as `SystemFailure` says; `gone`: nothing is set up, or no key is there. */
export const assistantTrial = z.object({
  outcome: z.enum(['answers', 'gone', ...systemFailures]),
  /** HTTP's, where there was an answer. */
  status: z.number().nullable(),
  /** What it said. */
  text: z.string(),
});
export type AssistantTrial = z.output<typeof assistantTrial>;

/** What prompts have cost today (a day of UTC), in tokens; `dailyTokens` 0: no limit. */
export const promptSpending = z.object({
  prompts: z.array(
    z.object({ id: z.string(), name: z.string(), tokens: z.number(), dailyTokens: z.number() }),
  ),
  /** All of them together. */
  tokens: z.number(),
  /** As much as all of them may; 0: one has no limit. */
  dailyTokens: z.number(),
  /** What all come to by the end of the day at this pace, no more than each may; null: too early to say. */
  byDayEnd: z.number().nullable(),
  /** When the count begins anew. */
  endsAt: z.string(),
});
export type PromptSpending = z.output<typeof promptSpending>;
