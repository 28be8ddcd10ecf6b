import { statePages } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Vault } from '../../domain/ports/vault.ts';
import { type FileRecipe, fileRecipe } from '../driver/driver-event.ts';
import type { Insist } from './insist.ts';

export interface FileWork {
  readonly ticketId: string;
  readonly messageId: string;
  readonly contactId: string;
}

export interface KeptRecipe extends FileWork {
  readonly tries: number;
  readonly sealed: string;
}

/** Nobody asks for a file after that, and no network has it any more. */
const keptMs = 30 * 24 * 3_600_000;

/** Returns what fetching the files of messages takes, sealed in `file/{connection}/{message}`, with the tries that failed. */
export function createFileRecipes(
  { state, vault, connectionId }: { state: StateStore; vault: Vault; connectionId: string },
  insist: Insist,
) {
  const prefix = `file/${connectionId}/`;
  const keyOf = (messageId: string) => prefix + messageId;
  const update = (kept: KeptRecipe) =>
    insist(() => state.set<KeptRecipe>(keyOf(kept.messageId), kept, { ttlMs: keptMs }));

  return {
    /** Resolves when it is kept; one that is there stays as it is. */
    async keep(work: FileWork, recipe: FileRecipe): Promise<void> {
      const key = keyOf(work.messageId);
      const sealed = vault.seal(key, JSON.stringify(recipe));
      await state.set<KeptRecipe>(key, { ...work, tries: 0, sealed }, { expected: null, ttlMs: keptMs });
    },
    find: async (messageId: string): Promise<KeptRecipe | undefined> =>
      (await state.get<KeptRecipe>(keyOf(messageId)))?.value,
    open: ({ messageId, sealed }: KeptRecipe): FileRecipe =>
      fileRecipe.parse(JSON.parse(vault.open(keyOf(messageId), sealed))),
    countTry: (kept: KeptRecipe) => update({ ...kept, tries: kept.tries + 1 }),
    /** With all its tries, for whoever asks again. */
    renew: (kept: KeptRecipe) => update({ ...kept, tries: 0 }),
    forget: (messageId: string) => insist(() => state.delete(keyOf(messageId))),
    /** Drops those of messages that are not among the `wanted` ones, a page at a time. */
    async prune(
      wanted: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
      signal: AbortSignal,
    ): Promise<void> {
      for await (const entries of statePages<KeptRecipe>(state, prefix)) {
        if (signal.aborted) return;
        const ids = entries.map(({ value }) => value.messageId);
        const stay = await wanted(ids);
        for (const id of ids) if (!stay.has(id)) await state.delete(keyOf(id));
      }
    },
  };
}
export type FileRecipes = ReturnType<typeof createFileRecipes>;
