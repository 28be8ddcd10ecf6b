import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Scalar } from '../../../projections/ports/read-store.ts';

export type Column = string | number | bigint | null | Uint8Array;

const yes = new Uint8Array([1]);
const no = new Uint8Array([0]);

const dashes = [8, 12, 16, 20] as const;
const dash = 45;

/** Value of a lower-case hexadecimal digit by its ASCII code; -1: none. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-f]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
);

/** The 16 bytes of a UUID in lower case; undefined: it is none. By hand: each write does it a dozen times, and this takes a fifth. */
const uuidBytes = (value: string): Buffer | undefined => {
  if (value.length !== 36) return undefined;
  const bytes = Buffer.allocUnsafe(16);
  let wrong = 0;
  for (let at = 0, from = 0; at < 16; at++, from += 2) {
    if (at === 4 || at === 6 || at === 8 || at === 10) {
      if (value.charCodeAt(from) !== dash) return undefined;
      from++;
    }
    const high = digits[value.charCodeAt(from)] ?? -1;
    const low = digits[value.charCodeAt(from + 1)] ?? -1;
    wrong |= high | low;
    bytes[at] = (high << 4) | low;
  }
  return wrong < 0 ? undefined : bytes;
};

/**
 * Booleans are kept as blobs, so that `true` is not 1 and values sort as in MongoDB: null, numbers, texts, booleans.
 * UUIDs are kept as their 16 bytes, in the same order as their texts: they stand in every index, and half the bytes
 * are half the pages that a commit writes.
 */
export const encode = (value: Scalar): Column => {
  if (typeof value === 'string') return uuidBytes(value) ?? value;
  return value === true ? yes : value === false ? no : value;
};

export const decode = (value: unknown): Scalar => {
  if (!(value instanceof Uint8Array)) return value as string | number | null;
  if (value.length === 1) return value[0] === 1;
  const hex = Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex');
  return dashes.reduceRight<string>((text, at) => `${text.slice(0, at)}-${text.slice(at)}`, hex);
};

/** Of two columns as SQLite gives and takes them. */
export const sameColumn = (a: unknown, b: unknown): boolean =>
  a === b || (a instanceof Uint8Array && b instanceof Uint8Array && Buffer.compare(a, b) === 0);

export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

const kept = 400;

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
    if (statements.size >= kept) statements.delete(statements.keys().next().value!);
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
