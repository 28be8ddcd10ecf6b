import { useCallback, useRef } from 'react';

/** The spec's distance from the bottom at which the next page is asked for. */
const nearPx = 100;

/** Calls `load` when what the ref is on comes near the visible part; undefined: there is nothing to load now. */
export const useNearEnd = (load: (() => void) | undefined): ((node: Element | null) => void) => {
  const latest = useRef(load);
  latest.current = load;
  const watching = useRef<IntersectionObserver | undefined>(undefined);
  return useCallback((node) => {
    watching.current?.disconnect();
    if (node === null) return;
    watching.current = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) latest.current?.();
      },
      { rootMargin: `0px 0px ${nearPx}px` },
    );
    watching.current.observe(node);
  }, []);
};
