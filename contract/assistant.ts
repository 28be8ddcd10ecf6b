import { z } from 'zod';

/** What a try of an assistant came to: it answers, or as `AssistantFailure` says; `gone`: nothing is set up, or no key is there. */
export const assistantTrial = z.object({
  outcome: z.enum([
    ...['answers', 'gone', 'keys', 'refused', 'odd', 'unreachable', 'slow', 'large', 'private', 'insecure'],
    'busy',
  ] as const),
  /** HTTP's, where there was an answer. */
  status: z.number().nullable(),
  /** What it said. */
  text: z.string(),
});
export type AssistantTrial = z.output<typeof assistantTrial>;

/** What prompts have cost today (UTC), in tokens; `dailyTokens` 0: no limit. */
export const promptSpending = z.object({
  prompts: z.array(
    z.object({ id: z.string(), name: z.string(), tokens: z.number(), dailyTokens: z.number() }),
  ),
});
export type PromptSpending = z.output<typeof promptSpending>;
