// Where the board was left, for the life of the page: who comes back from a ticket finds what they looked at.

const offsets = new Map<string, number>();

/** Returns how far a lane was scrolled from above, or the board from the left. */
export const keptOffset = (id: string): number => offsets.get(id) ?? 0;
export const keepOffset = (id: string, offset: number): void => void offsets.set(id, offset);

let openedCard: string | undefined;

/** Its ticket is looked at now. */
export const noteOpened = (cardId: string): void => {
  openedCard = cardId;
};
/** Returns whether this card is the one whose ticket was looked at last; true once. */
export const takeOpened = (cardId: string): boolean => {
  const isIt = openedCard === cardId;
  if (isIt) openedCard = undefined;
  return isIt;
};
/** Nobody looks for it any more. */
export const forgetOpened = (): void => {
  openedCard = undefined;
};
