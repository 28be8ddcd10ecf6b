import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Returns the width that a table has or, drawn as cards, would need. A copy is measured then: without its cards the page
 * would be shorter, and scrolled from where it is read.
 */
function widthOf(table: HTMLTableElement): number {
  if (!table.classList.contains('as-cards')) return table.offsetWidth;
  const copy = table.cloneNode(true) as HTMLTableElement;
  copy.classList.remove('as-cards');
  copy.style.cssText = 'position: absolute; visibility: hidden; width: 1px';
  table.after(copy);
  const width = copy.offsetWidth;
  copy.remove();
  return width;
}

/**
 * Returns whether the table in a box is too wide for it: what stands in its last column, which is what can be done with a
 * row, would lie beyond the edge. It holds until the box is as wide as the table was. 'unsure': it was, and other rows have
 * come; the table is measured anew before anything is seen.
 * @param boxOf finds the box; what it finds stays the same element
 * @param rows what the table is made of: the same for as long as it needs the same room
 */
export function useOutgrown(
  boxOf: () => Element | null | undefined,
  rows: unknown,
): 'fits' | 'outgrown' | 'unsure' {
  const [room, setRoom] = useState(Number.POSITIVE_INFINITY);
  const [measured, setMeasured] = useState({ rows, needed: 0 });
  const isKnown = measured.rows === rows;
  const state = room >= measured.needed ? 'fits' : isKnown ? 'outgrown' : 'unsure';
  const look = () => {
    const box = boxOf();
    if (!box || box.clientWidth === 0) return;
    setRoom(box.clientWidth);
    if (state === 'outgrown') return;
    const table = box.querySelector('table');
    const width = table ? widthOf(table) : 0;
    // Beside a fraction of a pixel, which is what two roundings may differ by.
    const needed = width > box.clientWidth + 1 ? width : 0;
    if (needed > 0 || state === 'unsure') setMeasured({ rows, needed });
  };
  const latestLook = useRef(look);
  const observer = useRef<ResizeObserver>(undefined);
  const observedTable = useRef<Element>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box stays, and what is looked at is read from it
  useLayoutEffect(() => {
    const box = boxOf();
    if (!box) return;
    observer.current = new ResizeObserver(() => latestLook.current());
    observer.current.observe(box);
    return () => observer.current?.disconnect();
  }, []);
  // After every render: a longer word, another language and one more button take room as a narrower window does.
  useLayoutEffect(() => {
    latestLook.current = look;
    look();
    // What a cell draws by itself makes the table wider, and nothing else.
    const table = boxOf()?.querySelector('table') ?? null;
    if (table === observedTable.current) return;
    if (observedTable.current) observer.current?.unobserve(observedTable.current);

    if (table) observer.current?.observe(table);
    observedTable.current = table;
  });
  return state;
}
