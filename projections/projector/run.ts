import type { Mark } from '../../domain/kernel/event-store.ts';
import type { Commit, ReadStore } from '../ports/read-store.ts';
import type { Dispatch } from './dispatch.ts';
import type { DocumentCache } from './document-cache.ts';

/** What is the same for all batches between two looks at the store's own state. */
export interface Run {
  readonly dispatch: Dispatch;
  readonly store: ReadStore;
  readonly cache: DocumentCache;
  readonly projector: string;
  readonly logId: string;
  readonly fence: number;
  /** Position of the last event committed. */
  position: number;
  /** The event there. */
  mark: Mark | undefined;
  /** Events up to here may have been folded before, by whoever did not come to its checkpoint. */
  readonly settled: number;
  /** Next number of a company's notices; undefined: nobody is told (a rebuild). */
  readonly nextSeq: ((companyId: string) => number) | undefined;
  onParked(count: number): void;
  /** Others wait for it: a large deletion is left for later. */
  readonly isAwaited: boolean;
  /** Large deletions are under way: see `createClearing`. */
  hasDeletions: boolean;
}

/** Resolves when documents are written, told to nobody, at the place where the projector stands; the fence holds from then on. */
export const commitStanding = (
  {
    store,
    projector,
    fence,
    position,
    logId,
    mark,
  }: Pick<Run, 'store' | 'projector' | 'fence' | 'position' | 'logId' | 'mark'>,
  documents: Commit['documents'],
) => store.commit({ projector, fence, position, after: position, logId, mark, documents, notices: [] });
