import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Scalar } from '../../../projections/ports/read-store.ts';
import { readUuid, writeUuid } from '../../packing/uuid.ts';

export type Column = string | number | bigint | null | Uint8Array;

const yes = new Uint8Array([1]);
const no = new Uint8Array([0]);

const uuidBytes = (value: string): Buffer | undefined => {
  if (value.length !== 36) return undefined;
  const bytes = Buffer.allocUnsafe(16);
  return writeUuid(value, bytes, 0) ? bytes : undefined;
};

/**
 * Returns a value as a column keeps it. Booleans are blobs, so that `true` is not 1 and values sort as in MongoDB:
 * null, numbers, texts, booleans. UUIDs are their 16 bytes, in the same order as their texts: they stand in every
 * index, and half the bytes are half the pages that a commit writes.
 */
export const encode = (value: Scalar): Column => {
  if (typeof value === 'string') return uuidBytes(value) ?? value;
  return value === true ? yes : value === false ? no : value;
};

export const decode = (value: unknown): Scalar => {
  if (!(value instanceof Uint8Array)) return value as string | number | null;
  if (value.length === 1) return value[0] === 1;
  return readUuid(value, 0);
};

/** Whether two columns are the same, as SQLite gives and takes them. */
export const sameColumn = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0);

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const keptStatements = 400;

/** An SQLite file whose statements are prepared once (the latest 400 are kept) and give rows as arrays. */
export interface Database {
  readonly sqlite: DatabaseSync;
  statement(sql: string): StatementSync;
  all(sql: string, params?: readonly Column[]): readonly (readonly unknown[])[];
  get(sql: string, params?: readonly Column[]): readonly unknown[] | undefined;
  run(sql: string, params?: readonly Column[]): void;
  /** Runs `work` in a transaction that holds the write lock from its start. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export const openDatabase = (path: string, pragmas: readonly string[]): Database => {
  const sqlite = new DatabaseSync(path, { timeout: 10_000 });
  for (const pragma of pragmas) sqlite.exec(`PRAGMA ${pragma}`);
  const statements = new Map<string, StatementSync>();
  const statement = (sql: string) => {
    const known = statements.get(sql);
    if (known) return known;
    const made = sqlite.prepare(sql);
    made.setReturnArrays(true);
    if (statements.size >= keptStatements) statements.delete(statements.keys().next().value!);
    statements.set(sql, made);
    return made;
  };
  return {
    sqlite,
    statement,
    all: (sql, params = []) => statement(sql).all(...params) as unknown as readonly unknown[][],
    get: (sql, params = []) => statement(sql).get(...params) as unknown as readonly unknown[] | undefined,
    run: (sql, params = []) => {
      statement(sql).run(...params);
    },
    transaction(work) {
      sqlite.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        sqlite.exec('COMMIT');
        return result;
      } catch (error) {
        // A failed COMMIT or a full disk may have rolled back already.
        if (sqlite.isTransaction) sqlite.exec('ROLLBACK');
        throw error;
      }
    },
    close: () => {
      statements.clear();
      sqlite.close();
    },
  };
};
