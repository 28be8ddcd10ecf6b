import {
  type Commit,
  FencedError,
  type Scalar,
  type StoredDocument,
  searchTexts,
  type WrittenDocument,
} from '../../../projections/ports/read-store.ts';
import { elementsAt, markOf, notIndexed, scalarAt } from '../fields.ts';
import { rowTokens } from '../words.ts';
import { type Column, type Database, decode, encode, sameColumn } from './database.ts';
import { placedBy, placeOf } from './place.ts';
import { codeLength, type Table } from './schema.ts';

const codes = 36 ** codeLength;

/** The letters that part one company's search words from another's; allotted when its first document is written. */
export const createCompanyCodes = (database: Database) => {
  const known = new Map<string, string>();
  const code = (number: number) => {
    if (number >= codes) throw new Error(`more than ${codes} companies in one read store`);
    return number.toString(36).padStart(codeLength, '0');
  };
  const find = (company: string) => {
    const held = known.get(company);
    if (held) return held;
    const row = database.get('SELECT number FROM companies WHERE company = ?', [encode(company)]);
    if (!row) return undefined;
    known.set(company, code(row[0] as number));
    return known.get(company);
  };
  return {
    find,
    allot: (company: string) => {
      const held = find(company);
      if (held) return held;
      // Not remembered here: the transaction may yet roll back.
      database.run('INSERT INTO companies (company) VALUES (?)', [encode(company)]);
      return code(database.get('SELECT last_insert_rowid()')![0] as number);
    },
    all: () => database.all('SELECT number FROM companies').map((row) => code(row[0] as number)),
    /** After a rollback: a code read inside that transaction may be allotted to another company next. */
    forget: () => known.clear(),
  };
};
export type CompanyCodes = ReturnType<typeof createCompanyCodes>;

/**
 * Fields whose numbers have only grown with the row number, e.g. a message's `order`: a search may then be read
 * newest first straight off the search index. Checked at each write, given up for good at the first exception.
 */
const candidates = (table: Table) =>
  table.search && !placedBy(table)
    ? [...new Set(table.indexes.map((keys) => keys.at(-1)!.field))].filter((field) =>
        table.scalars.includes(field),
      )
    : [];

/**
 * Returns 53 bits by which a changed text is seen. Two multiplications a letter (cyrb53, public domain): a cryptographic
 * hash of the short texts there are takes ten times as long, and one in 10^16 changes overlooked leaves a message
 * that is found by its former words.
 */
const digestOf = (code: string, texts: readonly string[]): number => {
  const text = `${code}\n${texts.join('\n')}`;
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const letter = text.charCodeAt(index);
    low = Math.imul(low ^ letter, 2_654_435_761);
    high = Math.imul(high ^ letter, 1_597_334_677);
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  return 0x1_0000_0000 * (high & 0x1f_ffff) + (low >>> 0);
};

