import type { ReactNode } from 'react';
import type { MessageView } from '../../../../contract/message.ts';
import type { ThreadItem } from './grouping.ts';

/** A line between bubbles: what happened to the ticket then. It stands before the first message after `at`. */
export interface ThreadLine {
  readonly key: string;
  readonly at: string;
  readonly text: ReactNode;
  /** A part of its own (a private note): it has its time itself. */
  readonly block?: boolean;
  /** Written by who looks at it, just now. */
  readonly own?: boolean;
}

type LineEntry =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'line'; readonly key: string; readonly line: ThreadLine };

export type ThreadEntry =
  | LineEntry
  | Extract<ThreadItem, { readonly kind: 'unread' }>
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: MessageView;
      readonly same: boolean;
      /** Lines that stand above the bubble, and move with it. */
      readonly above: readonly LineEntry[];
    };

interface Options {
  /** Names an instant's day in the company's zone. */
  readonly dayOf: (iso: string) => string;
  /** Lines from before this instant belong to a page that is not here yet. */
  readonly since: string | undefined;
}

/** Returns bubbles and lines in the order of time, each line below the day it happened on. */
export function threadEntries(
  items: readonly ThreadItem[],
  lines: readonly ThreadLine[],
  { dayOf, since }: Options,
): readonly ThreadEntry[] {
  const waiting = lines.filter(({ at }) => since === undefined || at >= since);
  let next = 0;
  let day: string | undefined;
  /** Lines up to `at`, or up to the first of `newDay`. */
  const linesUntil = (at?: string, newDay?: string): readonly LineEntry[] => {
    const entries: LineEntry[] = [];
    for (let line = waiting[next]; line !== undefined; line = waiting[++next]) {
      const lineDay = dayOf(line.at);
      if ((at !== undefined && line.at > at) || lineDay === newDay) break;
      if (lineDay !== day) entries.push({ kind: 'day', key: `day-${line.key}`, at: line.at });
      day = lineDay;
      entries.push({ kind: 'line', key: line.key, line });
    }
    return entries;
  };
  const entries = items.flatMap((item): readonly ThreadEntry[] => {
    if (item.kind === 'unread') return [item];
    if (item.kind === 'message') {
      const above = linesUntil(item.message.createdAt);
      return [{ ...item, same: item.same && above.length === 0, above }];
    }
    const itemDay = dayOf(item.at);
    const earlier = linesUntil(item.at, itemDay);
    day = itemDay;
    return [...earlier, item];
  });
  return [...entries, ...linesUntil()];
}
