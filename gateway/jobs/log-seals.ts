import type { Logger } from 'pino';
import { ConflictError, type EventStore } from '../../domain/kernel/event-store.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import {
  type ChainReport,
  chainStream,
  genesis,
  type LogSealed,
  type SealRuns,
} from '../../domain/kernel/log-chain.ts';
import { streamCompany } from '../../domain/kernel/stream-names.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { isWhole, keepLogCheck } from '../../messaging/log-checks.ts';
import type { DueJob } from './due-work.ts';

/** What the chain of the log is made and checked with: apart from the main thread where there is much to do. */
export interface ChainWork {
  readonly sealRuns: SealRuns;
  readonly verify: (signal: AbortSignal) => Promise<ChainReport>;
}

export interface LogChainDeps {
  /** The log as it is stored. */
  readonly storedEvents: Pick<EventStore, 'append' | 'read' | 'readAll' | 'stands'>;
  readonly chain: ChainWork;
  readonly state: StateStore;
  readonly log: Logger;
  readonly now: () => Date;
  readonly everyMs: number;
}

const hourMs = 3_600_000;
/** Seals that may stand at the end of the log without anything else: one a run of a long round. */
const mostSeals = 10;

/**
 * Returns the job that continues the log's hash chain: seals what came since the last seal. Nothing is remembered
 * between two rounds and each seal is one append at the revision it follows, so that whoever dies, is late or reads a
 * log that was put back leaves either a whole seal or none; of two gateways one meets a conflict and leaves it to the
 * other.
 */
export function createLogSeals({ storedEvents, chain, log, now, everyMs }: LogChainDeps): DueJob {
  let toldAt = Number.NEGATIVE_INFINITY;

  /** An outcome that is not known is not tried again: the log may be another by then. The next round looks. */
  async function append(seal: LogSealed, revision: number): Promise<boolean> {
    const id = deriveId('log-chain', revision, seal.head);
    const metadata = {
      companyId: streamCompany(chainStream),
      actor: { kind: 'system', id: 'log-chain' },
      commandId: id,
      correlationId: id,
      at: now().toISOString(),
    };
    try {
      await storedEvents.append(chainStream, revision - 1, [{ id, type: 'LogSealed', data: seal, metadata }]);
      return true;
    } catch (error) {
      if (error instanceof ConflictError) return false;
      throw error;
    }
  }

  /** Once a day: whoever keeps these lines elsewhere can tell later whether the chain was written anew. */
  function tell({ head, through, total }: LogSealed): void {
    if (performance.now() - toldAt < 24 * hourMs) return;
    toldAt = performance.now();
    log.info({ logChain: { head, through, total } }, 'the log is sealed up to here');
  }

  async function round(signal: AbortSignal): Promise<void> {
    const [lastEvent] = await storedEvents.read(chainStream, { backwards: true, limit: 1 });
    const before = lastEvent?.data as LogSealed | undefined;
    const after = before?.through ?? 0;
    const newest = await storedEvents.readAll({ after, limit: mostSeals });
    if (newest.length < mostSeals && newest.every(({ stream }) => stream === chainStream)) return;
    const end = { after, head: before?.head ?? genesis, total: before?.total ?? 0 };
    let revision = lastEvent?.revision ?? -1;
    for await (const run of chain.sealRuns(end, signal)) {
      revision += 1;
      // An older copy of the log was put back since it was read: what is not in it must not be sealed.
      if (signal.aborted || !(await storedEvents.stands(run.last))) return;
      if (!(await append(run.seal, revision))) return;
      tell(run.seal);
    }
  }

  return { name: 'log-seals', everyMs, round, waiting: 'the log waits to be sealed' };
}

/** Returns the job that verifies the whole chain now and then, for whoever asks whether it holds, and says aloud when it does not. */
export function createLogChecks({ chain, state, log, now }: LogChainDeps): DueJob {
  async function round(signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const report = await chain.verify(signal);
    if (signal.aborted) return;
    await keepLogCheck(state, { at: now().toISOString(), report, tookMs: performance.now() - began });
    if (!isWhole(report))
      log.error(
        { problems: report.problems.slice(0, 5), count: report.problemCount, faults: report.faults },
        'the log is not what was sealed: run npm run verify-log',
      );
  }
  return { name: 'log-checks', everyMs: 6 * hourMs, round, waiting: 'the log waits to be verified' };
}
