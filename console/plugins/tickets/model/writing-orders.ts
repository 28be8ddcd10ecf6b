/** A note for colleagues, or a message to the contact. */
export type Writer = 'note' | 'message';
/** What keys ask of whoever is writing: one of the two, or a message that begins with a quick reply. */
export type WritingOrder = Writer | 'quick';
type Place = 'composer' | 'panel';
type Taker = (order: WritingOrder) => void;

const takers = new Map<Place, Taker>();

/**
 * Asked of the composer; where there is none (the ticket is not open) a note is written in the contact panel.
 * 'note' asked for while one is being written goes back to the message.
 */
export const orderWriting = (order: WritingOrder): void => {
  const composer = takers.get('composer');
  if (composer !== undefined) composer(order);
  else if (order === 'note') takers.get('panel')?.(order);
};

/** Takes the orders while it is shown. Gives the way out. */
export const takeWriting = (place: Place, take: Taker): (() => void) => {
  takers.set(place, take);
  return () => {
    if (takers.get(place) === take) takers.delete(place);
  };
};
