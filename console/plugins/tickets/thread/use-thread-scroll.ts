import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Anchor, anchorAt, isNearBottom, NEAR_TOP_PX, restored } from './scroll-anchor.ts';

interface Options {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** Changes when another conversation is shown: it opens at its end. */
  readonly thread: string;
  readonly onNearTop: () => void;
}

const currentAnchor = (content: HTMLElement, scrollTop: number): Anchor | undefined => {
  const elements = content.querySelectorAll<HTMLElement>('[data-key]');
  return anchorAt(
    elements.length,
    (index) => {
      const element = elements[index];
      const top = element?.offsetTop ?? 0;
      return { key: element?.dataset.key ?? '', top, bottom: top + (element?.offsetHeight ?? 0) };
    },
    scrollTop,
  );
};

/**
 * Keeps the reader's place by hand (browsers differ in `overflow-anchor`, and none anchors at the very top): at the
 * end it stays at the end, elsewhere the first visible bubble keeps its distance from the edge whatever comes in
 * above it or grows, an image that loads late included.
 */
export const useThreadScroll = ({ box, content, thread, onNearTop }: Options) => {
  const anchor = useRef<Anchor | undefined>(undefined);
  const following = useRef(true);
  const [atBottom, setAtBottom] = useState(true);
  const nearTop = useRef(onNearTop);
  nearTop.current = onNearTop;

  const remember = useCallback(() => {
    const element = box.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    following.current = isNearBottom(element);
    anchor.current = currentAnchor(inner, element.scrollTop);
    setAtBottom(following.current);
    if (element.scrollTop < NEAR_TOP_PX) nearTop.current();
  }, [box, content]);

  const hold = useCallback(() => {
    const element = box.current;
    const inner = content.current;
    if (element === null || inner === null) return;
    if (following.current) {
      element.scrollTop = element.scrollHeight;
      return;
    }
    const held = anchor.current;
    if (held === undefined) return;
    const target = inner.querySelector<HTMLElement>(`[data-key="${CSS.escape(held.key)}"]`);
    if (target === null) return;
    const top = restored(held, target.offsetTop);
    if (Math.abs(element.scrollTop - top) > 0.5) element.scrollTop = top;
  }, [box, content]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another thread starts at its end
  useLayoutEffect(() => {
    following.current = true;
    anchor.current = undefined;
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
    following.current = true;
    setAtBottom(true);
    const element = box.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [box]);

  return { onScroll: remember, toBottom, atBottom };
};
