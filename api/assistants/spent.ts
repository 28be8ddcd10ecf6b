import type { PromptSpending } from '../../contract/assistant.ts';

const dayMs = 86_400_000;
/** Of the first hour nobody can tell the day. */
const tellingMs = 3_600_000;

/** Returns what all prompts of a company have cost today, may cost, and come to by the end of the day (UTC) at this pace. */
export function spentByAll(prompts: PromptSpending['prompts'], now: Date): Omit<PromptSpending, 'prompts'> {
  const began = Math.floor(now.getTime() / dayMs) * dayMs;
  const elapsedMs = now.getTime() - began;
  const sum = (of: (prompt: PromptSpending['prompts'][number]) => number) =>
    prompts.reduce((all, prompt) => all + of(prompt), 0);
  const atDayEnd = ({ tokens, dailyTokens }: PromptSpending['prompts'][number]) => {
    const expected = Math.round((tokens * dayMs) / elapsedMs);
    return dailyTokens === 0 ? expected : Math.max(tokens, Math.min(dailyTokens, expected));
  };
  return {
    tokens: sum(({ tokens }) => tokens),
    dailyTokens: prompts.some(({ dailyTokens }) => dailyTokens === 0)
      ? 0
      : sum(({ dailyTokens }) => dailyTokens),
    byDayEnd: elapsedMs < tellingMs ? null : sum(atDayEnd),
    endsAt: new Date(began + dayMs).toISOString(),
  };
}
