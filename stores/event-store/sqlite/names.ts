import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { boundedCache } from '../../../domain/kernel/bounded-cache.ts';
import { encodedName } from '../../packing/leaves.ts';
import { createNames, type NameTable } from '../../packing/names.ts';
import { idLength, idsOf } from './shape-table.ts';
import { nameOf, type StoredName, storedName } from './stored-name.ts';

/** Where texts are few words, kept in the table `words`: `parent.key`. */
const wordPlaces = new Set(['.type', 'actor.kind', 'data.mediaType', 'data.status']);
const category = /^[A-Za-z]{1,40}$/;
const word = /^[A-Za-z][\w.-]{2,39}$/;
const mostWords = 4_096;

/** Streams whose names are remembered: those that were met last. */
const keptStreams = 4_096;

/** The mark before a word among names, which no stream's name begins with. */
const wordMark = ' ';

/**
 * Returns the names that events of a log are packed by. `contactId` is written as the number of the stream `contact-…`, if there
 * is one, `actor.id` as that of the stream of its kind; types and such words have numbers of their own. Even numbers are words', odd ones streams'.
 */
export function logNames(db: DatabaseSync) {
  // Prepared when it is needed: a log of format 2 that is only read has no such table.
  const statements = new Map<string, StatementSync>();
  const get = (sql: string, value: StoredName | number) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement.get(value) as { readonly number: number; readonly name: StoredName } | undefined;
  };
  const wordNumber = (name: string) => {
    const row = get('SELECT number FROM words WHERE word = ?', name);
    return row && row.number * 2;
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
  const names = createNames({
    find(name) {
      if (name.startsWith(wordMark)) return wordNumber(name.slice(1));
      const row = get('SELECT id AS number FROM stream_names WHERE name = ?', storedName(name));
      return row && row.number * 2 + 1;
    },
    add(name) {
      if (!name.startsWith(wordMark)) return undefined;
      try {
        // On the disk before an event is written by it.
        db.prepare('INSERT OR IGNORE INTO words (word) SELECT ? WHERE (SELECT count(*) FROM words) < ?').run(
          name.slice(1),
          mostWords,
        );
        return wordNumber(name.slice(1));
      } catch {
        // Another process writes, or the disk is full: the word is written as it is.
        return undefined;
      }
    },
    nameOf(number) {
      if (number % 2 === 0)
        return get('SELECT word AS name FROM words WHERE number = ?', number / 2)?.name as string | undefined;
      const stream = streamOf((number - 1) / 2);
      return stream === undefined ? undefined : idsOf(stream)[1];
    },
  });
  return {
    kindOf(key, parent = '') {
      if (wordPlaces.has(`${parent}.${key}`)) return wordMark;
      if (key === 'id') return parent === 'actor' ? 'kind' : undefined;
      return key.endsWith('Id') ? key.slice(0, -2) : undefined;
    },
    numberOf(name, kind, object, [companyId]) {
      if (kind === wordMark) return word.test(name) ? names.numberOf(wordMark + name) : undefined;
      if (companyId?.length !== idLength || name.length !== idLength) return undefined;
      const of = kind === 'kind' ? object.kind : kind;
      return typeof of === 'string' && category.test(of)
        ? names.held(`${of}-${companyId}_${name}`)
        : undefined;
    },
    /** Returns the name of the stream with a number; undefined: there is none. */
    streamOf,
    nameOf: names.nameOf,
    forget: names.forget,
    /** Returns the bytes that stand in every event that is packed by a word; undefined: there is none. */
    bytesOf(name: string): Buffer | undefined {
      const number = names.held(wordMark + name);
      return number === undefined ? undefined : encodedName(number);
    },
  } satisfies NameTable & Record<'bytesOf' | 'streamOf', unknown>;
}
export type LogNames = ReturnType<typeof logNames>;
