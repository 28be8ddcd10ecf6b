import { withBrief } from '../../contract/brief.ts';
import { type BriefChange, type Change, mostKnownCards } from '../../contract/changes.ts';

type Card = Readonly<Record<string, unknown>>;

/** What a feed was told of cards: it makes whole changes of brief ones. */
export interface KnownCards {
  /** Returns the change with its whole document; undefined of a card that was never told. */
  readonly wholeOf: (item: Change | BriefChange) => Change | undefined;
}

const isBrief = (item: Change | BriefChange): item is BriefChange => 'changed' in item;

/** Returns the memory of one subscription to these channels. The server knows how much it keeps (`mostKnownCards`). */
export const createKnownCards = (channels: readonly string[]): KnownCards => {
  /** Those told last stand last. */
  const cards = new Map<string, Card>();
  const ticketChannel = channels.find((channel) => channel.endsWith('-ticket'));

  const keep = (id: string, card: Card): void => {
    cards.delete(id);
    cards.set(id, card);
    if (cards.size <= mostKnownCards) return;
    for (const oldest of cards.keys()) {
      cards.delete(oldest);
      return;
    }
  };

  return {
    wholeOf: (item) => {
      const { id, position } = item;
      if (!isBrief(item)) {
        if (item.channel === ticketChannel && item.document !== undefined) keep(id, item.document as Card);
        return item;
      }
      const { action, changed, channel: part } = item;
      const known = cards.get(id);
      const channel = channels.find((name) => name.endsWith(`-${part}`));
      if (known === undefined || channel === undefined) return undefined;
      const document = withBrief(known, changed, position);
      keep(id, document);
      return { channel, action, id, position, document };
    },
  };
};
