import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { ShapeTable } from '../../packing/shapes.ts';

/** Letters of an id in a stream’s name. */
export const idLength = 36;

/** Returns the ids in a stream's name (`ticket-COMPANY_ID`): they are at hand when one of its events is read. */
export function idsOf(stream: string): readonly string[] {
  const company = stream.indexOf('-') + 1;
  return [stream.slice(company, company + idLength), stream.slice(company + idLength + 1)];
}

/** Returns the shapes that a log's file holds. A shape is on the disk before an event is written by it. */
export function shapeTable(db: DatabaseSync): ShapeTable {
  // Prepared when it is needed: a log of format 1 that is only read has no such table, and no packed event.
  let all: StatementSync | undefined;
  const add = () => ({
    insert: db.prepare('INSERT OR IGNORE INTO shapes (shape) VALUES (?)'),
    find: db.prepare('SELECT number FROM shapes WHERE shape = ?'),
  });
  let adding: ReturnType<typeof add> | undefined;
  return {
    after(number) {
      all ??= db.prepare('SELECT number, shape FROM shapes WHERE number > ? ORDER BY number');
      return all.all(number) as unknown as { number: number; shape: string }[];
    },
    add(shape) {
      try {
        adding ??= add();
        adding.insert.run(shape);
        return (adding.find.get(shape) as { number: number }).number;
      } catch {
        // Another process writes, or the disk is full: the event is written as JSON, or not at all.
        return undefined;
      }
    },
  };
}
