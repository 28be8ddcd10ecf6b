import type { ContactEvent } from '../../domain/contact/events.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import { contactStream } from '../../domain/streams.ts';
import type { MergeDocument } from '../../projections/contacts/merge-document.ts';
import { everyDocument } from '../../projections/ports/collection-pages.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { MergesDeps } from './merges-deps.ts';

/**
 * Returns what finishes the undo of a merge (`finish`): the contact is one of its own again, gets the tickets that began as its, and the key goes
 * under which the other has what was known of both. It gives when that is to be looked at again, in milliseconds. `left`: in how many
 * of them no process remembers an address of before.
 */
export function createUndoneMerges(deps: MergesDeps) {
  const { desk, readStore, reached, eventStore, contactKeys } = deps;
  const movedTickets = new Map<string, number>();

  /** Undefined: stopped, or the read models are behind. */
  async function giveBackTickets(
    context: Context,
    { id: contactId, into, undone }: MergeDocument,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    const reader = readStore.forCompany(context.companyId);
    const tickets = await everyDocument<TicketDocument>(reader, 'tickets', {
      where: { contactId: into },
      sort: ['id'],
    });
    let count = 0;
    let position = 0;
    for (const { id: ticketId, homeId } of tickets) {
      if (signal.aborted) return undefined;
      if (homeId === undefined || !undone?.contactIds.includes(homeId)) continue;
      const change = { ticketId, contactId, undone: true };
      ({ position } = await desk.tickets.changeContact(context, change));
      count += 1;
    }
    return (await reached(position, 5_000)) ? count : undefined;
  }

  /** Each time it lets somebody go a contact says anew all that is known of it: the keys of before open nothing that is needed. */
  async function destroyKeys({ companyId, into }: MergeDocument): Promise<void> {
    if (contactKeys === undefined) return;
    const seen = new Set<string>();
    const over = new Set<string>();
    for await (const event of streamEvents(eventStore, contactStream(companyId, into))) {
      const { type, data } = event as ContactEvent;
      if ((type === 'ContactUpdated' || type === 'ContactAliasAdded') && data.keyId) seen.add(data.keyId);
      if (type === 'ContactReleased') for (const keyId of seen) over.add(keyId);
    }
    for (const keyId of over)
      if ((await contactKeys.find(companyId, keyId)) !== 'erased')
        await contactKeys.destroy(companyId, keyId);
  }

  async function finish(
    context: Context,
    merge: MergeDocument,
    leftMs: number,
    signal: AbortSignal,
  ): Promise<number> {
    const { id: contactId, completedAt } = merge;
    await desk.contacts.restoreContact(context, { contactId });
    const count = await giveBackTickets(context, merge, signal);
    if (count === undefined) return 1_000;
    const tickets = (movedTickets.get(contactId) ?? 0) + count;
    if (completedAt === null) movedTickets.set(contactId, tickets);
    if (leftMs > 0) return leftMs;
    await destroyKeys(merge);
    if (completedAt !== null) return Number.POSITIVE_INFINITY;
    await desk.contacts.completeUnmerge(context, { contactId, tickets });
    movedTickets.delete(contactId);
    return Number.POSITIVE_INFINITY;
  }

  /**
   * Finishes what of a contact's earlier merges was undone but not finished before this one: in the read models that stands no more.
   * False: stopped, or the read models are behind.
   */
  async function finishFormer(
    context: Context,
    merge: MergeDocument,
    leftMs: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { companyId, id: contactId } = merge;
    const formers = new Set<string>();
    for await (const event of streamEvents(eventStore, contactStream(companyId, contactId))) {
      const { type, data } = event as ContactEvent;
      if (type === 'ContactUnmerged' && data.from !== merge.into) formers.add(data.from);
    }
    for (const into of formers)
      for await (const event of streamEvents(eventStore, contactStream(companyId, into))) {
        const { type, data } = event as ContactEvent;
        if (type !== 'ContactReleased' || data.releasedId !== contactId) continue;
        const undone = { at: event.metadata.at, eventId: event.id, contactIds: data.contactIds };
        const former = { ...merge, into, undone };
        if ((await giveBackTickets(context, former, signal)) === undefined) return false;
        if (leftMs <= 0) await destroyKeys(former);
      }
    return true;
  }

  return { finish, finishFormer };
}
