import { existsSync } from 'node:fs';
import type { Mark } from '../../../domain/kernel/event-store.ts';
import type {
  Commit,
  CompanyReader,
  Notice,
  Query,
  ReadStore,
  StoredDocument,
} from '../../../projections/ports/read-store.ts';
import { tombstone } from '../fields.ts';
import { createParsedDocuments, type ParsedDocuments } from '../parsed-documents.ts';
import { type Column, type Database, decode, encode, openDatabase } from './database.ts';
import type { Scope } from './drive.ts';
import { countStatement, findStatement, groupCountStatement, type wantedColumns } from './query.ts';
import { createIndexes, createSchema, type Table } from './schema.ts';
import { countThrough, findThrough, goesThrough } from './through.ts';
import { createCompanyCodes, createWriter } from './write.ts';

const parse = (json: unknown) => JSON.parse(json as string);

/** One generation's file, opened. Everything here is done at once, within the call. */
export interface Generation {
  readonly id: string;
  readonly path: string;
  readonly database: Database;
  reader(companyId: string | undefined): CompanyReader;
  load(collection: string, ids: readonly string[]): readonly StoredDocument[];
  /** `current` is asked once the write lock is held: false when another generation has become the live one meanwhile. */
  commit(commit: Commit, current: () => boolean): boolean;
  checkpoint(projector: string): Awaited<ReturnType<ReadStore['checkpoint']>>;
  heads(): ReadonlyMap<string, number>;
  changes(companyId: string, after: number, limit: number): Awaited<ReturnType<ReadStore['changes']>>;
  tail(after: number, limit: number): Awaited<ReturnType<ReadStore['tail']>>;
  trimNotices(keep: number, companyId?: string): void;
  /** Takes over notice numbers, cursors and fences, so that none of them goes back when this one becomes live. */
  inherit(from: Generation): void;
  /** Makes the indexes that are not there yet: sorted once, they cost a fraction of what keeping them up would have. */
  index(): void;
  /** Ends what made building fast, and puts every byte on the disk. */
  settle(): void;
  close(): void;
}

const live = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'cache_size = -65536',
  'mmap_size = 2147483648',
  'temp_store = MEMORY',
  'wal_autocheckpoint = 16000',
  'journal_size_limit = 67108864',
];
// Nobody reads a generation that is being built, and after a crash it is thrown away: no need to wait for the disk.
// Indexes are sorted at its end, of a large one in files.
const building = [...live, 'synchronous = OFF', 'cache_size = -262144', 'temp_store = FILE'];

