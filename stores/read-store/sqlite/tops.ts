import type { StoredDocument } from '../../../projections/ports/read-store.ts';
import { scalarAt } from '../fields.ts';
import { type Database, encode, sameColumn } from './database.ts';
import { placedBy } from './place.ts';
import type { Rows } from './rows.ts';
import type { Table } from './schema.ts';

/**
 * Returns the fields whose numbers have only grown with the row number, e.g. a message's `order`: a search may then be
 * read newest first straight off the search index. Checked at each write, given up for good at the first exception.
 */
function candidates(table: Table): readonly string[] {
  return table.search && !placedBy(table)
    ? [...new Set(table.indexes.map((keys) => keys.at(-1)!.field))].filter((field) =>
        table.scalars.includes(field),
      )
    : [];
}

/** Returns what follows the highest number of each such field, from the beginning of a commit to its end. */
export function createTops(database: Database, table: Table, rows: Pick<Rows, 'at'>) {
  const fields = candidates(table);
  let tops = new Map<string, number | null>();
  let changed = false;
  return {
    /** The field that new documents take their row numbers by. */
    field: fields[0],
    begin: (): void => {
      tops = new Map();
      changed = false;
      for (const field of fields) {
        const row = database.get('SELECT top FROM ordered WHERE collection = ? AND field = ?', [
          table.spec.name,
          field,
        ]);
        tops.set(field, row ? (row[0] as number | null) : Number.NEGATIVE_INFINITY);
      }
    },
    follow: (document: StoredDocument, before: readonly unknown[] | undefined): void => {
      for (const field of fields) {
        const top = tops.get(field)!;
        if (top === null) continue;
        const value = scalarAt(document, field);
        if (before) {
          if (sameColumn(before[rows.at(table.columns.get(field)!)], encode(value))) continue;
          tops.set(field, null);
        } else tops.set(field, typeof value === 'number' && value > top ? value : null);
        changed = true;
      }
    },
    end: (): void => {
      if (!changed) return;
      for (const [field, top] of tops)
        database.run('INSERT OR REPLACE INTO ordered VALUES (?, ?, ?)', [
          table.spec.name,
          field,
          top === Number.NEGATIVE_INFINITY ? null : top,
        ]);
    },
  };
}
