/** What API and gateway tell each other by the state store: pairing codes, questions, parked messages, who serves what. */

import { updateEntry } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

const dayMs = 86_400_000;

/** Returns what counts the tokens that each prompt of a company has cost in a day (UTC). */
export function createSpending(state: StateStore, now: () => Date) {
  const keyOf = (companyId: string, promptId: string) =>
    `assistant/tokens/${companyId}/${promptId}/${now().toISOString().slice(0, 10)}`;
  return {
    of: async (companyId: string, promptId: string): Promise<number> =>
      (await state.get<number>(keyOf(companyId, promptId)))?.value ?? 0,

    async add(companyId: string, promptId: string, tokens: number): Promise<void> {
      await updateEntry<number>(state, keyOf(companyId, promptId), (before) => ({
        value: (before?.value ?? 0) + tokens,
        ttlMs: 2 * dayMs,
      }));
    },
  };
}
