import type { CollectionSpec } from '../../../projections/ports/read-store.ts';
import { type IndexedFields, indexedFields } from '../fields.ts';
import { type Database, quote } from './database.ts';

// One generation is one file. A collection `x` is table `c_x`: `n` keys the row (and its search entry), tombstones
// have deleted = 1 and no other field. Ids and field values are encoded (`encode`: a UUID is its 16 bytes), companies their numbers in `companies`, references theirs in `names`, documents packed (JSON where they have no shape). `a_x.field` holds array elements, `s_x` the search words.

/** Raised when the tables' shape changes: stored generations are then rebuilt. */
export const format = 'sqlite-9';

/** Letters of a company's code before each search word; the prefix indexes count them in. */
export const codeLength = 4;

export interface Table {
  readonly spec: CollectionSpec;
  readonly name: string;
  /** Quoted columns by field. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns that hold index fields, in the order they are written. */
  readonly scalars: readonly string[];
  /** Those of them that hold an id by its number in `names`. */
  readonly references: ReadonlySet<string>;
  readonly arrays: ReadonlyMap<string, { readonly table: string; readonly column: string }>;
  readonly search: string | undefined;
  readonly indexes: IndexedFields['indexes'];
}

export const tableOf = (spec: CollectionSpec): Table => {
  const fields = indexedFields(spec);
  return {
    spec,
    name: quote(`c_${spec.name}`),
    columns: new Map([
      ['id', 'id'],
      ['position', 'position'],
      ...fields.scalars.map((field) => [field, quote(`f_${field}`)] as const),
    ]),
    scalars: fields.scalars,
    references: new Set(fields.scalars.filter((field) => spec.references?.includes(field))),
    arrays: new Map(
      fields.arrays.map((field) => [
        field,
        { table: quote(`a_${spec.name}.${field}`), column: quote(`x_${field}`) },
      ]),
    ),
    search: spec.search ? quote(`s_${spec.name}`) : undefined,
    indexes: fields.indexes,
  };
};

/** Returns the quoted name of the index at this place of `table.indexes`. */
export const indexName = (table: Table, at: number) => quote(`i_${table.spec.name}_${at}`);

const besideName = (table: Table) => quote(`k_${table.spec.name}`);

/** Returns the column that a search entry's number is found in: of a collection with `search.by` its place, see place.ts. */
export const searchKey = (table: Table) => (table.spec.search?.by ? 'place' : 'n');

/**
 * Returns the name of the index from places to the fields in `search.by`, when it has all these fields: what a search
 * finds is then filtered and sorted without reading any of the rows. Empty: it has not.
 */
export const besideSearch = (table: Table, fields: readonly string[]): string => {
  const by = table.spec.search?.by;
  return by && fields.every((field) => field === 'companyId' || by.includes(field))
    ? `INDEXED BY ${besideName(table)}`
    : '';
};

const createTable = (table: Table) => {
  const columns = [
    ...table.scalars.map(
      // Any other column has no type: a text of digits would become a number.
      (field) => `${table.columns.get(field)}${table.references.has(field) ? ' INTEGER' : ''}`,
    ),
    ...[...table.arrays.values()].map((array) => array.column),
    ...(table.search ? ['words INTEGER'] : []),
    ...(table.spec.search?.by ? ['place INTEGER'] : []),
  ];
  const statements = [
    `CREATE TABLE ${table.name} (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, company INTEGER NOT NULL,
      position INTEGER NOT NULL, deleted INTEGER NOT NULL, ${columns.map((column) => `${column}, `).join('')}doc TEXT)`,
  ];
  for (const array of table.arrays.values())
    statements.push(
      `CREATE TABLE ${array.table} (company INTEGER NOT NULL, value NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY (company, value, n)) WITHOUT ROWID`,
    );
  if (table.search)
    statements.push(
      // `ascii` keeps the words exactly as words.ts made them. Contentless: the document holds the text. Parts are
      // found as entries in a row, which takes their places (`full`); beginnings by an index of their first letters.
      `CREATE VIRTUAL TABLE ${table.search} USING fts5(words, content='', contentless_delete=1, tokenize='ascii',
        ${table.spec.search?.parts ? 'detail=full' : `detail=none, prefix='${[1, 2, 3].map((letters) => codeLength + letters).join(' ')}'`})`,
    );
  // Made at once: places are looked up while documents are written. With the id: who looks for the documents of those
  // found (the tickets of contacts) needs nothing of their rows.
  if (table.spec.search?.by)
    statements.push(
      `CREATE INDEX ${besideName(table)} ON ${table.name} (place, company,
        ${table.spec.search.by.map((field) => table.columns.get(field)).join(', ')}, id) WHERE deleted = 0`,
    );
  return statements;
};

/**
 * Makes the indexes of a collection that are not there yet.
 * @param field only those that begin with this field
 */
export const createIndexes = (database: Database, table: Table, field?: string) => {
  const index = (name: string, keys: readonly string[], where = '') =>
    database.sqlite.exec(
      `CREATE INDEX IF NOT EXISTS ${name} ON ${table.name} (${keys.join(', ')}) WHERE deleted = 0${where}`,
    );
  const sparse = (keys: readonly { field: string }[]) =>
    keys
      .filter((key) => table.spec.sparse?.includes(key.field))
      .map((key) => ` AND ${table.columns.get(key.field)} IS NOT NULL`)
      .join('');
  const direction = (descending: boolean) => (descending ? ' DESC' : '');
  for (const [at, keys] of table.indexes.entries()) {
    if (field !== undefined && keys[0]?.field !== field) continue;
    const ordered = keys.map((key) => `${table.columns.get(key.field)}${direction(key.descending)}`);
    // Ties are broken by id, but not from the index: SQLite sorts the few that are equal, and entries stay short.
    index(indexName(table, at), ['company', ...ordered], sparse(keys));
  }
  // Lists without a sort, and counts, of a collection that declares no index.
  if (table.indexes.length === 0) index(quote(`i_${table.spec.name}_company`), ['company', 'id']);
};

const ownTables = `
  CREATE TABLE shapes (number INTEGER PRIMARY KEY, shape TEXT NOT NULL UNIQUE);
  CREATE TABLE names (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
  CREATE TABLE companies (number INTEGER PRIMARY KEY, company TEXT NOT NULL UNIQUE);
  CREATE TABLE checkpoints (projector TEXT PRIMARY KEY, fence INTEGER NOT NULL, position INTEGER, log TEXT, mark TEXT) WITHOUT ROWID;
  CREATE TABLE heads (company TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE ordered (collection TEXT, field TEXT, top REAL, PRIMARY KEY (collection, field)) WITHOUT ROWID;
  CREATE TABLE notices (cursor INTEGER PRIMARY KEY, company TEXT NOT NULL, seq INTEGER NOT NULL, notice TEXT NOT NULL);
  CREATE UNIQUE INDEX notices_by_company ON notices (company, seq);
  -- The last cursor given, which no trimming takes back. A reader that starts on an empty store gets 1: 0 would mean
  -- 'from now' for ever.
  CREATE TABLE feed (cursor INTEGER NOT NULL);
  INSERT INTO feed VALUES (1);
`;

/** Makes the tables of an empty generation, without their indexes. */
export const createSchema = (database: Database, tables: readonly Table[]): void =>
  database.transaction(() => {
    database.sqlite.exec(ownTables);
    for (const table of tables) for (const statement of createTable(table)) database.sqlite.exec(statement);
  });
