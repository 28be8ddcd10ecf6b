import type { Logger } from 'pino';
import type { Context, Desk } from '../domain/desk.ts';
import type { StateStore } from '../domain/ports/state-store.ts';
import type { TicketDocument } from '../projections/documents.ts';
import type { ReadStore } from '../projections/ports/read-store.ts';
import type { CompanySettings } from './company-settings.ts';
import { sleep } from './waiting.ts';

export interface AutoCloseDeps {
  readonly desk: Pick<Desk, 'tickets'>;
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly settings: Pick<CompanySettings, 'of' | 'companyIds'>;
  readonly state: StateStore;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly holderId: string;
  readonly now: () => Date;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds between two rounds, over all gateways. */
  readonly everyMs: number;
}

const page = 200;
const hourMs = 3_600_000;
const roundKey = 'round/auto-close';

/**
 * Closes tickets in which neither side wrote for the company's `autoCloseHours` (0: never). The read models name
 * who may be due, the ticket's own events decide; asked twice, or by two gateways, it is closed once. Whatever a
 * process that died left undone is due in the next round still.
 */
export function createAutoClose(deps: AutoCloseDeps) {
  const { desk, readStore, settings, state, log, signal } = deps;

  async function closeFor(companyId: string): Promise<number> {
    const hours = Number(settings.of(companyId, 'autoCloseHours'));
    if (hours === 0) return 0;
    const quietSince = new Date(deps.now().getTime() - hours * hourMs).toISOString();
    const context: Context = { companyId, actor: { kind: 'system', id: 'auto-close' } };
    const reader = readStore.forCompany(companyId);
    let closed = 0;
    // Those that stay open (written to a moment ago, or unreadable) must not hide the others.
    for (let skip = 0; !signal.aborted; ) {
      const due = await reader.find<TicketDocument>('tickets', {
        where: { status: 'open', updatedAt: { lt: quietSince } },
        sort: ['updatedAt'],
        skip,
        limit: page,
      });
      let position = 0;
      for (const { id: ticketId } of due) {
        if (signal.aborted) return closed;
        try {
          const outcome = await desk.tickets.closeQuiet(context, { ticketId, quietSince });
          if (outcome.events.length > 0) closed += 1;
          else skip += 1;
          position = Math.max(position, outcome.position);
        } catch (error) {
          skip += 1;
          log.warn({ err: error, ticketId }, 'a quiet ticket was not closed');
        }
      }
      if (due.length < page || !(await deps.reached(position, 5_000))) return closed;
    }
    return closed;
  }

  /** One round over all companies, unless another gateway has just made it. */
  async function round(): Promise<void> {
    const ttlMs = Math.ceil(deps.everyMs * 0.9);
    if (!(await state.set(roundKey, deps.holderId, { expected: null, ttlMs }))) return;
    for (const companyId of settings.companyIds()) {
      if (signal.aborted) return;
      const closed = await closeFor(companyId);
      if (closed > 0) log.info({ companyId, closed }, 'quiet tickets were closed');
    }
  }

  return {
    async run(): Promise<void> {
      // Soon after the start, so that a process that never lives long closes something too.
      await sleep(deps.everyMs / 4, signal);
      while (!signal.aborted) {
        await round().catch((error: unknown) =>
          log.warn({ err: error }, 'quiet tickets wait for the stores'),
        );
        await sleep(deps.everyMs, signal);
      }
    },
  };
}