/** Prepares the writing of one collection's documents. */
const createTableWriter = (database: Database, table: Table, companies: CompanyCodes) => {
  const arrays = [...table.arrays.entries()];
  const columns = [
    ...table.scalars.map((field) => table.columns.get(field)!),
    ...arrays.map(([, array]) => array.column),
    ...(table.search ? ['words'] : []),
    ...(placedBy(table) ? ['place'] : []),
    'doc',
  ];
  const ordered = candidates(table);
  const fixed = 3;
  // All columns but the document: an update names only those that change, for SQLite rewrites the entries of every
  // index over a column that is named.
  const find = `SELECT n, position, company, deleted${columns
    .slice(0, -1)
    // A place is larger than a number of JavaScript can be.
    .map((column) => (column === 'place' ? ', CAST(place AS TEXT)' : `, ${column}`))
    .join('')} FROM ${table.name} WHERE id = ?`;
  const at = (column: string) => 1 + fixed + columns.indexOf(column);
  const insert = `INSERT INTO ${table.name} (n, id, company, position, deleted, ${columns.join(', ')})
    VALUES (?, ?, ?, ?, ?, ${columns.map(() => '?').join(', ')}) ON CONFLICT (id) DO NOTHING`;
  const change = (n: number, before: readonly unknown[], after: readonly Column[]) => {
    let sql = `UPDATE ${table.name} SET doc = ?`;
    const params: Column[] = [after.at(-1)!];
    for (const [index, column] of ['position', 'company', 'deleted', ...columns.slice(0, -1)].entries())
      if (!sameColumn(before[index + 1], after[index]!)) {
        sql += `, ${column} = ?`;
        params.push(after[index]!);
      }
    database.statement(`${sql} WHERE n = ?`).run(...params, n);
  };
  const addWords = `INSERT INTO ${table.search} (rowid, words) VALUES (?, ?)`;
  const dropWords = `DELETE FROM ${table.search} WHERE rowid = ?`;
  const searched = table.spec.search;
  const placed = placedBy(table);
  const taken = (place: bigint) =>
    database.get(`SELECT 1 FROM ${table.name} WHERE deleted = 0 AND place = ?`, [place]) !== undefined;
  /** Done when all are known, in the order of their numbers: to go back in it makes FTS5 write out what it has gathered. */
  let entries: { readonly at: number | bigint; readonly words: string | null }[] = [];
  const writeEntries = () => {
    entries.sort((a, b) =>
      a.at === b.at ? Number(a.words !== null) - Number(b.words !== null) : a.at < b.at ? -1 : 1,
    );
    for (const { at, words } of entries)
      if (words === null) database.run(dropWords, [at]);
      else database.run(addWords, [at, words]);
    entries = [];
  };

  let next = 0;
  let tops = new Map<string, number | null>();
  let topsChanged = false;

  const writeElements = (
    at: number,
    n: number,
    before: unknown,
    was: Column,
    now: Column,
    after: string | null,
  ) => {
    if (before === after && sameColumn(was, now)) return;
    const [, array] = arrays[at]!;
    for (const value of before ? (JSON.parse(before as string) as Scalar[]) : [])
      database.run(`DELETE FROM ${array.table} WHERE company = ? AND value = ? AND n = ?`, [
        was,
        encode(value),
        n,
      ]);
    for (const value of after ? (JSON.parse(after) as Scalar[]) : [])
      database.run(`INSERT OR IGNORE INTO ${array.table} VALUES (?, ?, ?)`, [now, encode(value), n]);
  };

  interface Found {
    readonly code: string;
    readonly texts: readonly string[];
    readonly stood: number | bigint | null;
    readonly stands: number | bigint | null;
  }
  const index = ({ code, texts, stood, stands }: Found) => {
    if (stood !== null) entries.push({ at: stood, words: null });
    if (stands === null) return;
    const words = rowTokens(searched!, texts).map((token) => code + token);
    entries.push({ at: stands, words: words.join(' ') });
  };
  const followTops = (document: StoredDocument, before: readonly unknown[] | undefined) => {
    for (const field of ordered) {
      const top = tops.get(field)!;
      if (top === null) continue;
      const value = scalarAt(document, field);
      if (before) {
        if (sameColumn(before[at(table.columns.get(field)!)], encode(value))) continue;
        tops.set(field, null);
      } else tops.set(field, typeof value === 'number' && value > top ? value : null);
      topsChanged = true;
    }
  };

  const writeRow = (document: StoredDocument, before: readonly unknown[] | undefined): boolean => {
    const { position } = document;
    const id = encode(document.id);
    const company = encode(document.companyId);
    const deleted = document.deleted === true;
    const n = before ? (before[0] as number) : next;
    const values: Column[] = [];
    for (const field of table.scalars) values.push(deleted ? null : encode(scalarAt(document, field)));
    const lists: (string | null)[] = [];
    for (const [field] of arrays) {
      const elements = deleted ? [] : elementsAt(document, field);
      lists.push(elements.length > 0 ? JSON.stringify(elements) : null);
    }
    values.push(...lists);
    // The company also for a collection without search: it lists the companies of queries over all of them.
    const code = companies.allot(document.companyId);
    let found: Found | undefined;
    if (table.search) {
      const texts = deleted || !searched ? [] : searchTexts(searched, document);
      // Most updates of a message or contact leave its text alone: re-indexing costs more than the rest of the write.
      const digest = texts.length === 0 ? null : digestOf(code, texts);
      const held = before?.[at('words')] ?? null;
      const stood = held === null ? null : placed ? BigInt(before![at('place')] as string) : n;
      const stands =
        digest === null
          ? null
          : placed === undefined
            ? n
            : stood !== null &&
                sameColumn(before![at(table.columns.get(placed)!)], values[table.scalars.indexOf(placed)]!)
              ? stood
              : placeOf(document, placed, n, taken);
      if (digest !== held || stood !== stands) found = { code, texts, stood, stands };
      values.push(digest);
      if (placed !== undefined) values.push(stands);
    }
    values.push(deleted ? null : JSON.stringify(document));
    if (before) change(n, before, [position, company, deleted ? 1 : 0, ...values]);
    else if (
      database.statement(insert).run(n, id, company, position, deleted ? 1 : 0, ...values).changes === 0
    )
      return false;
    else next += 1;
    const was = before ? (before[2] as Column) : company;
    for (const [index, [, array]] of arrays.entries())
      writeElements(index, n, before?.[at(array.column)], was, company, lists[index] ?? null);
    if (found) index(found);
    if (!deleted) followTops(document, before);
    return true;
  };
  /** Writes where the stored position is lower; a document that stands there against all expectation is looked for after all. */
  const write = ({ document, isNew }: Omit<WrittenDocument, 'collection'>): void => {
    if (isNew && writeRow(document, undefined)) return;
    const before = database.statement(find).get(encode(document.id)) as unknown as unknown[] | undefined;
    if (before === undefined || (before[1] as number) < document.position) writeRow(document, before);
  };

  return {
    table,
    begin: () => {
      next = ((database.get(`SELECT max(n) FROM ${table.name}`)![0] as number | null) ?? 0) + 1;
      tops = new Map();
      topsChanged = false;
      entries = [];
      for (const field of ordered) {
        const row = database.get('SELECT top FROM ordered WHERE collection = ? AND field = ?', [
          table.spec.name,
          field,
        ]);
        tops.set(field, row ? (row[0] as number | null) : Number.NEGATIVE_INFINITY);
      }
    },
    /** New documents take their row numbers in this order. */
    sort: (documents: WrittenDocument[]) => {
      const [field] = ordered;
      const order = ({ document }: WrittenDocument) => Number(scalarAt(document, field!)) || 0;
      if (field && documents.length > 1) documents.sort((a, b) => order(a) - order(b));
    },
    write,
    end: () => {
      writeEntries();
      if (!topsChanged) return;
      for (const [field, top] of tops)
        database.run('INSERT OR REPLACE INTO ordered VALUES (?, ?, ?)', [
          table.spec.name,
          field,
          top === Number.NEGATIVE_INFINITY ? null : top,
        ]);
    },
    /** Ids of the living documents of a company where field = value, below a position. */
    matching: (companyId: string, field: string, value: Scalar, position: number) => {
      const array = table.arrays.get(field);
      const column = table.columns.get(field);
      if (!array && !column) throw notIndexed(table.spec.name, field);
      const where = 'c.deleted = 0 AND c.company = ? AND c.position < ?';
      const rows = array
        ? database.all(
            `SELECT c.id FROM ${array.table} a CROSS JOIN ${table.name} c ON c.n = a.n
              WHERE ${where} AND a.company = ? AND a.value = ?`,
            [encode(companyId), position, encode(companyId), encode(value)],
          )
        : database.all(`SELECT c.id FROM ${table.name} c WHERE ${where} AND c.${column} IS ?`, [
            encode(companyId),
            position,
            encode(value),
          ]);
      return rows.map((row) => decode(row[0]) as string);
    },
  };
};
export type TableWriter = ReturnType<typeof createTableWriter>;

