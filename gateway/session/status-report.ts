import type { Logger } from 'pino';
import type { ConnectionStatus } from '../../domain/connection/events.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import { StoppedError } from '../../domain/kernel/retry.ts';
import { durably } from '../scheduling/durably.ts';

export interface StatusReport {
  readonly status: ConnectionStatus;
  readonly number?: string;
  readonly qrAttempt?: number;
  readonly retries?: number;
  readonly reason?: string;
}

/** Returns what writes a connection's statuses in order, beside the traffic; of several that wait only the last is written. */
export function createStatusReports(deps: {
  companyId: string;
  connectionId: string;
  desk: Pick<Desk, 'connections'>;
  log: Logger;
  signal: AbortSignal;
}) {
  const { companyId, connectionId, log, signal } = deps;
  const context: Context = { companyId, actor: { kind: 'system', id: 'gateway' } };
  const insist = durably({ signal, log, giveUp: (error) => isDomainError(error, 'ERR_CONFLICT') });
  let nextReport: StatusReport | undefined;
  let writingReport: Promise<void> | undefined;

  async function write(): Promise<void> {
    for (let report = nextReport; report; report = nextReport) {
      nextReport = undefined;
      const current = report;
      try {
        await insist(() => deps.desk.connections.reportStatus(context, { connectionId, ...current }));
      } catch (error) {
        if (!(error instanceof StoppedError))
          log.warn({ err: error, connectionId, status: current.status }, 'status not written');
      }
    }
    writingReport = undefined;
  }

  return {
    /** Resolves when it, or a later one, has been written. */
    report(report: StatusReport): Promise<void> {
      nextReport = report;
      writingReport ??= write();
      return writingReport;
    },
  };
}
export type StatusReports = ReturnType<typeof createStatusReports>;