/** Opens (or makes, when `fresh`) the file of a generation. */
export const openGeneration = (options: {
  id: string;
  path: string;
  tables: ReadonlyMap<string, Table>;
  fresh?: boolean;
}): Generation => {
  const { id, path, tables } = options;
  if (!options.fresh && !existsSync(path)) throw new Error(`read store generation ${id} has no file ${path}`);
  const database = openDatabase(path, options.fresh ? building : live);
  if (options.fresh) createSchema(database, [...tables.values()]);
  const companies = createCompanyCodes(database);
  let bare = options.fresh ? new Set(tables.values()) : new Set<Table>();
  /** Whoever looks for documents before a building generation is done gets what is needed for it. */
  const ready = (table: Table, field?: string) => {
    if (!bare.has(table)) return;
    createIndexes(database, table, field);
    if (field === undefined) bare.delete(table);
  };
  const write = createWriter(database, tables, companies, ready);
  const reread = new Map(
    [...tables.values()]
      .filter(({ spec }) => spec.reread)
      .map(({ name }) => [name, createParsedDocuments()] as const),
  );
  const tableOf = (collection: string) => {
    const table = tables.get(collection);
    if (!table) throw new Error(`unknown collection ${collection}`);
    return table;
  };
  const readyTable = (collection: string) => {
    const table = tableOf(collection);
    ready(table);
    return table;
  };

  const reader = (companyId: string | undefined): CompanyReader => {
    const scope: Scope = {
      company: companyId === undefined ? undefined : encode(companyId),
      codes: () => {
        if (companyId === undefined) return companies.all();
        const code = companies.find(companyId);
        return code === undefined ? [] : [code];
      },
    };
    const statementOf = (table: Table, query: Query, what: keyof typeof wantedColumns) =>
      goesThrough(query)
        ? findThrough(table, readyTable(query.through.collection), scope, query, what)
        : findStatement(database, table, scope, query, what);
    /** The texts of documents are read only where they are not kept. Undefined: another process wrote in between. */
    const findKnown = <T extends StoredDocument>(
      table: Table,
      parsed: ParsedDocuments,
      query: Query,
    ): readonly T[] | undefined => {
      const statement = statementOf(table, query, 'positions');
      if (!statement) return [];
      const documents: T[] = [];
      for (const row of database.all(statement.sql, statement.params)) {
        const [n, position] = row as [number, number];
        let document = parsed.known(n, position) as T | undefined;
        if (!document) {
          const text = database.get(`SELECT doc FROM ${table.name} WHERE n = ? AND position = ?`, [
            n,
            position,
          ]);
          if (typeof text?.[0] !== 'string') return undefined;
          document = parsed.parse<T>(n, position, text[0]);
        }
        documents.push(document);
      }
      return documents;
    };
    const own = companyId === undefined ? '' : ' AND company = ?';
    const getOne = <T>(collection: string, documentId: string) => {
      const row = database
        .statement(`SELECT doc FROM ${tableOf(collection).name} WHERE id = ? AND deleted = 0${own}`)
        .get(encode(documentId), ...(companyId === undefined ? [] : [encode(companyId)])) as unknown as
        | unknown[]
        | undefined;
      return row ? (parse(row[0]) as T) : undefined;
    };
    return {
      companyId: companyId ?? '*',
      get: async <T extends StoredDocument>(collection: string, documentId: string) =>
        getOne<T>(collection, documentId),
      getMany: async <T extends StoredDocument>(collection: string, ids: readonly string[]) =>
        [...new Set(ids)]
          .map((documentId) => getOne<T>(collection, documentId))
          .filter((document) => document !== undefined),
      find: async <T extends StoredDocument>(collection: string, query: Query) => {
        const table = readyTable(collection);
        const parsed = reread.get(table.name);
        const known = parsed && findKnown<T>(table, parsed, query);
        if (known) return known;
        const statement = statementOf(table, query, 'documents');
        if (!statement) return [];
        const rows = database.all(statement.sql, statement.params);
        return rows.map((row) =>
          parsed
            ? parsed.parse<T>(row[0] as number, row[1] as number, row[2] as string)
            : (parse(row[2]) as T),
        );
      },
      ids: async (collection, query) => {
        const statement = statementOf(readyTable(collection), query, 'ids');
        return statement
          ? database.all(statement.sql, statement.params).map((row) => decode(row[0]) as string)
          : [];
      },
      count: async (collection, query) => {
        const table = readyTable(collection);
        const statement = goesThrough(query)
          ? countThrough(table, readyTable(query.through.collection), scope, query)
          : countStatement(table, scope, query);
        return statement ? (database.get(statement.sql, statement.params)![0] as number) : 0;
      },
      groupCount: async (collection, field, query) => {
        const { sql, params } = groupCountStatement(readyTable(collection), scope, field, query);
        return new Map(database.all(sql, params).map((row) => [decode(row[0]), row[1] as number]));
      },
    };
  };

  const lastCursor = () => database.get('SELECT cursor FROM feed')![0] as number;

  return {
    id,
    path,
    database,
    reader,
    load: (collection, ids) => {
      const sql = `SELECT id, company, position, deleted, doc FROM ${tableOf(collection).name} WHERE id = ?`;
      const documents: StoredDocument[] = [];
      for (const documentId of new Set(ids)) {
        const row = database.statement(sql).get(encode(documentId)) as unknown as unknown[] | undefined;
        if (!row) continue;
        documents.push(
          row[3] === 1
            ? tombstone(decode(row[0]) as string, decode(row[1]) as string, row[2] as number)
            : parse(row[4]),
        );
      }
      return documents;
    },
    commit: (commit, current) => {
      try {
        return database.transaction(() => {
          if (!current()) return false;
          write(commit);
          return true;
        });
      } catch (error) {
        companies.forget();
        // What was made within it is gone.
        if (options.fresh) bare = new Set(tables.values());
        throw error;
      }
    },
    checkpoint: (projector) => {
      const row = database.get('SELECT position, log, mark FROM checkpoints WHERE projector = ?', [
        projector,
      ]);
      if (!row || row[0] === null) return undefined;
      const mark = row[2] === null ? undefined : (JSON.parse(row[2] as string) as Mark);
      return { position: row[0] as number, logId: row[1] as string, ...(mark && { mark }) };
    },
    heads: () =>
      new Map(
        database
          .all('SELECT company, seq FROM heads')
          .map((row) => [decode(row[0]) as string, row[1] as number]),
      ),
    changes: (companyId, after, limit) => {
      const [low, head] = database.get(
        'SELECT (SELECT min(seq) FROM notices WHERE company = ?1), (SELECT seq FROM heads WHERE company = ?1)',
        [encode(companyId)],
      )! as [number | null, number | null];
      const last = head ?? 0;
      const notices = database
        .all('SELECT notice FROM notices WHERE company = ? AND seq > ? ORDER BY seq LIMIT ?', [
          encode(companyId),
          after,
          limit,
        ])
        .map((row) => parse(row[0]) as Notice);
      // A cursor above the head belongs to a store that was restored: what it has seen is not ours.
      return { notices, truncated: after > last || after + 1 < (low ?? last + 1) };
    },
    tail: (after, limit) => {
      if (after <= 0) return { notices: [], cursor: lastCursor() };
      const rows = database.all(
        'SELECT cursor, notice FROM notices WHERE cursor > ? ORDER BY cursor LIMIT ?',
        [after, limit],
      );
      return {
        notices: rows.map((row) => parse(row[1]) as Notice),
        // A generation that took a damaged one's place counts anew: whoever is ahead of it comes back.
        cursor: rows.length > 0 ? (rows.at(-1)![0] as number) : Math.min(after, lastCursor()),
      };
    },
    trimNotices: (keep, only) =>
      database.transaction(() => {
        const heads =
          only === undefined
            ? database.all('SELECT company, seq FROM heads')
            : database.all('SELECT company, seq FROM heads WHERE company = ?', [encode(only)]);
        for (const [company, seq] of heads)
          database.run('DELETE FROM notices WHERE company = ? AND seq <= ?', [
            company as Column,
            (seq as number) - Math.max(0, keep),
          ]);
      }),
    inherit: (from) => {
      const heads = from.database.all('SELECT company, seq FROM heads');
      const fences = from.database.all('SELECT projector, fence FROM checkpoints');
      const cursor = from.database.get('SELECT cursor FROM feed')![0] as number;
      database.transaction(() => {
        for (const [company, seq] of heads)
          database.run(
            'INSERT INTO heads VALUES (?, ?) ON CONFLICT (company) DO UPDATE SET seq = max(seq, excluded.seq)',
            [company as Column, seq as number],
          );
        for (const [projector, fence] of fences)
          database.run(
            'INSERT INTO checkpoints VALUES (?, ?, NULL, NULL, NULL) ON CONFLICT (projector) DO UPDATE SET fence = max(fence, excluded.fence)',
            [projector as string, fence as number],
          );
        database.run('UPDATE feed SET cursor = max(cursor, ?)', [cursor]);
      });
    },
    index: () => {
      for (const table of [...bare]) ready(table);
    },
    settle: () => {
      for (const table of [...bare]) ready(table);
      database.sqlite.exec('PRAGMA synchronous = FULL');
      database.sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      for (const pragma of live) database.sqlite.exec(`PRAGMA ${pragma}`);
    },
    close: () => database.close(),
  };
};
