import type { Logger } from 'pino';
import type { Desk } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import { ticketsHeldBy } from '../../domain/ticket-lists/job-lists.ts';
import { collectionPages } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { DepartureDocument } from '../../projections/users/departure-document.ts';
import type { DueJob } from './due-work.ts';

export interface DeletedUsersDeps {
  readonly desk: Pick<Desk, 'tickets'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies'>;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly log: Logger;
  /** Milliseconds between two rounds without an occasion. */
  readonly everyMs: number;
}

const page = 200;
/** Where the read models lag behind, it looks again so soon. */
const behindMs = 1_000;

/**
 * Returns the job that puts the open tickets of users who were deleted back into their queues. The log only says when
 * to look: who has gone and what is still theirs stands in the read models, so that a process that dies anywhere, or a
 * ticket that came to them at the very moment they went, leaves nothing that the next round does not find. A ticket
 * that somebody has taken meanwhile stays with them.
 */
export function createDeletedUsersJob(deps: DeletedUsersDeps): DueJob {
  const { desk, readStore, log } = deps;

  /** @returns false: the read models did not follow, and there may be more */
  async function giveBack(
    companyId: string,
    goneUsers: ReadonlyMap<string, DepartureDocument>,
    signal: AbortSignal,
  ): Promise<boolean> {
    const reader = readStore.forCompany(companyId);
    // Those that cannot be given back must not hide the others.
    for (let skip = 0; !signal.aborted; ) {
      const leftTickets = await reader.find<TicketDocument>('tickets', {
        where: ticketsHeldBy([...goneUsers.keys()]),
        sort: ['updatedAt'],
        skip,
        limit: page,
      });
      let position = 0;
      for (const { id: ticketId, userId } of leftTickets) {
        if (signal.aborted) return false;
        const from = userId!;
        try {
          const outcome = await desk.tickets.returnToQueue(
            {
              companyId,
              actor: { kind: 'system', id: 'departures' },
              causationId: goneUsers.get(from)!.eventId,
            },
            { ticketId, from },
          );
          position = Math.max(position, outcome.position);
        } catch (error) {
          skip += 1;
          // Closed or deleted since it was looked up: there is nothing to give back.
          if (!isDomainError(error, 'ERR_TICKET_STATE') && !isDomainError(error, 'ERR_NO_TICKET_FOUND'))
            log.warn({ err: error, ticketId }, 'a ticket of a deleted user was not given back');
        }
      }
      if (leftTickets.length < page) return true;
      if (!(await deps.reached(position, 5_000))) return false;
    }
    return false;
  }

  async function round(signal: AbortSignal): Promise<number> {
    let isDone = true;
    const everyone = readStore.allCompanies();
    for await (const some of collectionPages<DepartureDocument>(everyone, 'departures', { sort: ['at'] }))
      for (const [companyId, gone] of Map.groupBy(some, (one) => one.companyId)) {
        if (signal.aborted) return behindMs;
        if (!(await giveBack(companyId, new Map(gone.map((one) => [one.id, one])), signal))) isDone = false;
      }
    return isDone ? deps.everyMs : Math.min(behindMs, deps.everyMs);
  }

  return {
    name: 'departures',
    everyMs: deps.everyMs,
    after: ['UserDeleted'],
    round,
    waiting: 'the tickets of deleted users wait for the stores',
  };
}
