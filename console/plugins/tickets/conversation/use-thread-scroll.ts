import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Anchor, anchorAt, isNearBottom, NEAR_TOP_PX, restoredTop } from './scroll-anchor.ts';

interface Options {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Changes when another conversation is shown: it opens at its end. */
  readonly thread: string;
  readonly onNearTop: () => void;
}

function currentAnchor(content: HTMLElement, scrollTop: number): Anchor | undefined {
  // Direct children only: those inside others would break the order that the search goes by.
  const elements = content.querySelectorAll<HTMLElement>(':scope > [data-key]');
  return anchorAt(
    elements.length,
    (index) => {
      const element = elements[index];
      const top = element?.offsetTop ?? 0;
      return { key: element?.dataset.key ?? '', top, bottom: top + (element?.offsetHeight ?? 0) };
    },
    scrollTop,
  );
}

/**
 * Returns what keeps the reader's place by hand (browsers differ in `overflow-anchor`, and none anchors at the very
 * top): at the end it stays at the end, elsewhere the first visible bubble keeps its distance from the edge whatever
 * comes in above it or grows, an image that loads late included.
 */
export function useThreadScroll({ box, content, thread, onNearTop }: Options) {
  const anchor = useRef<Anchor | undefined>(undefined);
  const isFollowing = useRef(true);
  /** Where the box stood when it was last looked at: elsewhere now means that the reader moved it. */
  const knownTop = useRef(0);
  /** How high the box was then: what happens with a change of it is the layout's doing, not the reader's. */
  const height = useRef(0);
  const [atBottom, setAtBottom] = useState(true);
  const nearTop = useRef(onNearTop);
  nearTop.current = onNearTop;

  const isResized = useCallback((element: HTMLElement): boolean => {
    const before = height.current;
    height.current = element.clientHeight;
    return before !== element.clientHeight;
  }, []);
  const keepEnd = useCallback((element: HTMLElement) => {
    element.scrollTop = element.scrollHeight;
    knownTop.current = element.scrollTop;
  }, []);

  const remember = useCallback(() => {
    const element = box.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    // The composer that is changed for another is low for a moment: the browser moves the box then, and says 'scrolled'.
    if (isResized(element) && isFollowing.current) return keepEnd(element);
    knownTop.current = element.scrollTop;
    isFollowing.current = isNearBottom(element);
    anchor.current = currentAnchor(inner, element.scrollTop);
    setAtBottom(isFollowing.current);
    if (element.scrollTop < NEAR_TOP_PX) nearTop.current();
  }, [box, content, isResized, keepEnd]);

  const hold = useCallback(() => {
    const element = box.current;
    const innerElement = content.current;
    if (element === null || innerElement === null) return;
    const resized = isResized(element);
    if (isFollowing.current && (resized || element.scrollTop >= knownTop.current - 1))
      return keepEnd(element);
    if (isFollowing.current) {
      // Scrolled up in this very frame, its event still to come: pulled back to the end, the reader would fight us.
      remember();
      return;
    }
    // The box has grown down to the end: nobody scrolled, so nobody says that it is reached.
    if (resized && isNearBottom(element)) return remember();
    const held = anchor.current;
    if (held === undefined) return;
    const target = innerElement.querySelector<HTMLElement>(`[data-key="${CSS.escape(held.key)}"]`);
    if (target === null) return;
    const top = restoredTop(held, target.offsetTop);
    // What the reader scrolled since then is theirs: only what the content did is taken back.
    const own = element.scrollTop - knownTop.current;
    if (Math.abs(element.scrollTop - top - own) > 0.5) element.scrollTop = top + own;
    knownTop.current = element.scrollTop - own;
  }, [box, content, remember, isResized, keepEnd]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread starts at its end
  useLayoutEffect(() => {
    isFollowing.current = true;
    anchor.current = undefined;
    knownTop.current = 0;
    setAtBottom(true);
    hold();
  }, [thread, hold]);

  // Before the browser paints: what React just changed is compensated in the same frame.
  useLayoutEffect(hold);

  useEffect(() => {
    const inner = content.current;
    const element = box.current;
    if (inner === null || element === null) return;
    const observer = new ResizeObserver(hold);
    observer.observe(inner);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box, content, hold]);

  const toBottom = useCallback(() => {
    isFollowing.current = true;
    setAtBottom(true);
    if (box.current !== null) keepEnd(box.current);
  }, [box, keepEnd]);

  return { onScroll: remember, toBottom, atBottom };
}
