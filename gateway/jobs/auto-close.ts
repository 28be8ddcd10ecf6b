/** What is due by itself, done by whichever gateway lives: a file a job, what runs them (`due-work.ts`), and what is finished in steps. */

import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { quietTickets } from '../../domain/ticket-lists/job-lists.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { CompanySettings } from '../log/company-settings.ts';
import type { DueJob } from './due-work.ts';

export interface AutoCloseDeps {
  readonly desk: Pick<Desk, 'tickets'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly settings: Pick<CompanySettings, 'of' | 'companyIds'>;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly now: () => Date;
  readonly log: Logger;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}

const page = 200;
const hourMs = 3_600_000;

/**
 * Returns the job that closes tickets in which neither side wrote for the company's `autoCloseHours` (0: never). The
 * read models name who may be due, the ticket's own events decide; asked twice, or by two gateways, it is closed
 * once. Whatever a process that died left undone is due in the next round still.
 */
export function createAutoClose(deps: AutoCloseDeps): DueJob {
  const { desk, readStore, settings, log } = deps;

  async function closeFor(companyId: string, signal: AbortSignal): Promise<number> {
    const hours = Number(settings.of(companyId, 'autoCloseHours'));
    if (hours === 0) return 0;
    const quietSince = new Date(deps.now().getTime() - hours * hourMs).toISOString();
    const context: Context = { companyId, actor: { kind: 'system', id: 'auto-close' } };
    const reader = readStore.forCompany(companyId);
    let closedCount = 0;
    // Those that stay open (written to a moment ago, or unreadable) must not hide the others.
    for (let skip = 0; !signal.aborted; ) {
      const dueTickets = await reader.find<TicketDocument>('tickets', {
        where: quietTickets(quietSince),
        sort: ['updatedAt'],
        skip,
        limit: page,
      });
      let position = 0;
      for (const { id: ticketId } of dueTickets) {
        if (signal.aborted) return closedCount;
        try {
          const outcome = await desk.tickets.closeQuiet(context, { ticketId, quietSince });
          if (outcome.events.length > 0) closedCount += 1;
          else skip += 1;
          position = Math.max(position, outcome.position);
        } catch (error) {
          skip += 1;
          log.warn({ err: error, ticketId }, 'a quiet ticket was not closed');
        }
      }
      if (dueTickets.length < page || !(await deps.reached(position, 5_000))) return closedCount;
    }
    return closedCount;
  }

  /** One round over all companies. */
  async function round(signal: AbortSignal): Promise<void> {
    for (const companyId of settings.companyIds()) {
      if (signal.aborted) return;
      const closed = await closeFor(companyId, signal);
      if (closed > 0) log.info({ companyId, closed }, 'quiet tickets were closed');
    }
  }

  return { name: 'auto-close', everyMs: deps.everyMs, waiting: 'quiet tickets wait for the stores', round };
}
