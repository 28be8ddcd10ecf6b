import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { SqliteFile } from './file.ts';

/** What our own commits wrote is kept for slow followers up to so many events, and letters in them. */
const MOST_EVENTS = 4_000;
const MOST_CHARS = 8 * 1024 * 1024;

interface Group {
  readonly events: readonly RecordedEvent[];
  readonly chars: number;
}

const firstOf = ({ events }: Group): number => events[0]!.position;
const lastOf = ({ events }: Group): number => events[events.length - 1]!.position;

/**
 * Returns what remembers the events of this process's own commits until every follower has taken them: nobody reads back
 * and parses what was written a moment ago. They follow one another without a gap, or those before it are forgotten.
 */
export function createRecent() {
  const followers = new Set<{ readonly position: number }>();
  let file: SqliteFile | undefined;
  let groups: Group[] = [];

  function trim(): void {
    let slowest = Number.POSITIVE_INFINITY;
    for (const { position } of followers) slowest = Math.min(slowest, position);
    let events = 0;
    let chars = 0;
    let from = groups.length;
    while (from > 0 && lastOf(groups[from - 1]!) > slowest) {
      const group = groups[from - 1]!;
      events += group.events.length;
      chars += group.chars;
      if (events > MOST_EVENTS || chars > MOST_CHARS) break;
      from -= 1;
    }
    if (from > 0) groups = groups.slice(from);
  }

  return {
    /** @param follower says itself how far it has come */
    join: (follower: { readonly position: number }): void => void followers.add(follower),
    leave(follower: { readonly position: number }): void {
      followers.delete(follower);
      trim();
    },
    trim,
    /** Takes one commit's events, as they stand in the file. */
    add(into: SqliteFile, events: readonly RecordedEvent[], chars: number): void {
      const group = { events, chars };
      const last = groups.at(-1);
      // Another process has written in between, or it is another file.
      if (into !== file || (last && lastOf(last) + 1 !== firstOf(group))) groups = [];
      file = into;
      if (followers.size === 0 || lastOf(group) - firstOf(group) !== events.length - 1) groups = [];
      else groups.push(group);
      trim();
    },
    /** Returns events right after the position, none when they are not at hand. */
    after(from: SqliteFile, position: number, limit: number): RecordedEvent[] {
      const events: RecordedEvent[] = [];
      if (from !== file || groups.length === 0 || firstOf(groups[0]!) > position + 1) return events;
      let chars = 0;
      for (const group of groups) {
        if (lastOf(group) <= position) continue;
        for (let at = Math.max(0, position + 1 - firstOf(group)); at < group.events.length; at++) {
          if (events.length === limit) return events;
          events.push(group.events[at]!);
        }
        chars += group.chars;
        if (chars >= MOST_CHARS) break;
      }
      return events;
    },
  };
}
export type Recent = ReturnType<typeof createRecent>;
