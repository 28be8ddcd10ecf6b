import type { BoardCard } from '../../../contract/board.ts';
import { cardOf } from '../../../contract/board-card.ts';
import type { Change } from '../../../contract/changes.ts';
import type { TicketView } from '../../../contract/ticket.ts';
import { boardConditions, type Viewer } from '../../../domain/ticket-lists/ticket-lists.ts';
import { meets } from '../../../domain/where.ts';

export interface Cards {
  readonly cards: ReadonlyMap<string, BoardCard>;
  /** There are more than a board shows. */
  readonly hasMore: boolean;
}

/** Returns the cards after a change of a ticket, by the same conditions as the server's query. An older one changes nothing. */
export function patchCards(heldCards: Cards, change: Change<TicketView>, viewer: Viewer): Cards {
  const { id, document, position } = change;
  const card = heldCards.cards.get(id);
  if (card !== undefined && card.position > (document?.position ?? position)) return heldCards;
  const belongs =
    change.action !== 'delete' && document !== undefined && meets(document, boardConditions(viewer));
  // Some changes say only that something was read: without a document there is nothing to show.
  if (!belongs && (card === undefined || (change.action !== 'delete' && document === undefined)))
    return heldCards;
  const cards = new Map(heldCards.cards);
  if (belongs) cards.set(id, cardOf(document));
  else cards.delete(id);
  return { ...heldCards, cards };
}
