/** What API and gateway tell each other by the state store: pairing codes, questions, parked messages, who serves what. */

import { updateEntry } from '../domain/ports/state-entries.ts';
import type { StateStore } from '../domain/ports/state-store.ts';

const dayMs = 86_400_000;

/** Tokens that count as spent before anybody knows what an answer costs. */
export interface Reservation {
  /** The day's entry: what is asked before midnight is of the day before, however late it is answered. */
  readonly key: string;
  readonly tokens: number;
}

/** Returns what counts the tokens that each prompt of a company has cost in a day (UTC), and those put aside for answers to come. */
export function createSpending(state: StateStore, now: () => Date) {
  const keyOf = (companyId: string, promptId: string) =>
    `assistant/tokens/${companyId}/${promptId}/${now().toISOString().slice(0, 10)}`;

  /** Resolves false where `limit` is reached already, and then adds nothing. */
  const add = async (key: string, tokens: number, limit = 0): Promise<boolean> => {
    const written = await updateEntry<number>(state, key, (there) => {
      const before = there?.value ?? 0;
      if (limit > 0 && before >= limit) return undefined;
      return { value: Math.max(0, before + tokens), ttlMs: 2 * dayMs };
    });
    return written !== undefined;
  };

  return {
    of: async (companyId: string, promptId: string): Promise<number> =>
      (await state.get<number>(keyOf(companyId, promptId)))?.value ?? 0,

    async add(companyId: string, promptId: string, tokens: number): Promise<void> {
      await add(keyOf(companyId, promptId), tokens);
    },

    /**
     * Puts tokens aside in the same step that looks at the day's `limit` (0: none), so that of many who ask at once, in however many
     * processes, none begins once it is reached. Who dies before `settle` leaves them counted until the day is over.
     * @returns undefined: the limit is reached
     */
    async reserve(
      companyId: string,
      promptId: string,
      tokens: number,
      limit: number,
    ): Promise<Reservation | undefined> {
      const key = keyOf(companyId, promptId);
      if (tokens === 0 && limit === 0) return { key, tokens };
      return (await add(key, tokens, limit)) ? { key, tokens } : undefined;
    },

    /** Counts what an answer has cost, in place of what was put aside for it. */
    async settle({ key, tokens: reserved }: Reservation, tokens: number): Promise<void> {
      if (tokens !== reserved) await add(key, tokens - reserved);
    },
  };
}
