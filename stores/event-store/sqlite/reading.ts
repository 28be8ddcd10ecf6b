import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { charsOf, eventOf, type Row, type SqliteFile, typeOf } from './file.ts';

/** A subscriber's batch stops here even when it has fewer events than asked for: 500 events of 1 MB are 500 MB. */
const BATCH_CHARS = 8 * 1024 * 1024;

/** Returns the next events behind a position, as many as asked for at most. */
export function readBatch(file: SqliteFile, after: number, limit: number): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  let chars = 0;
  for (const found of file.all.iterate(after, limit)) {
    const row = found as unknown as Row;
    events.push(eventOf(file, row));
    chars += charsOf(row.body);
    if (chars >= BATCH_CHARS) break;
  }
  return events;
}

/** So many events are looked at for a batch of a few types, some 3 ms: others have their turn in between. */
const MOST_PASSED = 4_000;

/**
 * Returns the next events of these types, and the last one that was looked at. What does not so much as name a type is
 * not read. The end is looked for first, and each statement sees what was committed until it begins: so that nothing up
 * to that end came only after it was passed over.
 */
export function readTypes(
  file: SqliteFile,
  after: number,
  limit: number,
  types: ReadonlySet<string>,
): RecordedEvent[] {
  const last = file.upTo.get(after + MOST_PASSED) as unknown as Row | undefined;
  // Positions follow one another; if ever they did not, the gap is gone over.
  if (!last || last.position <= after) return readBatch(file, after, 1);
  const events: RecordedEvent[] = [];
  let chars = 0;
  // By number, or written out: by an older build, or where a word could not be added.
  const named = [...types].flatMap((type) => [Buffer.from(type), file.names.bytesOf(type) ?? []].flat());
  for (const found of file.naming(named.length).iterate(after, last.position, ...named)) {
    const row = found as unknown as Row;
    if (!types.has(typeOf(file, row))) continue;
    events.push(eventOf(file, row));
    chars += charsOf(row.body);
    if (chars >= BATCH_CHARS || events.length === limit) return events;
  }
  if (last.position > (events.at(-1)?.position ?? after)) events.push(eventOf(file, last));
  return events;
}
