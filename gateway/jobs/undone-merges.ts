import type { Context } from '../../domain/desk/desk.ts';
import type { MergeDocument } from '../../projections/contacts/merge-document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { MergesDeps } from './merges.ts';

/**
 * Returns what finishes the undo of a merge: the contact is one of its own again, and gets the tickets that began as its. It gives when
 * that is to be looked at again, in milliseconds. `left`: in how many of them no process remembers an address of before.
 */
export function createUndoneMerges({
  desk,
  readStore,
  reached,
}: Pick<MergesDeps, 'desk' | 'readStore' | 'reached'>) {
  const moved = new Map<string, number>();

  /** Undefined: stopped, or the read models are behind. */
  async function giveBackTickets(
    context: Context,
    { id: contactId, into, undone }: MergeDocument,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const reader = readStore.forCompany(context.companyId);
    const query = { where: { contactId: into }, sort: ['-updatedAt'] };
    let count = 0;
    let position = 0;
    for (const { id: ticketId, homeId } of await everyDocument<TicketDocument>(reader, 'tickets', query)) {
      if (signal.aborted) return undefined;
      if (homeId === undefined || !undone?.contactIds.includes(homeId)) continue;
      const change = { ticketId, contactId, undone: true };
      ({ position } = await desk.tickets.changeContact(context, change));
      count += 1;
    }
    return (await reached(position, 5_000)) ? count : undefined;
  }

  return async (
    context: Context,
    merge: MergeDocument,
    left: number,
    signal: AbortSignal,
  ): Promise<number> => {
    const { id: contactId, completedAt } = merge;
    await desk.contacts.restoreContact(context, { contactId });
    const count = await giveBackTickets(context, merge, signal);
    if (count === undefined) return 1_000;
    if (completedAt !== null) return Number.POSITIVE_INFINITY;
    const tickets = (moved.get(contactId) ?? 0) + count;
    moved.set(contactId, tickets);
    if (left > 0) return left;
    await desk.contacts.completeUnmerge(context, { contactId, tickets });
    moved.delete(contactId);
    return Number.POSITIVE_INFINITY;
  };
}
