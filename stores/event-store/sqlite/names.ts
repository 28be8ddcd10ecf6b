import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { encodedName } from '../../packing/leaves.ts';
import { createNames, type NameTable, namesNothing } from '../../packing/names.ts';
import { idLength, idsOf } from './shape-table.ts';
import { nameOf, type StoredName, storedName } from './stored-name.ts';

/** Where texts are few words, kept in the table `words`: `parent.key`. */
const wordPlaces = new Set(['.type', 'actor.kind', 'data.mediaType', 'data.status']);
/** Ids that many events name: `contactId` is the number of the stream `contact-…`. */
const categories = new Map(
  ['contact', 'connection', 'queue', 'user', 'campaign'].map((category) => [`${category}Id`, category]),
);
const actorKinds: ReadonlySet<unknown> = new Set(['contact', 'user']);
const word = /^[A-Za-z][\w.-]{2,39}$/;
const mostWords = 4_096;

/** Streams whose names are remembered: those that were met last. */
const keptStreams = 4_096;

/** Kinds that are no category of streams: a word, and who did it, whose own `kind` says the category. */
const wordMark = ' ';
const actorMark = '?';

/** Where an id has its stream, or that it had none. */
interface Place {
  readonly category: string;
  readonly companyId: string;
  readonly number: number | undefined;
  /** How often it may be taken for having none before that is looked for again. */
  passes: number;
}
/** What comes first often is written together with the first that names it. */
const mostPasses = 8;

/**
 * Returns the names that events of a log are packed by: ids as the number of their stream, where there is one, types and
 * such words by numbers of their own. Even numbers are words', odd ones streams'.
 */
export function logNames(db: DatabaseSync) {
  // Prepared when it is needed: a log of format 2 that is only read has no such table.
  const statements = new Map<string, StatementSync>();
  const get = (sql: string, value: StoredName | number) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement.get(value) as { readonly number: number; readonly name: StoredName } | undefined;
  };
  const streams = boundedCache<string, number>(keptStreams);
  const streamOf = (number: number): string | undefined => {
    const held = streams.get(number);
    if (held !== undefined) return held;
    const row = get('SELECT name FROM stream_names WHERE id = ?', number);
    if (!row) return undefined;
    const stream = nameOf(row.name);
    streams.set(number, stream);
    return stream;
  };
  const wordTable = createNames({
    find: (name) => get('SELECT number FROM words WHERE word = ?', name)?.number,
    add(name) {
      try {
        // On the disk before an event is written by it.
        db.prepare('INSERT OR IGNORE INTO words (word) SELECT ? WHERE (SELECT count(*) FROM words) < ?').run(
          name,
          mostWords,
        );
        return get('SELECT number FROM words WHERE word = ?', name)?.number;
      } catch {
        // Another process writes, or the disk is full: the word is written as it is.
        return undefined;
      }
    },
    nameOf: (number) =>
      get('SELECT word AS name FROM words WHERE number = ?', number)?.name as string | undefined,
  });
  /** Of ids met last. */
  const places = boundedCache<Place>(keptStreams);
  const numberIn = (category: string, companyId: string, id: string): number | undefined => {
    const held = places.get(id);
    if (held && held.category === category && held.companyId === companyId)
      if (held.number !== undefined || held.passes-- > 0) return held.number;
    const stream = storedName(`${category}-${companyId}_${id}`);
    const number = get('SELECT id AS number FROM stream_names WHERE name = ?', stream)?.number;
    // A copy: the text may be a piece of a long one, which it would keep.
    places.set(Buffer.from(id).toString(), { category, companyId, number, passes: mostPasses });
    return number;
  };
  const wordNumber = (number: number | undefined) => (number === undefined ? undefined : number * 2);
  return {
    kindOf(key, parent = '') {
      if (wordPlaces.has(`${parent}.${key}`)) return wordMark;
      return parent === 'actor' && key === 'id' ? actorMark : categories.get(key);
    },
    numberOf(name, kind, object, [companyId]) {
      if (kind === wordMark) return word.test(name) ? wordNumber(wordTable.numberOf(name)) : undefined;
      if (companyId?.length !== idLength || name.length !== idLength) return undefined;
      const category = kind === actorMark ? object.kind : kind;
      if (kind === actorMark && !actorKinds.has(category)) return undefined;
      const number = numberIn(category as string, companyId, name);
      return number === undefined ? undefined : number * 2 + 1;
    },
    nameOf(number) {
      if (number % 2 === 0) return wordTable.nameOf(number / 2);
      const stream = streamOf((number - 1) / 2);
      return stream === undefined ? namesNothing.nameOf(number) : idsOf(stream)[1]!;
    },
    /** Returns the name of the stream with a number; undefined: there is none. */
    streamOf,
    forget() {
      wordTable.forget();
      streams.clear();
      places.clear();
    },
    /** Returns the bytes that stand in every event that is packed by a word; undefined: there is none. */
    bytesOf(name: string): Buffer | undefined {
      const number = wordNumber(wordTable.held(name));
      return number === undefined ? undefined : encodedName(number);
    },
  } satisfies NameTable & Record<'bytesOf' | 'streamOf', unknown>;
}
export type LogNames = ReturnType<typeof logNames>;
