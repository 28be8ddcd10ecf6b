import type { ReadStore } from '../ports/read-store.ts';

/** How often the notices of all companies are trimmed. */
const everyMs = 60_000;
/** Of a company that is told more meanwhile they are trimmed each time: a minute of a busy one deleted at once held everybody up for half a second. */
const atOnce = 1_000;

interface TrimmingOptions {
  readonly readStore: Pick<ReadStore, 'trimNotices'>;
  /** Notices kept of each company. */
  readonly keepNotices: number;
  readonly now: () => number;
}

/** Returns what trims the notices now and then, a few at a time. */
export function createTrimming({ readStore, keepNotices, now }: TrimmingOptions) {
  let trimmedAt = now();
  const sinceTrim = new Map<string, number>();
  return {
    /** One more notice is about to be told to this company. */
    count: (companyId: string): void => void sinceTrim.set(companyId, (sinceTrim.get(companyId) ?? 0) + 1),
    async trim(): Promise<void> {
      if (now() - trimmedAt >= everyMs) {
        trimmedAt = now();
        sinceTrim.clear();
        await readStore.trimNotices(keepNotices);
        return;
      }
      for (const [companyId, count] of sinceTrim)
        if (count >= atOnce) {
          sinceTrim.delete(companyId);
          await readStore.trimNotices(keepNotices, companyId);
        }
    },
  };
}