/** Refuses a commit below the highest fence its projector's checkpoint has seen, and raises it. */
const checkFence = (database: Database, projector: string, fence: number) => {
  const row = database.get('SELECT fence FROM checkpoints WHERE projector = ?', [projector]);
  if (row && (row[0] as number) > fence)
    throw new FencedError(`${projector}: fence ${fence} is below ${row[0]}, which has written since`);
};

/** Refuses a commit to read models that do not stand where its projector left them. */
const checkPlace = (database: Database, { projector, after }: Commit) => {
  if (after === undefined) return;
  const row = database.get('SELECT position FROM checkpoints WHERE projector = ?', [projector]);
  const position = (row?.[0] as number | null | undefined) ?? 0;
  if (position !== after)
    throw new FencedError(
      `${projector}: the read models stand at ${position}, not at ${after} where it left them`,
    );
};

/** Writes a commit inside the caller's transaction. @throws FencedError */
export const createWriter = (
  database: Database,
  tables: ReadonlyMap<string, Table>,
  companies: CompanyCodes,
  /** Called before documents of a collection are looked for by a field. */
  ready: (table: Table, field: string) => void = () => {},
) => {
  const writers = new Map(
    [...tables].map(([name, table]) => [name, createTableWriter(database, table, companies)]),
  );
  const writerOf = (collection: string) => {
    const writer = writers.get(collection);
    if (!writer) throw new Error(`unknown collection ${collection}`);
    return writer;
  };

  const writeDocuments = (writer: TableWriter, documents: WrittenDocument[]) => {
    writer.begin();
    writer.sort(documents);
    for (const document of documents) writer.write(document);
    writer.end();
  };

  const writeNotices = (notices: Commit['notices']) => {
    if (notices.length === 0) return;
    const heads = new Map<string, number>();
    const headOf = (company: string) => {
      const row = database.get('SELECT seq FROM heads WHERE company = ?', [encode(company)]);
      return row ? (row[0] as number) : 0;
    };
    let cursor = database.get('SELECT cursor FROM feed')![0] as number;
    const insert = database.statement(
      'INSERT INTO notices (cursor, company, seq, notice) VALUES (?, ?, ?, ?)',
    );
    for (const notice of notices) {
      const { companyId, seq } = notice;
      const json = JSON.stringify(notice);
      const head = heads.get(companyId) ?? headOf(companyId);
      heads.set(companyId, Math.max(head, seq));
      if (seq > head) {
        cursor += 1;
        insert.run(cursor, encode(companyId), seq, json);
        continue;
      }
      // The same notice again is a repeated commit; another one, or one no longer kept, is another projector's.
      const taken = database.get('SELECT notice FROM notices WHERE company = ? AND seq = ?', [
        encode(companyId),
        seq,
      ]);
      if (taken?.[0] !== json) throw new FencedError(`notice ${seq} of company ${companyId} is taken`);
    }
    database.run('UPDATE feed SET cursor = ?', [cursor]);
    for (const [company, seq] of heads)
      database.run('INSERT OR REPLACE INTO heads VALUES (?, ?)', [encode(company), seq]);
  };

  return (commit: Commit) => {
    checkFence(database, commit.projector, commit.fence);
    checkPlace(database, commit);
    const groups = new Map<string, WrittenDocument[]>();
    for (const written of commit.documents) {
      const group = groups.get(written.collection);
      if (group) group.push(written);
      else groups.set(written.collection, [written]);
    }
    for (const [collection, documents] of groups) writeDocuments(writerOf(collection), documents);
    if (commit.deleteBy) {
      const { collection, companyId, field, value } = commit.deleteBy;
      const writer = writerOf(collection);
      const { position } = commit;
      ready(writer.table, field);
      const ids = writer.matching(companyId, field, value, position);
      writeDocuments(
        writer,
        ids.map((id) => ({ collection, document: { id, companyId, position, deleted: true as const } })),
      );
    }
    writeNotices(commit.notices);
    database.run('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)', [
      commit.projector,
      commit.fence,
      commit.position,
      commit.logId,
      commit.mark ? JSON.stringify(markOf(commit.mark)) : null,
    ]);
  };
};
