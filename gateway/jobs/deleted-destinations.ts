import type { Logger } from 'pino';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import { liveTickets, liveTicketsOf } from '../../domain/ticket-lists/job-lists.ts';
import type { OutboxDocument } from '../../projections/outbox/document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { failures } from '../outbound/failures.ts';
import type { DueJob } from './due-work.ts';

export interface DeletedDestinationsDeps {
  readonly desk: Pick<Desk, 'tickets'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies' | 'load'>;
  /** Connections that there are, as the log tells. */
  readonly isThere: (connectionId: string) => boolean;
  readonly log: Logger;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
}

const page = 200;
const context = (companyId: string): Context => ({ companyId, actor: { kind: 'system', id: 'gateway' } });

/**
 * Returns the jobs that look after what was left. What waits to go out by a connection that was deleted waits for
 * nobody: its agent is told that it failed, and may send it again once the ticket has another connection. A ticket of a
 * queue that was deleted, or that a connection still puts there, is seen by nobody who serves queues: it is taken out.
 * Looked up each round, so that no death in between leaves anything.
 */
export function createDeletedDestinationsJobs({
  desk,
  readStore,
  isThere,
  log,
  everyMs,
}: DeletedDestinationsDeps): readonly DueJob[] {
  async function giveUp({
    companyId,
    id: messageId,
    ticketId,
    work,
    changes,
  }: OutboxDocument): Promise<void> {
    if (work.includes('send')) {
      await desk.tickets.failed(context(companyId), { ticketId, messageId, ...failures.noConnection });
      return;
    }
    if (work.includes('file'))
      await desk.tickets.failFile(context(companyId), { ticketId, messageId, code: 'ERR_NO_WAPP_FOUND' });
    for (const change of work)
      if (change === 'edit' || change === 'delete' || change === 'react')
        await desk.tickets.changeSettled(context(companyId), {
          ticketId,
          messageId,
          change,
          revision: changes[change] ?? 0,
          failure: failures.noConnection,
        });
  }

  /** Into no queue: there admins see them, and whoever may see tickets without one. */
  async function freeTickets(signal: AbortSignal): Promise<void> {
    const counted = await readStore.allCompanies().groupCount('tickets', 'queueId', { where: liveTickets });
    const ids = [...counted.keys()].filter((id) => typeof id === 'string');
    for (const { id: queueId, companyId, deleted } of await readStore.load('queues', ids)) {
      if (!deleted) continue;
      const left = await readStore.forCompany(companyId).find<TicketDocument>('tickets', {
        where: liveTicketsOf('queueId', queueId),
        sort: ['updatedAt'],
        limit: page,
      });
      for (const { id: ticketId } of left) {
        if (signal.aborted) return;
        await desk.tickets
          .leaveQueue(context(companyId), { ticketId, queueId })
          .catch((error: unknown) => log.warn({ err: error, ticketId }, 'a ticket stays in a deleted queue'));
      }
    }
  }

  async function failMessages(signal: AbortSignal): Promise<void> {
    const waiting = await readStore.allCompanies().groupCount('outbox', 'connectionId', {});
    const unknown = [...waiting.keys()].filter((id) => typeof id === 'string' && !isThere(id)) as string[];
    // Its mark says for certain that it is gone: one that is merely new is not known here yet.
    const gone = (await readStore.load('connections', unknown)).filter(({ deleted }) => deleted);
    for (const { id: connectionId, companyId } of gone)
      for (const one of await readStore
        .forCompany(companyId)
        .find<OutboxDocument>('outbox', { where: { connectionId }, sort: ['order'], limit: page })) {
        if (signal.aborted) return;
        await giveUp(one).catch((error: unknown) =>
          log.warn({ err: error, messageId: one.id }, 'a message of a deleted connection still waits'),
        );
      }
  }

  const waiting = 'what belongs to what was deleted waits for the stores';
  // Also right after a start: what another gateway left is not found before its connections are known.
  return [
    { name: 'deleted-connections', everyMs, after: [], waiting, round: failMessages },
    { name: 'deleted-queues', everyMs, after: [], waiting, round: freeTickets },
  ];
}
