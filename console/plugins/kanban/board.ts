import type { BoardArrangement, BoardCard, BoardLane } from '../../../contract/board.ts';
import { openLane } from '../../../contract/board-card.ts';

/** A lane without its cards. */
export interface LaneHead {
  /** Of its tag, or `openLane`. */
  readonly id: string;
  /** Absent: the lane of the tickets without a lane's tag. */
  readonly tag?: BoardLane;
  /** How many cards it should have at most; absent: as many as there are. */
  readonly limit?: number;
}
export interface Lane extends LaneHead {
  readonly cards: readonly BoardCard[];
}

/** Returns a tag's own colour as the styles of lanes read it; none: the lane of no tag. */
export const laneColor = (tag: BoardLane | undefined): object => ({
  '--c': tag?.color ?? 'var(--border-strong)',
});

/** Returns the lanes from left to right: as they were arranged, then that of the tickets without one, then new ones by name. */
export function lanesInOrder(tags: readonly BoardLane[], { order, limits }: BoardArrangement): LaneHead[] {
  const heads: LaneHead[] = [{ id: openLane }, ...tags.map((tag) => ({ id: tag.id, tag }))];
  const place = (id: string): number => {
    const at = order.indexOf(id);
    if (at !== -1) return at;
    return id === openLane ? -1 : order.length;
  };
  return heads
    .map((head) => {
      const limit = limits[head.id];
      return limit === undefined ? head : { ...head, limit };
    })
    .toSorted((a, b) => place(a.id) - place(b.id));
}

/** Returns the order after a lane went one place to the left (-1) or right (1). */
export function shiftLane(lanes: readonly LaneHead[], id: string, by: -1 | 1): string[] {
  const order = lanes.map((lane) => lane.id);
  const from = order.indexOf(id);
  const to = from + by;
  if (from === -1 || to < 0 || to >= order.length) return order;
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/** Returns the arrangement with another limit of a lane; undefined: none. */
export function withLimits(
  { order, limits }: BoardArrangement,
  id: string,
  limit: number | undefined,
): BoardArrangement {
  const { [id]: _, ...others } = limits;
  return { order, limits: limit === undefined ? others : { ...others, [id]: limit } };
}

/**
 * Returns the lanes with their cards, those changed last first. `moves`: where cards are on their way to, before the
 * server has said so. A ticket with the tags of several lanes stands in the first of them.
 */
export function dealCards(
  heads: readonly LaneHead[],
  cards: Iterable<BoardCard>,
  moves: ReadonlyMap<string, string> = new Map(),
  queueId = '',
): Lane[] {
  const places = new Map(heads.map(({ id }, at) => [id, at]));
  const lanes = heads.map((head) => ({ ...head, cards: [] as BoardCard[] }));
  const home = places.get(openLane) ?? 0;
  for (const card of cards) {
    if (queueId !== '' && card.queueId !== queueId) continue;
    const moved = places.get(moves.get(card.id) ?? '');
    const own = card.tags.map(({ id }) => places.get(id)).filter((at) => at !== undefined);
    lanes[moved ?? (own.length > 0 ? Math.min(...own) : home)]?.cards.push(card);
  }
  for (const lane of lanes)
    lane.cards.sort((a, b) =>
      a.updatedAt === b.updatedAt ? (a.id < b.id ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1,
    );
  return lanes;
}
