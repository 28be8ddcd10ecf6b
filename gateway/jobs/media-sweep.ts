import type { Logger } from 'pino';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { sleep } from '../../domain/kernel/retry.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { statePages } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { CompanySettings } from '../log/company-settings.ts';
import type { DueJob } from './due-work.ts';

export interface MediaSweepDeps {
  /** The log as it is stored: what a newer build wrote, and what no key opens any more, still names its files. */
  readonly storedEvents: Pick<EventStore, 'readAll'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly settings: Pick<CompanySettings, 'companyIds'>;
  readonly state: StateStore;
  readonly media: Pick<MediaStore, 'list' | 'deleteOlder'>;
  readonly log: Logger;
  /** How long a file must have lain untouched, and again between the look that misses a reference and the deletion; 0: never. */
  readonly graceMs: number;
  readonly now?: () => number;
}

/** What the last look of a company missed references to. */
interface Found {
  readonly at: number;
  readonly ids: readonly string[];
}

const ownPrefix = 'media-sweep/';
const hourMs = 3_600_000;
const page = 500;
/** Of one company in one look; the others' turn comes when these are gone. */
const mostFiles = 20_000;
const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;

/**
 * Returns the job that deletes files that nothing refers to: those of a process that died between storing one and
 * writing down what it belongs to. What refers to a file is not enumerated, for a kind forgotten would be customers'
 * files deleted: whatever id stands anywhere in the log, as it is stored, or in the state store is kept. A file goes
 * when it lay untouched for the grace and two looks, the grace apart, found it nowhere: an older copy of the log that
 * was put back by mistake, or a message that is only now recorded, has that long to come. Of companies that the log
 * does not know nothing is touched. Two processes that look at once delete each file once.
 */
export function createMediaSweep(deps: MediaSweepDeps): DueJob {
  const { storedEvents, readStore, settings, state, media, log, graceMs } = deps;
  const now = deps.now ?? Date.now;

  /** Files of a company that lie untouched and that no message shows: most are told by their message at once. */
  async function suspectsOf(companyId: string, before: number, signal: AbortSignal): Promise<string[]> {
    const reader = readStore.forCompany(companyId);
    const suspects: string[] = [];
    const check = async (ids: readonly string[]) => {
      const shown = await reader.find<MessageDocument>('messages', {
        where: { 'media.id': { in: ids } },
        limit: page,
      });
      const known = new Set(shown.map((message) => message.media?.id));
      suspects.push(...ids.filter((id) => !known.has(id)));
    };
    let batch: string[] = [];
    for await (const { id, touchedAt } of media.list(companyId)) {
      if (signal.aborted || suspects.length >= mostFiles) return suspects;
      if (touchedAt >= before) continue;
      batch.push(id);
      if (batch.length < page) continue;
      await check(batch);
      batch = [];
    }
    if (batch.length > 0) await check(batch);
    return suspects;
  }

  /** Takes out of `ids` whatever is named in the log or in the state store. */
  async function dropMentioned(ids: Set<string>, signal: AbortSignal): Promise<void> {
    const noteMentions = (value: unknown) => {
      for (const [id] of JSON.stringify(value).matchAll(uuids)) ids.delete(id.toLowerCase());
    };
    for (let after = 0; ids.size > 0 && !signal.aborted; ) {
      const events = await storedEvents.readAll({ after, limit: page });
      for (const { data } of events) noteMentions(data);
      if (events.length < page) break;
      after = events.at(-1)!.position;
      // Whoever writes and reads meanwhile comes first.
      await sleep(5, signal);
    }
    for await (const entries of statePages(state, '')) {
      for (const { key, value } of entries) if (!key.startsWith(ownPrefix)) noteMentions([key, value]);
      if (ids.size === 0 || signal.aborted) return;
    }
  }

  async function settle(
    companyId: string,
    unmentionedIds: readonly string[],
    at: number,
    signal: AbortSignal,
  ): Promise<void> {
    const key = `${ownPrefix}${companyId}`;
    const before = (await state.get<Found>(key))?.value;
    // Looked again too soon: what was found then waits for its time.
    if (before !== undefined && at - before.at < graceMs && before.at <= at) return;
    const due = new Set(before?.ids);
    const left: string[] = [];
    let deletedCount = 0;
    for (const id of unmentionedIds) {
      if (signal.aborted) return;
      if (!due.has(id)) left.push(id);
      else if (await media.deleteOlder(companyId, id, at - graceMs)) deletedCount += 1;
    }
    if (left.length > 0) await state.set(key, { at, ids: left } satisfies Found);
    else await state.delete(key);
    if (deletedCount > 0)
      log.info({ companyId, deleted: deletedCount }, 'files that nothing refers to were deleted');
  }

  /** One look over all companies. Returns when the next one is due, in milliseconds. */
  async function round(signal: AbortSignal): Promise<number> {
    const at = now();
    const suspects = new Map<string, readonly string[]>();
    for (const companyId of settings.companyIds())
      suspects.set(companyId, await suspectsOf(companyId, at - graceMs, signal));
    const ids = new Set([...suspects.values()].flat());
    if (ids.size > 0) await dropMentioned(ids, signal);
    for (const [companyId, some] of suspects) {
      if (signal.aborted) return hourMs;
      await settle(
        companyId,
        some.filter((id) => ids.has(id)),
        at,
        signal,
      );
    }
    return graceMs;
  }

  return {
    name: 'media-sweep',
    everyMs: hourMs,
    round,
    waiting: 'files that nothing refers to wait for the stores',
  };
}
