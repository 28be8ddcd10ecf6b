import type { Context } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import type { MergeDocument } from '../../projections/contacts/merge-document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { DueJob } from './due-work.ts';
import { finishing } from './finishing.ts';
import type { MergesDeps } from './merges-deps.ts';
import { createUndoneMerges } from './undone-merges.ts';

const page = 200;

/**
 * Returns the job that finishes what merging two contacts began: the one that stays takes in what the other was, and
 * gets its tickets, closed ones too. Who was merged stands in the read models; each step can be done again, so that a
 * death anywhere, or a second gateway, leaves nothing undone. A process that remembers an address of before may open
 * one more ticket for who is no more: the end is written when none can remember any more, and looked at again every
 * hour. The undo of a merge is finished the same way.
 */
export function createMerges(deps: MergesDeps): DueJob {
  const { desk, readStore, log } = deps;
  const now = deps.now ?? (() => new Date());
  const rememberedMs = deps.rememberedMs ?? 10_000;
  const movedTickets = new Map<string, number>();
  const undone = createUndoneMerges(deps);

  /** Undefined: stopped, or the read models are behind. */
  async function moveTickets(
    context: Context,
    contactId: string,
    into: string,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const reader = readStore.forCompany(context.companyId);
    let count = 0;
    for (;;) {
      const leftTickets = await reader.find<TicketDocument>('tickets', {
        where: { contactId },
        sort: ['-updatedAt'],
        limit: page,
      });
      let position = 0;
      for (const { id: ticketId } of leftTickets) {
        if (signal.aborted) return undefined;
        const outcome = await desk.tickets.changeContact(context, { ticketId, contactId: into });
        position = Math.max(position, outcome.position);
        count += 1;
      }
      if (leftTickets.length === 0) return count;
      if (!(await deps.reached(position, 5_000))) return undefined;
      if (leftTickets.length < page) return count;
    }
  }

  /** Returns in how many milliseconds no process remembers an address of before that instant. */
  const leftSince = (at: string): number => Date.parse(at) + 1.5 * rememberedMs - now().getTime();

  /** Returns when it is to be looked at again, in milliseconds. */
  async function finish(merge: MergeDocument, signal: AbortSignal): Promise<number> {
    const { companyId, id: contactId } = merge;
    const context: Context = {
      companyId,
      causationId: merge.undone?.eventId ?? merge.eventId,
      actor: { kind: 'system', id: 'merges' },
    };
    if (merge.undone) return undone.finish(context, merge, leftSince(merge.undone.at), signal);
    const leftMs = leftSince(merge.at);
    if (merge.completedAt === null && !(await undone.finishFormer(context, merge, leftMs, signal)))
      return 1_000;
    let into: string;
    try {
      ({ into } = await desk.contacts.finishMerge(context, { contactId }));
    } catch (error) {
      // Erased meanwhile: nothing is left to move, and its certificate says the rest.
      if (!isDomainError(error, 'ERR_NO_CONTACT_FOUND')) throw error;
      if (merge.completedAt === null) await desk.contacts.completeMerge(context, { contactId, tickets: 0 });
      return Number.POSITIVE_INFINITY;
    }
    const count = await moveTickets(context, contactId, into, signal);
    if (count === undefined) return 1_000;
    if (merge.completedAt !== null) return Number.POSITIVE_INFINITY;
    const tickets = (movedTickets.get(contactId) ?? 0) + count;
    movedTickets.set(contactId, tickets);
    if (leftMs > 0) return leftMs;
    await desk.contacts.completeMerge(context, { contactId, tickets });
    movedTickets.delete(contactId);
    return Number.POSITIVE_INFINITY;
  }

  const round = finishing<MergeDocument>({
    readStore,
    log,
    collection: 'merges',
    everyMs: deps.everyMs,
    finish,
    verify: async (merge, signal) => void (await finish(merge, signal)),
    failed: 'a merge of contacts waits to be finished',
  });
  return {
    name: 'merges',
    everyMs: deps.everyMs,
    after: ['ContactMerged', 'ContactReleased'],
    round,
    waiting: 'merges of contacts wait for the stores',
  };
}
