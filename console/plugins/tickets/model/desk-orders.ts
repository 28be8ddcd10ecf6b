/** What keys, the palette and toasts can ask of the tickets page from anywhere. */
export type DeskOrder =
  | 'next'
  | 'previous'
  | 'acceptNext'
  | 'resolve'
  | 'unread'
  | 'reply'
  | 'note'
  | 'quick'
  | 'new'
  | 'search'
  | 'list';

type Taker = (order: DeskOrder) => void;

let taker: Taker | undefined;
let left: DeskOrder | undefined;

/** Gives an order to the tickets page; where it is not open, `go` opens it and the order waits there. */
export const orderDesk = (order: DeskOrder, go?: () => void): void => {
  if (taker !== undefined) {
    taker(order);
    return;
  }
  left = order;
  go?.();
};

/** The tickets page takes orders while it is shown; what was left for it comes first. Gives the way out. */
export const takeOrders = (take: Taker): (() => void) => {
  taker = take;
  const first = left;
  left = undefined;
  if (first !== undefined) take(first);
  return () => {
    if (taker === take) taker = undefined;
  };
};
