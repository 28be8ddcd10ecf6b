/** The log of all events on SQLite or EventStoreDB, behind one port and by one contract suite. */

import type { EventEnvelope } from '../../domain/kernel/event.ts';

/**
 * Returns what no adapter takes, a caller's mistake and so a TypeError: `$…` is a system name on EventStoreDB and would
 * silently be missing from `readAll`; NUL and lone surrogates do not survive as a stream's name on every engine.
 */
export const checkAppend = (
  stream: string,
  expected: number,
  events: readonly EventEnvelope[],
): TypeError | undefined => {
  if (stream === '' || stream.startsWith('$') || stream.includes('\0') || !stream.isWellFormed())
    return new TypeError(`not a stream name: ${JSON.stringify(stream)}`);
  if (!Number.isSafeInteger(expected) || expected < -1)
    return new TypeError(`not a revision to expect: ${expected}`);
  if (events.length === 0) return new TypeError(`nothing to append to ${stream}`);
  for (const { type } of events)
    if (type === '' || type.startsWith('$'))
      return new TypeError(`not an event type: ${JSON.stringify(type)}`);
  return undefined;
};
