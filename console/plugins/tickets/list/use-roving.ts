import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

const PAGE = 8;

interface Options {
  readonly ids: readonly string[];
  /** Where Tab enters the list while nobody has walked it: the conversation on the screen. */
  readonly start: string | undefined;
  readonly box: RefObject<HTMLElement | null>;
  readonly reveal: (index: number) => void;
}

const rowOf = (box: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  id === undefined ? null : (box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null);
const parts = (row: HTMLElement | null): HTMLElement[] => [
  ...(row?.querySelectorAll<HTMLElement>('[data-main], .tk-t-act button') ?? []),
];

/**
 * Returns the active row and the handlers of a list that is one tab stop (roving tabindex). Arrows, Page, Home and
 * End walk the rows; left and right, the controls of a row; Escape leads from a row's actions back to the row.
 */
export function useRoving({ ids, start, box, reveal }: Options) {
  const [walked, setWalked] = useState<string>();
  const wantedId = useRef<string>(undefined);
  const inside = useRef(false);
  const [focused, setFocused] = useState<string>();
  const lastAt = useRef(0);
  const known = walked !== undefined && ids.includes(walked);
  const activeId = known ? walked : start !== undefined && ids.includes(start) ? start : ids[0];

  const walkTo = (index: number): void => {
    const at = Math.max(0, Math.min(ids.length - 1, index));
    const id = ids[at];
    if (id === undefined) return;
    wantedId.current = id;
    setWalked(id);
    reveal(at);
    rowOf(box.current, id)?.querySelector<HTMLElement>('[data-main]')?.focus({ preventScroll: true });
  };

  // A row far away is drawn only after the list has scrolled there: the focus follows then.
  useLayoutEffect(() => {
    if (wantedId.current === undefined) return;
    const main = rowOf(box.current, wantedId.current)?.querySelector<HTMLElement>('[data-main]');
    if (main === null || main === undefined) return;
    wantedId.current = undefined;
    main.focus({ preventScroll: true });
  });
  // The row that had the focus has left the list (somebody accepted it): the one in its place takes it.
  useLayoutEffect(() => {
    if (walked === undefined || !inside.current) return;
    const at = ids.indexOf(walked);
    if (at !== -1) {
      lastAt.current = at;
      return;
    }
    const lost = document.activeElement === null || document.activeElement === document.body;
    inside.current = false;
    const next = ids[Math.min(lastAt.current, ids.length - 1)];
    setWalked(next);
    if (lost) wantedId.current = next;
  }, [ids, walked]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = activeId === undefined ? 0 : ids.indexOf(activeId);
    const row = rowOf(box.current, activeId);
    const controls = parts(row);
    const on = controls.indexOf(event.target as HTMLElement);
    if (on === -1) return;
    const rowAt = new Map([
      ['ArrowDown', at + 1],
      ['ArrowUp', at - 1],
      ['PageDown', at + PAGE],
      ['PageUp', at - PAGE],
      ['Home', 0],
      ['End', ids.length - 1],
    ]).get(event.key);
    const controlAt = new Map([
      ['ArrowRight', on + 1],
      ['ArrowLeft', on - 1],
      ['Escape', on > 0 ? 0 : -1],
    ]).get(event.key);
    const control = controlAt === undefined ? undefined : controls[controlAt];
    if (rowAt === undefined && control === undefined) return;
    event.preventDefault();
    if (rowAt !== undefined) walkTo(rowAt);
    control?.focus();
  };

  return {
    active: activeId,
    /** The row that has the focus now: only its actions are drawn, and reached with Tab. */
    focused,
    walkTo,
    handlers: {
      onKeyDown,
      onFocus: (event: { target: EventTarget }) => {
        inside.current = true;
        const id = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
        if (id !== undefined) setWalked(id);
        setFocused(id);
      },
      onBlur: (event: { relatedTarget: EventTarget | null }) => {
        if (box.current?.contains(event.relatedTarget as Node | null)) return;
        setFocused(undefined);
        // Without a next target the element itself may be gone: then the focus is still the list's to give.
        if (event.relatedTarget !== null) inside.current = false;
      },
    },
  };
}
