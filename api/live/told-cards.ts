import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { briefOf } from '../../contract/brief.ts';
import { type BriefChange, mostKnownCards } from '../../contract/changes.ts';
import type { Audience } from '../../projections/ports/read-store.ts';

export type Card = Readonly<Record<string, unknown>>;

/** A card as all who see it were told it last. */
interface ToldCard {
  readonly card: Card;
  readonly audience: Audience | null | undefined;
  /** Number of the change after which it was so. */
  readonly seq: number;
  /** Number of the change that it was told whole with. */
  readonly wholeAt: number;
}

/** A card's change told by its difference, to lines that stood before `wholeAt`: they were told the card since. */
export interface Brief {
  readonly json: string;
  readonly wholeAt: number;
}

interface CardChange extends Pick<BriefChange, 'channel' | 'action' | 'id' | 'position'> {
  readonly companyId: string;
  readonly seq: number;
  readonly after: Audience | null | undefined;
}

export type ToldCards = ReturnType<typeof createToldCards>;

/**
 * Returns what this process told of cards. One line that does not know a card gets it whole, and with it all lines: from
 * then on they are told the same bytes again.
 */
export function createToldCards() {
  const cards = new LRUCache<string, ToldCard>({ max: mostKnownCards });
  return {
    /**
     * Tells a card's next change, each once. `newest`: where the line stood that began last. Returns undefined where it goes out whole;
     * so does a change that only a line which was beginning is told, after later ones were told to others.
     */
    tell(change: CardChange, card: Card, newest: number): Brief | undefined {
      const { companyId, seq, channel, action, id, position, after: audience } = change;
      const key = `${companyId} ${id}`;
      const last = cards.get(key);
      if (last !== undefined && seq < last.seq) return undefined;
      const wholeAt = last?.wholeAt ?? 0;
      const isKnown = last !== undefined && wholeAt > newest && isDeepStrictEqual(last.audience, audience);
      const changed = isKnown ? briefOf(last.card, card, position) : undefined;
      cards.set(key, { card, audience, seq, wholeAt: changed === undefined ? seq : wholeAt });
      if (changed === undefined) return undefined;
      const brief: BriefChange = { channel, action, id, position, changed };
      return { json: JSON.stringify(brief), wholeAt };
    },
    /** What is told from now on is counted anew. */
    clear: (): void => cards.clear(),
  };
}
