import { type RefObject, useLayoutEffect, useRef } from 'react';

interface Options {
  readonly box: RefObject<HTMLElement | null>;
  readonly ids: readonly string[];
  /** Of each row. */
  readonly height: number;
}

/** Returns what notes, at each scroll, the first row in sight: it stays where it is, whatever comes in above it. */
export function useAnchoredScroll({ box, ids, height }: Options): () => void {
  const anchor = useRef<{ readonly id: string; readonly index: number }>(undefined);
  const note = () => {
    if (box.current === null) return;
    const index = Math.floor(box.current.scrollTop / height);
    const id = ids[index];
    anchor.current = id === undefined ? undefined : { id, index };
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows' order and height are all it goes by
  useLayoutEffect(() => {
    const element = box.current;
    if (element !== null && anchor.current !== undefined && element.scrollTop > 0) {
      const index = ids.indexOf(anchor.current.id);
      if (index !== -1 && index !== anchor.current.index)
        element.scrollTop += (index - anchor.current.index) * height;
    }
    note();
  }, [ids, height]);
  return note;
}
