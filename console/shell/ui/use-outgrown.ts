import { useLayoutEffect, useState } from 'react';

/**
 * Returns whether the table in a box is too wide for it: what stands in its last column, which is what can be done with a
 * row, would lie beyond the edge. It holds until the box is as wide as the table was.
 * @param boxOf finds the box; what it finds stays the same element
 */
export function useOutgrown(boxOf: () => Element | null | undefined): boolean {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const [needed, setNeeded] = useState(0);
  const look = () => {
    const box = boxOf();
    const table = box?.querySelector('table');
    if (!box || box.clientWidth === 0) return;
    setRoom(box.clientWidth);
    // Beside a fraction of a pixel, which is what two roundings may differ by.
    if (table && table.offsetWidth > box.clientWidth + 1) setNeeded(table.offsetWidth);
  };
  // After every render: a longer word, another language and one more button take room as a narrower window does.
  useLayoutEffect(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box stays, and what is looked at is read from it
  useLayoutEffect(() => {
    const box = boxOf();
    if (!box) return;
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return room < needed;
}
