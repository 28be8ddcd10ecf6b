import type { Logger } from 'pino';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import type { Projection } from '../definition.ts';
import type { ReadStore } from '../ports/read-store.ts';
import type { RebuildReason } from './begin-run.ts';

export interface ProjectorOptions {
  /** Gives parsed events (`withSchemas`). */
  readonly eventStore: EventStore;
  readonly readStore: ReadStore;
  readonly state: StateStore;
  readonly projections: readonly Projection[];
  readonly log: Logger;
  /** Checkpoint and lease; default 'main'. */
  readonly name?: string;
  /** How long a dead projector keeps its standby waiting; default 3000. */
  readonly leaseMs?: number;
  /** Events folded and committed together at most; default 2000. */
  readonly batch?: number;
  /** From the beginning of a small batch to that of the next, milliseconds; default 5. */
  readonly paceMs?: number;
  /** Documents of each collection kept in memory between batches; default 20 000. */
  readonly cacheSize?: number;
  /** How long read models of another version stay that no process has open; default one hour. */
  readonly keepUnseenMs?: number;
  /** Notices kept of each company; default 10 000. */
  readonly keepNotices?: number;
  readonly now?: () => number;
  /**
   * The read models are not of this log. Resolves when a rebuilt generation is active; the projector holds its lease
   * meanwhile. Default: rebuilds here, in this thread.
   */
  readonly onRebuildNeeded?: (reason: RebuildReason) => Promise<void>;
}
