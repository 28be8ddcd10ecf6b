import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sampleEvent, sampleEvents, sampleStream } from '../contract.ts';
import { connect, type SqliteFile } from './file.ts';
import { readTypes } from './reading.ts';
import { openSqliteEventStore } from './store.ts';

const folder = mkdtempSync(join(tmpdir(), 'reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

const types = new Set(['Wanted']);

/** The file, with something that happens before each statement of a reading. */
function interrupted(file: SqliteFile, happens: (before: 'words' | 'naming' | 'end') => void): SqliteFile {
  return {
    ...file,
    names: {
      ...file.names,
      bytesOf(name) {
        happens('words');
        return file.names.bytesOf(name);
      },
    },
    naming(count) {
      happens('naming');
      return file.naming(count);
    },
    upTo: {
      get(position: number) {
        happens('end');
        return file.upTo.get(position);
      },
    } as unknown as SqliteFile['upTo'],
  };
}

test.each(['words', 'naming', 'end'] as const)(
  'what another process appends before %s is looked at is given, now or with the next reading',
  async (moment) => {
    const path = join(folder, `${moment}.db`);
    const other = connect(path);
    const writing = other.file()!;
    const stream = sampleStream();
    let revision = -1;
    const write = (count: number) => {
      // The first of them are of a type that no event had before.
      const events = [...Array.from({ length: count }, () => sampleEvent({}, 'Wanted')), ...sampleEvents(1)];
      const bodies = events.map((event) => writing.packer.pack(event, [])!);
      writing.write([{ stream, expected: revision, bodies }]);
      revision += events.length;
      return events.filter(({ type }) => types.has(type)).map(({ id }) => id);
    };
    const store = await openSqliteEventStore({ path });
    const first = sampleEvents(3);
    await store.append(sampleStream(), -1, first);
    await store.close();
    const connection = connect(path);
    const wanted: string[] = [];
    let turns = 0;
    const file = interrupted(connection.file()!, (before) => {
      if (before === moment && turns++ < 2) wanted.push(...write(3));
    });
    const seen: string[] = [];
    let after = 0;
    for (let turn = 0; turn < 10; turn++) {
      const events = readTypes(file, after, 100, types);
      seen.push(...events.filter(({ type }) => types.has(type)).map(({ id }) => id));
      after = events.at(-1)?.position ?? after;
    }
    expect(wanted).toHaveLength(6);
    expect(seen).toEqual(wanted);
    connection.close();
    other.close();
  },
);
