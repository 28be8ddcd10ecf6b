import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isFound } from '../../../domain/text/search.ts';
import { collections } from '../../../projections/index.ts';
import {
  type Audience,
  FencedError,
  type StoredDocument,
  type Where,
} from '../../../projections/ports/read-store.ts';
import { commitOf, notice, people, readStoreContract, type Thing, thing, things } from '../contract.ts';
import { openDatabase } from './database.ts';
import { findStatement } from './query.ts';
import { createIndexes, createSchema, tableOf } from './schema.ts';
import { openSqliteReadStore } from './store.ts';
import { findThrough } from './through.ts';

const newFolder = () => mkdtempSync(join(tmpdir(), 'read-store-'));

readStoreContract('SQLite', async () => {
  const path = newFolder();
  return {
    open: (specs = [things, people], folds) =>
      openSqliteReadStore({ path, collections: specs, ...(folds && { folds }) }),
    dispose: async () => rmSync(path, { recursive: true }),
  };
});

describe('SQLite read store', () => {
  let path: string;
  beforeEach(() => {
    path = newFolder();
  });
  afterEach(() => rmSync(path, { recursive: true }));

  it('sweeps what a program before versions left there, when nobody has used it for so long', async () => {
    for (const name of ['current', 'g1.sqlite', 'g1.sqlite-wal']) writeFileSync(join(path, name), 'g1');
    const store = await openSqliteReadStore({ path, collections: [things] });
    expect(await store.sweepVersions(60_000)).toEqual([]);
    expect(readdirSync(path)).toContain('g1.sqlite');
    const longAgo = new Date(Date.now() - 3_600_000);
    for (const name of ['current', 'g1.sqlite', 'g1.sqlite-wal'])
      utimesSync(join(path, name), longAgo, longAgo);
    expect(await store.sweepVersions(60_000)).toEqual(['older']);
    expect(readdirSync(path)).toEqual([store.version]);
    await store.close();
  });

  it('gives the number of a company whose first commit failed to another, and none sees the other’s', async () => {
    const store = await openSqliteReadStore({ path, collections: [things, people] });
    await store.commit(commitOf([], { notices: [notice('first', 1)] }));
    const somebody = (company: string) => ({
      collection: 'people',
      document: thing(company, { name: 'Ana' }),
    });
    const failing = {
      documents: [somebody('lost'), somebody('lost')],
      notices: [notice('first', 1, { id: 'x' })],
    };
    await expect(store.commit(commitOf([], failing))).rejects.toBeInstanceOf(FencedError);
    await store.commit(commitOf([], { documents: [somebody('next')] }));
    const names = async (company: string, query: object) =>
      (await store.forCompany(company).find<Thing>('people', query)).map((one) => [one.companyId, one.name]);
    for (const query of [{}, { search: 'ana' }, { where: { companyId: 'next' } }]) {
      expect(await names('next', query)).toEqual([['next', 'Ana']]);
      expect(await names('lost', query)).toEqual([]);
      expect(await names('never', query)).toEqual([]);
    }
    await store.commit(commitOf([], { documents: [somebody('lost')] }));
    expect(await names('lost', {})).toEqual([['lost', 'Ana']]);
    expect(await store.allCompanies().count('people', {})).toBe(2);
    await store.close();
  });

  it('gives the number of a reference whose first commit failed to another', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    await store.commit(commitOf([], { notices: [notice('c', 1)] }));
    const owned = (owner: string) => ({ collection: 'things', document: thing('c', { owner }) });
    const failing = { documents: [owned('lost')], notices: [notice('c', 1, { id: 'x' })] };
    await expect(store.commit(commitOf([], failing))).rejects.toBeInstanceOf(FencedError);
    await store.commit(commitOf([], { documents: [owned('next')] }));
    const owners = async (owner: string) =>
      (await store.forCompany('c').find<Thing>('things', { where: { owner } })).map((one) => one.owner);
    expect([await owners('lost'), await owners('next')]).toEqual([[], ['next']]);
    await store.commit(commitOf([], { documents: [owned('lost')] }));
    expect([await owners('lost'), await owners('next')]).toEqual([['lost'], ['next']]);
    await store.close();
  });

  it('keeps apart references of half a letter, which SQLite would make one', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    const owners = ['half \ud83d', 'half \ud83e', 'half \ufffd', '"half \ud83d'];
    await store.commit(commitOf(owners.map((owner) => thing('c', { owner }))));
    const reader = store.forCompany('c');
    for (const owner of owners)
      expect((await reader.find<Thing>('things', { where: { owner } })).map((one) => one.owner)).toEqual([
        owner,
      ]);
    expect(await reader.groupCount('things', 'owner', {})).toEqual(
      new Map(owners.map((owner) => [owner, 1])),
    );
    await store.close();
  });

  it('keeps an id that many documents name once', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    const folder = join(path, store.version);
    const size = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    await store.commit(commitOf([thing('c')]));
    const owner = 'a text of some length that is named often '.repeat(20);
    const before = size();
    await store.commit(commitOf(Array.from({ length: 200 }, () => thing('c', { owner }))));
    expect(size() - before).toBeLessThan(200 * owner.length);
    await store.close();
  });

  it('goes on, with read models to rebuild, when its version was swept away under it', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    await store.commit(commitOf([thing('c1')]));
    rmSync(join(path, store.version), { recursive: true });
    expect(await store.checkpoint('main')).toBeUndefined();
    await expect(store.commit(commitOf([], { after: 7 }))).rejects.toBeInstanceOf(FencedError);
    await store.commit(commitOf([thing('c1')], { after: 0 }));
    expect(await store.forCompany('c1').count('things', {})).toBe(1);
    await store.close();
  });

  const lost: [string, (folder: string, file: string) => void][] = [
    ['a file that is gone', (_, file) => rmSync(file)],
    ['a file that lost its bytes', (_, file) => writeFileSync(file, '')],
    ['a pointer that lost its bytes', (folder) => writeFileSync(join(folder, 'current'), '')],
    ['a pointer to nowhere', (folder) => writeFileSync(join(folder, 'current'), '../\0/'.repeat(2_000))],
  ];
  it.each(lost)('builds anew in the place of %s', async (_, lose) => {
    const before = await openSqliteReadStore({ path, collections: [things] });
    await before.commit(commitOf([thing('c1')]));
    const generation = await before.generation();
    await before.close();
    const folder = join(path, before.version);
    lose(folder, join(folder, `${generation}.sqlite`));
    const after = await openSqliteReadStore({ path, collections: [things] });
    expect(await after.checkpoint('main')).toBeUndefined();
    await after.commit(commitOf([thing('c1')], { after: 0 }));
    expect(await after.forCompany('c1').count('things', {})).toBe(1);
    await after.close();
  });

  it('replaces a damaged file by an empty one that is built anew, and readers ahead of it come back', async () => {
    const before = await openSqliteReadStore({ path, collections: [things] });
    await before.commit(commitOf([thing('c1')]));
    const generation = await before.generation();
    await before.close();
    const name = join(path, before.version, `${generation}.sqlite`);
    for (const end of ['-wal', '-shm']) rmSync(`${name}${end}`, { force: true });
    writeFileSync(name, 'no database at all, but long enough to be taken for one '.repeat(200));
    const after = await openSqliteReadStore({ path, collections: [things] });
    expect(await after.generation()).not.toBe(generation);
    expect(await after.checkpoint('main')).toBeUndefined();
    expect((await after.tail(5_000, 10)).cursor).toBeLessThan(5_000);
    await after.close();
  });

  it('gives memory back between two questions, and goes on', async () => {
    const store = await openSqliteReadStore({ path, collections: [{ ...things, reread: true }] });
    await store.commit(commitOf([thing('c1')]));
    const first = async () => (await store.forCompany('c1').find('things', { limit: 1 }))[0];
    const before = await first();
    expect(await first()).toBe(before);
    store.giveBack!();
    const after = await first();
    expect(after).toEqual(before);
    expect(after).not.toBe(before);
    const { position } = (await store.checkpoint('main'))!;
    await store.commit(commitOf([thing('c1')], { after: position }));
    expect(await store.forCompany('c1').count('things', {})).toBe(2);
    await store.close();
  });

  it('keeps all of a commit or nothing when it breaks off', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    const doc = thing('c1');
    const broken = {
      ...commitOf([doc]),
      documents: [
        { collection: 'things', document: doc },
        { collection: 'none', document: doc },
      ],
    };
    await expect(store.commit(broken)).rejects.toThrow('unknown collection');
    expect(await store.forCompany('c1').find('things', {})).toEqual([]);
    await store.commit(commitOf([doc]));
    expect(await store.forCompany('c1').find('things', {})).toEqual([doc]);
    await store.close();
  });

  it('keeps each notice as JSON would print it, whether its document was written with it or not', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    const document = thing('c1', { name: 'a "quoted" name' });
    const before = { owner: null, shared: true, any: 'tickets:all' } as unknown as Audience;
    const notices = [
      notice('c1', 1, { document }),
      notice('c1', 2, { document, room: 'r', before, after: null }),
      notice('c1', 3, { document: { ...document } }),
      notice('c1', 4, { action: 'delete', document: undefined, before }),
    ];
    await store.commit(commitOf([document], { notices }));
    const generation = readdirSync(join(path, store.version)).find((name) => name.endsWith('.sqlite'))!;
    await store.close();
    const database = openDatabase(join(path, store.version, generation), []);
    expect(database.all('SELECT notice FROM notices ORDER BY seq').map(([json]) => json)).toEqual(
      notices.map((one) => JSON.stringify(one)),
    );
    database.close();
  });

  it('makes the indexes of a building generation again when the commit that needed them fails', async () => {
    const store = await openSqliteReadStore({ path, collections: [things] });
    const built = await store.newGeneration();
    const [kept, gone] = [thing('c1', { queue: 'kept' }), thing('c1', { queue: 'gone' })];
    await built.commit(commitOf([kept, gone], { fence: 0, notices: [notice('c1', 1)] }));
    const deleteBy = { collection: 'things', companyId: 'c1', field: 'queue', value: 'gone' };
    // Another's notice of that number: refused after the documents were looked for.
    const refused = commitOf([], { fence: 0, deleteBy, notices: [notice('c1', 1, { id: 'another' })] });
    await expect(built.commit(refused)).rejects.toBeInstanceOf(FencedError);
    await built.commit(commitOf([], { fence: 0, deleteBy }));
    await built.activate();
    expect(await store.forCompany('c1').find('things', { where: { queue: 'kept' } })).toEqual([kept]);
    expect(await store.forCompany('c1').find('things', { where: { queue: 'gone' } })).toEqual([]);
    await store.close();
  });

  it('gives the pages of broad searches as sorting every match would, whatever is renamed and deleted', async () => {
    const store = await openSqliteReadStore({ path, collections: [things, people] });
    let seed = 11;
    const below = (limit: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (seed >> 8) % limit;
    };
    const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
    // Some share their first eight letters with a thousand others, some begin with what stands in no alphabet.
    const first = [
      'maria da',
      'maria',
      'mariana',
      'yara',
      'cliente',
      'cliente ',
      '9',
      '!a',
      ' b',
      'ñu',
      '李',
      '',
    ];
    const nameOf = () => `${pick(first)} ${pick(['silva', 'souza', 'sá'])} ${below(3_000)}`;
    let at = 0;
    const person = (more: Partial<Thing> = {}) => ({
      ...thing('c1', { name: nameOf(), status: below(9) === 0 ? 'gone' : null, score: below(50) }),
      position: ++at,
      ...more,
    });
    const write = (documents: readonly StoredDocument[]) =>
      store.commit({
        ...commitOf([], { position: ++at }),
        documents: documents.map((document) => ({ collection: 'people', document })),
      });
    const all = new Map(Array.from({ length: 6_000 }, () => person()).map((one) => [one.id, one]));
    await write([...all.values(), person({ companyId: 'c2', name: 'maria silva' })]);
    for (const { id } of [...all.values()].filter(() => below(6) === 0)) {
      if (below(3) === 0) {
        await write([{ id, companyId: 'c1', position: ++at, deleted: true }]);
        all.delete(id);
      } else {
        const renamed = { ...all.get(id)!, name: nameOf(), position: ++at };
        await write([renamed]);
        all.set(id, renamed);
      }
    }
    const reader = store.forCompany('c1');
    for (const search of [
      'silv',
      'maria',
      'aria da',
      'yar',
      'cliente',
      'ouza 1',
      's',
      'arian',
      'silva ñu',
      '李',
    ])
      for (const where of [{ status: null }, { status: 'gone' }, {}] as Where[]) {
        const query = { search, where };
        const matching = [...all.values()].filter(
          ({ name, status }) =>
            isFound([name], search, { parts: true, numbers: true }) &&
            (where.status === undefined || status === where.status),
        );
        expect(await reader.count('people', query), search).toBe(matching.length);
        for (const sort of ['name', '-name', '-score'] as const) {
          const key = sort.endsWith('name') ? 'name' : 'score';
          const values = matching
            .map((one) => one[key]!)
            .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0) * (sort.startsWith('-') ? -1 : 1));
          for (const skip of [0, 20, 500]) {
            const page = await reader.find<Thing>('people', { ...query, sort: [sort], skip, limit: 21 });
            expect(
              page.map((one) => one[key]),
              `${search} ${sort}`,
            ).toEqual(values.slice(skip, skip + 21));
          }
        }
        const pages: string[] = [];
        for (let skip = 0; skip < 200; skip += 50)
          pages.push(...(await reader.ids('people', { ...query, sort: ['name'], skip, limit: 50 })));
        expect(new Set(pages).size).toBe(Math.min(200, matching.length));
      }
    await store.close();
  }, 60_000);

  it('serves the lists of the workspace from indexes, without sorting', () => {
    const database = openDatabase(':memory:', []);
    const tables = new Map(collections.map((spec) => [spec.name, tableOf(spec)]));
    createSchema(database, [...tables.values()]);
    for (const table of tables.values()) createIndexes(database, table);
    const plan = (collection: string, query: Parameters<typeof findStatement>[3]) => {
      const scope = { company: 1, codes: () => ['0001'] };
      const { sql, params } = findStatement(database, tables.get(collection)!, scope, query, 'documents')!;
      return database.all(`EXPLAIN QUERY PLAN ${sql}`, params).map((row) => String(row[3]));
    };
    for (const [collection, query] of [
      ['messages', { where: { ticketId: 't' }, sort: ['-order'], limit: 20 }],
      ['tickets', { where: { status: 'open' }, sort: ['-updatedAt'], limit: 40 }],
      ['tickets', { where: { status: 'open', userId: 'u' }, sort: ['-updatedAt'], limit: 40 }],
      ['tickets', { where: { status: 'open', queueId: 'q' }, sort: ['-updatedAt'], limit: 40 }],
      ['contacts', { where: { deletedAt: null }, sort: ['sortName'], limit: 20 }],
    ] as const) {
      const lines = plan(collection, query);
      expect(lines.join('\n')).toMatch(/USING COVERING INDEX/);
      expect(lines.join('\n')).not.toMatch(/USE TEMP B-TREE|SCAN c\b/);
    }
    for (const [collection, where] of [
      ['messages', { connectionId: 'w', externalId: 'x' }],
      ['messages', { 'media.id': 'x' }],
      ['tickets', { contactId: 'c' }],
      ['contacts', { number: '55' }],
    ] as const)
      expect(plan(collection, { where }).join('\n')).toMatch(/USING (COVERING )?INDEX/);
    // Of all companies one, by its rows alone.
    const everybody = { company: undefined, codes: () => ['0001'] };
    const ofOne = { where: { companyId: 'c1', status: 'open' }, sort: ['-updatedAt'], limit: 40 };
    const one = findStatement(database, tables.get('tickets')!, everybody, ofOne, 'documents')!;
    const steps = database.all(`EXPLAIN QUERY PLAN ${one.sql}`, one.params).map((row) => String(row[3]));
    expect(steps.join('\n')).toMatch(/USING COVERING INDEX i_tickets_\d \(company=\?/);
    expect(steps.join('\n')).not.toMatch(/USE TEMP B-TREE/);
    // The contacts found, then each one's tickets newest first: never every ticket of a status.
    const table = (name: string) => tables.get(name)!;
    const { sql, params } = findThrough(
      table('tickets'),
      table('contacts'),
      { company: 1, codes: () => ['0001'] },
      {
        through: { field: 'contactId', collection: 'contacts', search: 'ana', limit: 300 },
        where: { status: 'open', userId: 'u' },
        sort: ['-updatedAt'],
        limit: 41,
      },
      'documents',
    )!;
    const lines = database.all(`EXPLAIN QUERY PLAN ${sql}`, params).map((row) => String(row[3]));
    expect(lines.join('\n')).toMatch(/c USING INDEX i_tickets_\d \(company=\? AND f_contactId=\?/);
    database.close();
  });
});
