import type { ReadStore } from '../../projections/ports/read-store.ts';
import { prepareItems } from './prepare.ts';
import type { Batch } from './subscriber.ts';

/** Beyond this a client reloads rather than replays. */
const longest = 2_000;

export interface Missed {
  readonly batches: readonly Batch[];
  /** Where the client stands: everything later is still to be told. */
  readonly from: number;
  /** Too much was missed, or the cursor says nothing here: the client reloads. */
  readonly tooMuch: boolean;
}

interface Asked {
  readonly companyId: string;
  readonly after: string | undefined;
  readonly generation: string;
  /** Whether so many changes may be told again now. */
  readonly mayTell?: (changes: number) => boolean;
}

/** Returns what a company's client has missed since `after`, the cursor (`generation:seq`) of an earlier subscription. */
export async function missedSince(
  deps: Parameters<typeof prepareItems>[0] & { readStore: ReadStore },
  { companyId, after, generation, mayTell = () => true }: Asked,
): Promise<Missed> {
  const { readStore } = deps;
  const head = (await readStore.heads()).get(companyId) ?? 0;
  if (after === undefined) return { batches: [], from: head, tooMuch: false };
  const [, cursorGeneration, digits = ''] = /^(.*):(\d{1,15})$/.exec(after) ?? [];
  const from = Number(digits);
  if (cursorGeneration !== generation || from > head) return { batches: [], from: head, tooMuch: true };
  if (!mayTell(Math.min(head - from, longest))) return { batches: [], from: head, tooMuch: true };
  const { notices, truncated } = await readStore.changes(companyId, from, longest + 1);
  if (truncated || notices.length > longest) return { batches: [], from: head, tooMuch: true };
  const items = await prepareItems(deps, companyId, notices);
  const batch: Batch = { items, head: notices.at(-1)?.seq ?? from, sharedFrames: new Map() };
  return { batches: [batch], from, tooMuch: false };
}
