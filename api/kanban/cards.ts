import type { BoardCards } from '../../contract/board.ts';
import { cardOf } from '../../contract/board-card.ts';
import { type Conditions, meets } from '../../domain/where.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { aBitOf } from '../http/turns.ts';
import type { Names } from '../names/names.ts';
import { ticketViews } from '../tickets/views.ts';

/** So many are made at once: ten thousand in one go are four tenths of a second in which nobody else is answered. */
const atOnce = 250;

/**
 * Returns the cards of a board as they are answered, those changed last first. They are made bit by bit; a ticket that
 * left the board meanwhile is left out, for whoever asks may see it no longer.
 */
export async function boardJson(
  { names, reader }: { readonly names: Names; readonly reader: CompanyReader },
  board: Conditions,
  mostCards: number,
): Promise<Buffer> {
  const ids = await reader.ids('tickets', { ...board, sort: ['-updatedAt'], limit: mostCards + 1 });
  const cardsOf = async (asked: readonly string[], tickets: readonly TicketDocument[]) => {
    const found = new Map(tickets.map((ticket) => [ticket.id, ticket]));
    const standing = asked.flatMap((id) => found.get(id) ?? []).filter((ticket) => meets(ticket, board));
    const views = await ticketViews(names, reader.companyId, standing);
    return views.map((view) => JSON.stringify(cardOf(view) satisfies BoardCards['tickets'][number]));
  };
  const cards: string[] = [];
  for (let from = 0; from < Math.min(ids.length, mostCards); from += atOnce) {
    const asked = ids.slice(from, Math.min(from + atOnce, mostCards));
    // A turn for each: a store may take its time, and what it found is made in turn all the same.
    const tickets = await aBitOf(() => reader.getMany<TicketDocument>('tickets', asked));
    cards.push(...(await aBitOf(() => cardsOf(asked, tickets))));
  }
  return Buffer.from(`{"tickets":[${cards.join()}],"hasMore":${ids.length > mostCards}}`);
}
