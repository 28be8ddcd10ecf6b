import { existsSync } from 'node:fs';
import type { Commit, CompanyReader, StoredDocument } from '../../../projections/ports/read-store.ts';
import { tombstone } from '../fields.ts';
import { createCheckpointing, ownFrom } from './checkpointing.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { createCollections } from './collections.ts';
import { createCompanies } from './companies.ts';
import { type Database, encode, openDatabase } from './database.ts';
import { createDocuments, documentColumns } from './documents.ts';
import { createReferences } from './names.ts';
import { createNotices, type Notices } from './notices.ts';
import { createReader, type Source } from './reader.ts';
import { createSchema, type Table } from './schema.ts';
import { createWriter } from './write.ts';

/** One generation's file, opened. Everything here is done at once, within the call. */
export interface Generation {
  readonly id: string;
  readonly path: string;
  readonly database: Database;
  readonly notices: Notices;
  readonly checkpoints: Checkpoints;
  reader(companyId: string | undefined): CompanyReader;
  load(collection: string, ids: readonly string[]): readonly StoredDocument[];
  /** `isCurrent` is asked once the write lock is held: false when another generation has become the live one meanwhile. */
  commit(commit: Commit, isCurrent: () => boolean): boolean;
  /** Takes over notice numbers, cursors and fences, so that none of them goes back when this one becomes live. */
  inherit(from: Generation): void;
  /** Makes the indexes that are not there yet: sorted once, they cost a fraction of what keeping them up would have. */
  index(): void;
  /** Lets go of what is held in memory of the file, and of documents parsed; the next reading takes them anew. */
  giveBack(): void;
  /** Ends what made building fast, and puts every byte on the disk. */
  settle(): void;
  close(): void;
}

/** Bytes of the file that are read where the system holds them. */
const mappedBytes = 2 ** 31;

const livePragmas = [
  'journal_mode = WAL',
  'synchronous = NORMAL',
  'cache_size = -8192',
  `mmap_size = ${mappedBytes}`,
  'temp_store = MEMORY',
  `wal_autocheckpoint = ${ownFrom}`,
  'journal_size_limit = 67108864',
];
// Nobody reads a generation that is being built, and after a crash it is thrown away: no need to wait for the disk, or
// to write each page to a log first. Indexes are sorted at its end, of a large one in files.
const building = [
  ...livePragmas,
  'journal_mode = MEMORY',
  'synchronous = OFF',
  'cache_size = -262144',
  'temp_store = FILE',
];

/** Returns the documents of a table as the projector needs them. */
function loadFrom(
  { database, companies, documents: keptDocuments }: Pick<Source, 'database' | 'companies' | 'documents'>,
  table: Table,
  ids: readonly string[],
): readonly StoredDocument[] {
  const sql = `SELECT position, deleted, ${documentColumns.join(', ')} FROM ${table.name} WHERE id = ?`;
  const documents: StoredDocument[] = [];
  for (const id of new Set(ids)) {
    const row = database.get(sql, [encode(id)]);
    if (!row) continue;
    const [position, deleted, ...columns] = row;
    documents.push(
      deleted === 1
        ? tombstone(id, companies.idOf(columns[1] as number), position as number)
        : keptDocuments.read(columns),
    );
  }
  return documents;
}

/** A file that is gone, or is a database and none of ours: what SQLite has no word for, and as useless as a damaged one. */
export class NoGenerationError extends Error {
  override readonly name = 'NoGenerationError';
}

/** Returns the file of a generation, opened (or made, when `fresh`). @throws NoGenerationError */
export function openGeneration(options: {
  id: string;
  path: string;
  tables: ReadonlyMap<string, Table>;
  fresh?: boolean;
}): Generation {
  const { id, path, tables, fresh = false } = options;
  if (!fresh && !existsSync(path)) throw new NoGenerationError(`generation ${id} has no file`);
  const database = openDatabase(path, fresh ? building : livePragmas);
  if (!fresh && !database.get("SELECT 1 FROM sqlite_schema WHERE name = 'feed'")) {
    database.close();
    throw new NoGenerationError(`generation ${id} has no tables`);
  }
  const checkpointing = createCheckpointing(database, path);
  let isBuilding = fresh;
  if (fresh) createSchema(database, [...tables.values()]);
  const companies = createCompanies(database);
  const collections = createCollections(database, tables, fresh);
  const notices = createNotices(database);
  const checkpoints = createCheckpoints(database);
  const names = createReferences(
    database,
    [...tables.values()].map(({ spec }) => spec),
  );
  const documents = createDocuments(database, companies, names);
  const source = { database, collections, companies, documents, names };
  const write = createWriter({ ...source, notices, checkpoints });
  return {
    id,
    path,
    database,
    notices,
    checkpoints,
    reader: (companyId) => createReader(source, companyId),
    load: (collection, ids) => loadFrom(source, collections.of(collection), ids),
    commit: (commit, current) => {
      try {
        const done = database.transaction(() => {
          if (!current()) return false;
          write(commit);
          return true;
        });
        if (!isBuilding) checkpointing.wrote();
        return done;
      } catch (error) {
        companies.forget();
        documents.rolledBack();
        collections.rolledBack();
        throw error;
      }
    },
    inherit: (from) => {
      const heads = from.notices.numbers();
      const fences = from.checkpoints.fences();
      const cursor = from.notices.lastCursor();
      database.transaction(() => {
        notices.raise(heads, cursor);
        checkpoints.raiseFences(fences);
      });
    },
    index: collections.indexAll,
    settle: () => {
      collections.indexAll();
      // The switch of the journal is a transaction of its own, which waits for all that was written to the file.
      database.sqlite.exec('PRAGMA synchronous = FULL');
      for (const pragma of livePragmas) database.sqlite.exec(`PRAGMA ${pragma}`);
      isBuilding = false;
    },
    giveBack: () => {
      checkpointing.giveBack();
      collections.forgetParsed();
      database.sqlite.exec('PRAGMA shrink_memory');
      for (const size of [0, mappedBytes]) database.sqlite.exec(`PRAGMA mmap_size = ${size}`);
    },
    close: () => {
      checkpointing.close();
      database.close();
    },
  };
}
