import type { StoredDocument } from '../../../projections/ports/read-store.ts';
import type { NameTable } from '../../packing/names.ts';
import { createPacker } from '../../packing/packer.ts';
import type { Companies } from './companies.ts';
import { type Column, type Database, decode } from './database.ts';

/** The columns that a document is made of, as `read` takes them. */
export const documentColumns = ['id', 'company', 'position', 'doc'] as const;

/**
 * Returns how a generation keeps documents: packed, without what stands in the columns beside them, or as JSON. Shapes
 * and names are added in the transaction that writes the first document of each.
 */
export function createDocuments(database: Database, companies: Pick<Companies, 'idOf'>, names: NameTable) {
  const shapes = {
    after: (number: number) =>
      database
        .all('SELECT number, shape FROM shapes WHERE number > ? ORDER BY number', [number])
        .map(([found, shape]) => ({ number: found as number, shape: shape as string })),
    add(shape: string) {
      database.run('INSERT OR IGNORE INTO shapes (shape) VALUES (?)', [shape]);
      return database.get('SELECT number FROM shapes WHERE shape = ?', [shape])![0] as number;
    },
  };
  const packer = createPacker(shapes, names);
  return {
    write: (document: StoredDocument): Column =>
      packer.pack(document, [document.id, document.companyId], document.position) ?? JSON.stringify(document),
    /** @throws Error when it is neither packed nor JSON */
    read: <T extends StoredDocument>([id, company, position, doc]: readonly unknown[]): T =>
      (doc instanceof Uint8Array
        ? packer.unpack(doc, [decode(id) as string, companies.idOf(company as number)], position as number)
        : JSON.parse(doc as string)) as T,
    /** About the letters of its JSON. */
    size: ([, , , doc]: readonly unknown[]): number =>
      doc instanceof Uint8Array ? doc.length * 4 : (doc as string).length,
    /** After a rollback: shapes and names that were added within it are gone. */
    rolledBack: packer.forget,
  };
}
export type Documents = ReturnType<typeof createDocuments>;
