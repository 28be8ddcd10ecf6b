/**
 * How far the read models are behind, from looks at the head of the log: not from the events' own time stamps, which
 * may be backdated, nor from positions alone, which have gaps.
 */
export interface Lag {
  observe(head: number): void;
  reached(position: number, events: number): void;
  /** Milliseconds since the log first stood beyond what is folded; 0 when nothing is known to wait. */
  ms(): number;
  /** About how many events wait, by the gaps seen so far. */
  events(): number;
  head(): number;
  /** Another log, or an older copy, is followed from now on. */
  restart(): void;
}

export const createLag = (now: () => number): Lag => {
  let seenHeads: { head: number; at: number }[] = [];
  let highest = 0;
  let foldedPosition = 0;
  let gap = 1;
  return {
    observe(head) {
      if (head <= highest) return;
      highest = head;
      if (head > foldedPosition) seenHeads.push({ head, at: now() });
    },
    reached(position, events) {
      if (events > 0 && foldedPosition > 0) gap = 0.9 * gap + 0.1 * ((position - foldedPosition) / events);
      foldedPosition = position;
      seenHeads = seenHeads.filter(({ head }) => head > position);
    },
    ms: () => (seenHeads[0] ? Math.max(0, now() - seenHeads[0].at) : 0),
    events: () => (highest > foldedPosition ? Math.max(1, Math.round((highest - foldedPosition) / gap)) : 0),
    head: () => Math.max(highest, foldedPosition),
    restart() {
      seenHeads = [];
      highest = 0;
    },
  };
};
