/** The part of an element that anchoring needs: measured, so that the arithmetic can be tested without a browser. */
export interface Measured {
  readonly key: string;
  /** Top edge relative to the content's beginning, px. */
  readonly top: number;
  readonly bottom: number;
}

export interface Anchor {
  readonly key: string;
  /** Distance from the viewport's top edge to the element's top edge, px. */
  readonly offset: number;
}

/** Returns the first element that reaches into the viewport: what the reader looks at stays where it is. */
export function anchorAt(
  count: number,
  measure: (index: number) => Measured,
  scrollTop: number,
): Anchor | undefined {
  // Elements are in order: ten are measured on a scroll event, not 1,000.
  let lowIndex = 0;
  let high = count;
  while (lowIndex < high) {
    const middle = (lowIndex + high) >> 1;
    if (measure(middle).bottom > scrollTop) high = middle;
    else lowIndex = middle + 1;
  }
  if (lowIndex >= count) return undefined;
  const found = measure(lowIndex);
  return { key: found.key, offset: found.top - scrollTop };
}

/** Returns the scroll position that puts the anchor back where it was. */
export const restoredTop = (anchor: Anchor, top: number): number => top - anchor.offset;

export const NEAR_TOP_PX = 50;
const NEAR_BOTTOM_PX = 48;

export const isNearBottom = (box: {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}): boolean => box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_BOTTOM_PX;
