import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  type CollectionSpec,
  type Commit,
  type Condition,
  FencedError,
  type Notice,
  type Query,
  type ReadStore,
  type StoredDocument,
  type Where,
} from '../../projections/ports/read-store.ts';

/** One store; `open` gives a handle of its own each time, as another process would have. */
export interface ReadStoreHarness {
  open(collections?: readonly CollectionSpec[], folds?: string): Promise<ReadStore>;
  dispose(): Promise<void>;
}

export interface Thing extends StoredDocument {
  readonly name: string;
  readonly status?: string | null;
  readonly queue?: string | null;
  readonly score?: number | null;
  readonly on?: boolean;
  readonly tags?: readonly string[];
  readonly extra?: unknown;
  readonly ref?: string | null;
  readonly kind?: string;
  readonly owner?: string | null;
}
export const things: CollectionSpec = {
  name: 'things',
  indexes: [
    ['status', '-score'],
    ['queue', '-score'],
    ['-score'],
    ['name'],
    ['extra.id'],
    ['on'],
    ['ref'],
    ['owner', '-score'],
  ],
  arrays: ['tags'],
  filters: ['kind'],
  sparse: ['ref'],
  references: ['owner'],
  search: { fields: ['name'] },
  reread: true,
};

/** Found by any part of a name and by numbers however they are written; their searches may be kept. */
export const people: CollectionSpec = {
  name: 'people',
  indexes: [['status', 'name'], ['-score']],
  arrays: ['tags'],
  search: { fields: ['name', 'kind'], numbers: ['ref', 'tags'], parts: true, by: ['status', 'name'] },
};

const newCompany = () => `co-${randomUUID()}`;
/** Positions of all tests of a file grow together: the store's guard compares them. */
let position = 0;
export const thing = (companyId: string, fields: Partial<Thing> = {}): Thing => ({
  id: randomUUID(),
  companyId,
  position: ++position,
  name: '',
  ...fields,
});
export const commitOf = (documents: readonly StoredDocument[], more: Partial<Commit> = {}): Commit => ({
  projector: 'main',
  fence: 1,
  position: ++position,
  logId: 'log',
  documents: documents.map((document) => ({ collection: 'things', document })),
  notices: [],
  ...more,
});
export const notice = (companyId: string, seq: number, moreFields: Partial<Notice> = {}): Notice => ({
  companyId,
  seq,
  channel: 'company-ticket',
  action: 'update',
  id: `n${seq}`,
  position: seq,
  document: { seq },
  ...moreFields,
});
const ids = (documents: readonly StoredDocument[]) => documents.map(({ id }) => id);

/** What every read store does. `make` prepares one store for the whole suite. */
export const readStoreContract = (name: string, make: () => Promise<ReadStoreHarness>): void => {
  describe(`${name} keeps the read store's contract:`, () => {
    let harness: ReadStoreHarness;
    let store: ReadStore;
    const put = (...documents: StoredDocument[]) => store.commit(commitOf(documents));
    const find = (companyId: string, query: Query) =>
      store.forCompany(companyId).find<Thing>('things', query);

    beforeAll(async () => {
      harness = await make();
      store = await harness.open();
    });
    afterAll(async () => {
      await store?.close();
      await harness?.dispose();
    });

    it('writes a document only over an older one, so that a redelivery changes nothing', async () => {
      const company = newCompany();
      const doc = thing(company, { name: 'first' });
      await put(doc);
      await put({ ...doc, name: 'again' } as Thing);
      await put({ ...doc, name: 'older', position: doc.position - 1 } as Thing);
      expect(await store.forCompany(company).get('things', doc.id)).toEqual(doc);
      const newer = { ...doc, name: 'newer', position: ++position };
      await put(newer);
      expect(await store.forCompany(company).get('things', doc.id)).toEqual(newer);
      expect(await find(company, { search: 'first' })).toEqual([]);
    });

    it('respects what stands there although the document was taken for new', async () => {
      const company = newCompany();
      const putAsNew = (document: Thing) =>
        store.commit(commitOf([], { documents: [{ collection: 'things', document, isNew: true }] }));
      const doc = thing(company, { name: 'first', tags: ['a'] });
      await putAsNew(doc);
      await putAsNew({ ...doc, name: 'older', tags: ['b'], position: doc.position - 1 } as Thing);
      expect(await store.forCompany(company).get('things', doc.id)).toEqual(doc);
      expect(await find(company, { where: { tags: 'b' } })).toEqual([]);
      expect(await find(company, { search: 'older' })).toEqual([]);
      const newer = { ...doc, name: 'newer', tags: ['c'], position: ++position } as Thing;
      await putAsNew(newer);
      expect(await find(company, { where: { tags: 'a' } })).toEqual([]);
      expect(await find(company, { where: { tags: 'c' }, search: 'newer' })).toEqual([newer]);
      expect(await find(company, { search: 'first' })).toEqual([]);
      const other = thing(company, { name: 'after it', tags: ['c'] });
      await putAsNew(other);
      expect(ids(await find(company, { search: 'after' }))).toEqual([other.id]);
    });

    it('keeps a tombstone, which no reader sees and no older write revives', async () => {
      const company = newCompany();
      const doc = thing(company, { name: 'gone', tags: ['a'] });
      await put(doc);
      const at = ++position;
      await put({ id: doc.id, companyId: company, position: at, deleted: true });
      await put({ ...doc, position: at - 1 } as Thing);
      const reader = store.forCompany(company);
      expect(await reader.get('things', doc.id)).toBeUndefined();
      expect(await reader.getMany('things', [doc.id])).toEqual([]);
      expect(await find(company, {})).toEqual([]);
      expect(await find(company, { search: 'gone' })).toEqual([]);
      expect(await find(company, { where: { tags: 'a' } })).toEqual([]);
      expect(await store.load('things', [doc.id, 'none'])).toEqual([
        { id: doc.id, companyId: company, position: at, deleted: true },
      ]);
      const back = { ...doc, position: ++position };
      await put(back);
      expect(await find(company, { where: { tags: 'a' }, search: 'gon' })).toEqual([back]);
    });

    it('deletes by field within one company, but nothing newer than the commit', async () => {
      const [one, otherCompany] = [newCompany(), newCompany()];
      const [a, b, c] = [
        thing(one, { queue: 'q' }),
        thing(one, { queue: 'r' }),
        thing(otherCompany, { queue: 'q' }),
      ];
      const newer = thing(one, { queue: 'q', position: position + 1_000 });
      await put(a, b, c, newer);
      await store.commit(
        commitOf([], {
          deleteBy: { collection: 'things', companyId: one, field: 'queue', value: 'q' },
        }),
      );
      expect(ids(await find(one, { sort: ['name'] })).sort()).toEqual([b.id, newer.id].sort());
      expect(await find(otherCompany, {})).toEqual([c]);
      position += 1_000;
    });

    it('shows no company the documents of another, by any way', async () => {
      const [one, otherCompany] = [newCompany(), newCompany()];
      const doc = thing(otherCompany, { name: 'Segredo', status: 's', tags: ['t'] });
      await put(doc);
      const reader = store.forCompany(one);
      expect(await reader.get('things', doc.id)).toBeUndefined();
      expect(await reader.getMany('things', [doc.id])).toEqual([]);
      const queries: Query[] = [
        {},
        { search: 'segredo' },
        { where: { status: 's' } },
        { where: { companyId: otherCompany } },
        { where: { tags: 't' } },
        { anyOf: [{ status: 's' }, { companyId: otherCompany }] },
      ];
      for (const query of queries) {
        expect(await reader.find('things', query)).toEqual([]);
        expect(await reader.count('things', query)).toBe(0);
      }
      expect(await reader.groupCount('things', 'tags', {})).toEqual(new Map());
      expect(await store.allCompanies().get('things', doc.id)).toEqual(doc);
      expect(await store.allCompanies().find('things', { where: { id: doc.id }, search: 'segr' })).toEqual([
        doc,
      ]);
    });

    it('finds words by their beginnings, in any order, whatever their accents and case', async () => {
      const company = newCompany();
      const doc = thing(company, { name: 'Padaria São João, 24h' });
      const otherThing = thing(company, { name: 'saolima' });
      await put(doc, otherThing);
      for (const search of ['sao', 'SÃO', 'joão são', 'pad joa', '24', '  são  ', 'sa\u0303o pada'])
        expect(ids(await find(company, { search })), search).toContain(doc.id);
      expect(await find(company, { search: 'sao padx' })).toEqual([]);
      expect(await find(company, { search: 'aria' })).toEqual([]);
      expect(await find(company, { search: '!?' })).toEqual([]);
      expect(await find(company, { search: ' ' })).toHaveLength(2);
      expect(await store.forCompany(company).count('things', { search: 'sao' })).toBe(2);
      await put({ ...doc, name: 'Mercado', position: ++position } as Thing);
      expect(ids(await find(company, { search: 'sao' }))).toEqual([otherThing.id]);
    });

    it('finds documents through others that a search finds, as looking at every document would', async () => {
      // Its own few numbers, so that a failure can be repeated.
      let seed = 7;
      const below = (limit: number) => {
        seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
        return (seed >> 8) % limit;
      };
      const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
      const words = ['Ana', 'Anabela', 'João', 'Nóbrega', 'Nobre', 'Siqueira', 'Íris'];
      const [company, stranger] = [newCompany(), newCompany()];
      const of = (companyId: string) => {
        const people = Array.from({ length: 15 }, () =>
          thing(companyId, { name: `${pick(words)} ${pick(words)} ${below(12)}` }),
        );
        const things = Array.from({ length: 70 }, (_, at) =>
          thing(companyId, {
            name: 'x',
            queue: below(20) === 0 ? null : pick(people).id,
            status: pick(['open', 'pending', 'closed']),
            score: at,
            tags: below(3) === 0 ? ['vip'] : [],
          }),
        );
        return [...people, ...things];
      };
      const documents = of(company);
      const theirs = of(stranger);
      // Some of them point at one another's: a company sees only what its own search finds.
      const astray = thing(company, { name: 'x', queue: theirs[0]!.id, status: 'open', score: 9_999 });
      documents.push(astray);
      await put(...documents, ...theirs);
      const gone = documents.splice(3, 2);
      await put(
        ...gone.map(({ id, companyId }) => ({
          id,
          companyId,
          position: ++position,
          deleted: true as const,
        })),
      );
      const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const reader = store.forCompany(company);
      for (let round = 0; round < 25; round++) {
        const search = pick([
          'ana',
          'anab',
          'joao',
          'nob',
          'nobreg',
          'siq an',
          'iris 1',
          'an nobre',
          '2',
          'zzz',
          '!',
        ]);
        const status = pick([undefined, 'open', 'closed']);
        const anyOf: Where[] | undefined =
          below(3) === 0 ? [{ tags: 'vip' }, { status: 'pending' }] : undefined;
        const asked = search.match(/[a-z0-9]+/g) ?? [];
        const named = new Set(
          documents
            .filter(({ name }) => {
              const has = fold(name).split(' ');
              return asked.length > 0 && asked.every((one) => has.some((word) => word.startsWith(one)));
            })
            .map(({ id }) => id),
        );
        const expectedThings = documents
          .filter((doc) => named.has(doc.queue ?? ''))
          .filter((doc) => status === undefined || doc.status === status)
          .filter((doc) => !anyOf || doc.status === 'pending' || doc.tags?.includes('vip'))
          .sort((a, b) => b.score! - a.score!);
        const [skip, limit] = [below(3) * 3, 1 + below(8)];
        const query: Query = {
          through: { field: 'queue', collection: 'things', search, limit: 300 },
          ...(status && { where: { status } }),
          ...(anyOf && { anyOf }),
        };
        const page = { ...query, sort: ['-score'], skip, limit };
        const shown = expectedThings.slice(skip, skip + limit);
        expect(await reader.find('things', page), JSON.stringify(page)).toEqual(shown);
        expect(await reader.ids('things', page)).toEqual(ids(shown));
        expect(await reader.count('things', query), JSON.stringify(query)).toBe(expectedThings.length);
      }
      const through = { field: 'queue', collection: 'things', search: 'ana', limit: 300 };
      const everywhere = await store.allCompanies().find<Thing>('things', { through, sort: ['-score'] });
      expect(everywhere.length).toBeGreaterThan(await reader.count('things', { through }));
      expect(ids(await reader.find('things', { through: { ...through, limit: 1 } })).length).toBeLessThan(
        await reader.count('things', { through }),
      );
      expect(await reader.count('things', { through: { ...through, search: ' ' } })).toBe(
        documents.filter(({ queue }) => documents.some(({ id }) => id === queue)).length,
      );
      await expect(reader.find('things', { through, search: 'x' })).rejects.toThrow('not both');
    }, 60_000);

    describe('people, found by parts of words and by numbers', () => {
      const person = (companyId: string, name: string, fields: Partial<Thing> = {}) =>
        thing(companyId, { name, status: null, ...fields });
      const putPeople = (documents: readonly StoredDocument[]) =>
        store.commit({
          ...commitOf([]),
          documents: documents.map((document) => ({ collection: 'people', document })),
        });
      const query = (search: string, more: Query = {}): Query => ({
        where: { status: null },
        sort: ['name'],
        search,
        ...more,
      });
      const names = async (companyId: string, search: string, more: Query = {}) =>
        (await store.forCompany(companyId).find<Thing>('people', query(search, more))).map(
          ({ name }) => name,
        );

      it('finds any part of a word from three letters on, and beginnings of one or two', async () => {
        const company = newCompany();
        await putPeople([
          person(company, 'Mariana Coutinho'),
          person(company, 'Ana Nóbrega'),
          person(company, 'Xabc Bcdx'),
          person(company, 'Li 李小龍'),
        ]);
        expect(await names(company, 'ari')).toEqual(['Mariana Coutinho']);
        expect(await names(company, 'ana')).toEqual(['Ana Nóbrega', 'Mariana Coutinho']);
        expect(await names(company, 'OBREG ana')).toEqual(['Ana Nóbrega']);
        expect(await names(company, 'tinho riana')).toEqual(['Mariana Coutinho']);
        expect(await names(company, 'an')).toEqual(['Ana Nóbrega']);
        expect(await names(company, 'n')).toEqual(['Ana Nóbrega']);
        expect(await names(company, 'li')).toEqual(['Li 李小龍']);
        expect(await names(company, '李小龍')).toEqual(['Li 李小龍']);
        // No part goes from one word into the next, nor is one put together from others.
        for (const nothing of ['abcd', 'anacou', 'marina', 'anaana', 'coutinhos', '!'])
          expect(await names(company, nothing), nothing).toEqual([]);
        expect(await names(company, 'xabc bcdx')).toEqual(['Xabc Bcdx']);
      });

      it('finds a number in every way people write it, by its end, and with or without the ninth digit', async () => {
        const company = newCompany();
        await putPeople([
          person(company, 'Helena', { ref: '5511955501001' }),
          person(company, 'Nove', { ref: '5511987654321' }),
          person(company, 'Oito', { ref: '552187651234' }),
          person(company, 'London', { ref: '442079460958', tags: ['12125550123', '77@lid'] }),
          person(company, 'Sala 12 30', { ref: null }),
        ]);
        for (const written of [
          '+55 11 95550-1001',
          '55 (11) 95550.1001',
          '5511955501001',
          '+5511955501001',
          '11 95550-1001',
          '(11)95550-1001',
          '011 95550-1001',
          '0055 11 95550 1001',
          '11955501001',
          '95550-1001',
          '955501001',
          '1001',
          '50-1001',
          'hel 1001',
          '11 95550-1001 Helena',
        ])
          expect(await names(company, written), written).toEqual(['Helena']);
        for (const written of ['+55 11 98765-4321', '+55 11 8765-4321', '8765 4321', '11 8765-4321', '4321'])
          expect(await names(company, written), written).toEqual(['Nove']);
        for (const written of ['21 8765-1234', '21 98765-1234', '+5521987651234', '1234'])
          expect(await names(company, written), written).toEqual(['Oito']);
        for (const written of ['+44 (0)20 7946 0958', '020 7946 0958', '+1 (212) 555-0123', '0958'])
          expect(await names(company, written), written).toEqual(['London']);
        expect(await names(company, '12 30')).toEqual(['Sala 12 30']);
        expect(await names(company, '+55 11 95550-1002')).toEqual([]);
        expect(await names(company, '10 0195')).toEqual([]);
      });

      it('gives the pages of a broad search in order, and never what was there before', async () => {
        const [company, other] = [newCompany(), newCompany()];
        const manyThings = Array.from({ length: 60 }, (_, at) =>
          person(company, `${String((at * 37) % 60).padStart(2, '0')} Silva`, { score: at }),
        );
        await putPeople([...manyThings, person(other, 'AA Silva')]);
        const sorted = manyThings.map(({ name }) => name).sort();
        const page = (skip: number) => names(company, 'ilv', { skip, limit: 25 });
        for (let round = 0; round < 2; round++) {
          expect([...(await page(0)), ...(await page(25)), ...(await page(50))]).toEqual(sorted);
          expect(await store.forCompany(company).count('people', query('ilv'))).toBe(60);
        }
        const elsewhere = await harness.open();
        expect(await elsewhere.forCompany(company).count('people', query('ilv'))).toBe(60);
        const first = manyThings.find(({ name }) => name.startsWith('00'))!;
        await putPeople([
          { ...first, name: '61 Souza', position: ++position } as Thing,
          person(company, '!! Silva'),
        ]);
        for (const at of [store, elsewhere]) {
          const reader = at.forCompany(company);
          expect(await reader.count('people', query('ilv'))).toBe(60);
          const [top] = await reader.find<Thing>('people', query('ilv', { limit: 25 }));
          expect(top?.name).toBe('!! Silva');
        }
        await putPeople([{ id: first.id, companyId: company, position: ++position, deleted: true }]);
        expect(await names(company, 'souza')).toEqual([]);
        expect(await names(other, 'silva')).toEqual(['AA Silva']);
        expect(await names(company, 'silva', { sort: ['-score'], limit: 1 })).toEqual([
          manyThings.at(-1)!.name,
        ]);
        await elsewhere.close();
      });

      it('finds through a search, and by a field of their own, each document once', async () => {
        const company = newCompany();
        const [ana, bia] = [person(company, 'Mariana'), person(company, 'Bia')];
        await putPeople([ana, bia]);
        const things = [
          thing(company, { name: '1', queue: ana.id, status: '2EAA', score: 3 }),
          thing(company, { name: '2', queue: bia.id, status: '2EAB', score: 2 }),
          thing(company, { name: '3', queue: bia.id, status: '2FAA', score: 1 }),
          thing(newCompany(), { name: '4', queue: bia.id, status: '2EAA' }),
        ];
        await put(...things);
        const reader = store.forCompany(company);
        const through = (search: string, from: string): Query => ({
          through: {
            ...{ field: 'queue', collection: 'people', search, limit: 300 },
            or: { status: { gte: from, lt: `${from}\uffff` } },
          },
          sort: ['-score'],
        });
        const found = async (asked: Query) =>
          (await reader.find<Thing>('things', asked)).map(({ name }) => name).join('');
        expect(await found(through('rian', '2E'))).toBe('12');
        expect(await found(through('nobody', '2FA'))).toBe('3');
        expect(await found(through('!', '2FA'))).toBe('3');
        expect(await found({ ...through('rian', '2'), where: { status: '2EAB' } })).toBe('2');
        const { sort: _, ...counted } = through('rian', '2E');
        expect(await reader.count('things', counted)).toBe(2);
      });
    });

    it('takes hostile texts as they are, in every place', async () => {
      const company = newCompany();
      const texts = [
        `'"; DROP TABLE things; --`,
        '$where {"$gt": ""}',
        'a.b.c',
        'nul \0 inside',
        '😀 \ud83d\ude00 é\u0301',
        '* OR NEAR( ^ : - + %_ \\',
        `x${'y'.repeat(1_000_000)}`,
        '__proto__',
      ];
      const documents = texts.map((text, at) =>
        thing(company, {
          id: `${text.slice(0, 40)}-${company}`,
          name: text,
          score: at,
          status: text.slice(0, 100),
          tags: [text.slice(0, 100)],
          extra: { $set: { 'a.b': text, $x: [text] } },
        }),
      );
      await put(...documents);
      expect(await find(company, { sort: ['score'] })).toEqual(documents);
      for (const doc of documents) {
        expect(await store.forCompany(company).get('things', doc.id)).toEqual(doc);
        expect(ids(await find(company, { where: { status: doc.status! } }))).toEqual([doc.id]);
        expect(ids(await find(company, { where: { tags: doc.tags![0]! } }))).toEqual([doc.id]);
        await expect(find(company, { search: doc.name })).resolves.toBeDefined();
      }
      expect(ids(await find(company, { search: 'xyyyy' }))).toEqual([documents[6]!.id]);
    });

    it('filters by equality, null, in, ranges of one type, booleans and nested fields', async () => {
      const company = newCompany();
      const a = thing(company, { name: 'a', score: 1, on: true, extra: { id: 'x' } });
      const b = thing(company, { name: 'b', score: 2, on: false, status: 'open' });
      const c = thing(company, { name: 'c', score: null, status: null });
      await put(a, b, c);
      const names = async (query: Query) =>
        (await find(company, { sort: ['name'], ...query })).map((doc) => doc.name).join('');
      expect(await names({ where: { status: null } })).toBe('ac');
      expect(await names({ where: { status: { in: ['open', null] } } })).toBe('abc');
      expect(await names({ where: { status: { in: [] } } })).toBe('');
      expect(await names({ where: { score: { gt: 1 } } })).toBe('b');
      expect(await names({ where: { score: { gte: 1, lt: 2 } } })).toBe('a');
      expect(await names({ where: { score: { lte: 5 } } })).toBe('ab');
      expect(await names({ where: { name: { gte: 'b' } } })).toBe('bc');
      expect(await names({ where: { on: true } })).toBe('a');
      expect(await names({ where: { on: false } })).toBe('b');
      expect(await names({ where: { 'extra.id': 'x' } })).toBe('a');
      expect(await names({ where: { score: { in: [2, 9] }, status: 'open' } })).toBe('b');
      expect(await names({ anyOf: [{ score: 1 }, { on: true }, { name: { in: ['a', 'c'] } }] })).toBe('ac');
      expect(await names({ anyOf: [] })).toBe('');
      await expect(find(company, { where: { unknown: 1 } })).rejects.toThrow(/index/);
    });

    it('finds UUIDs by ranges, in their order, as it does other texts', async () => {
      const company = newCompany();
      const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()].toSorted();
      await put(...[third, first, second].map((status) => thing(company, { status: status! })));
      const statuses = async (status: Condition, more: Query = {}) =>
        (await find(company, { where: { status }, sort: ['status'], ...more })).map((doc) => doc.status);
      expect(await statuses({ gt: '' })).toEqual([first, second, third]);
      expect(await statuses({ gt: '' }, { limit: 2 })).toEqual([first, second]);
      expect(await statuses({ gt: first! })).toEqual([second, third]);
      expect(await statuses({ gte: second!, lt: third! })).toEqual([second]);
      expect(await statuses({ lte: second! })).toEqual([first, second]);
    });

    it('finds ids behind another one, in their order, among those of a condition', async () => {
      const company = newCompany();
      const documents = [1, 1, 1].map((score) => thing(company, { score }));
      await put(...documents, thing(company, { score: 2 }));
      const [first, second, third] = ids(documents).toSorted();
      const behind = async (gt: string, more: Query = {}) =>
        ids(await find(company, { where: { score: 1, id: { gt } }, sort: ['id'], ...more }));
      expect(await behind('')).toEqual([first, second, third]);
      expect(await behind('', { limit: 2 })).toEqual([first, second]);
      expect(await behind(second!)).toEqual([third]);
      expect(await behind(third!)).toEqual([]);
    });

    it('keeps UUIDs apart from texts that look like them, finds sparse and unindexed fields, refuses unknown ones', async () => {
      const company = newCompany();
      const uuid = randomUUID();
      const likeness = [uuid, uuid.toUpperCase(), uuid.replaceAll('-', ''), `${uuid} `];
      const documents = likeness.map((ref, at) =>
        thing(company, { ref, status: ref, tags: [ref], kind: at % 2 ? 'odd' : 'even', name: `${at}` }),
      );
      await put(...documents, thing(company, { name: 'none' }));
      for (const doc of documents) {
        const ref = doc.ref!;
        expect(ids(await find(company, { where: { ref } }))).toEqual([doc.id]);
        expect(ids(await find(company, { where: { ref: { in: [ref, 'no'] }, kind: doc.kind! } }))).toEqual([
          doc.id,
        ]);
        expect(await find(company, { where: { ref, kind: 'neither' } })).toEqual([]);
        expect(ids(await find(company, { where: { tags: ref } }))).toEqual([doc.id]);
      }
      const counts = await store.forCompany(company).groupCount('things', 'status', {});
      expect(counts).toEqual(new Map([...likeness.map((ref) => [ref, 1] as const), [null, 1]]));
      await expect(find(company, { where: { ref: null } })).rejects.toThrow(/sparse/);
      await expect(find(company, { where: { ref: { in: [uuid, null] } } })).rejects.toThrow(/sparse/);
      const none = /things\.nothing is in no index/;
      await expect(find(company, { where: { nothing: 1 } })).rejects.toThrow(none);
      await expect(find(company, { anyOf: [{ nothing: 1 }] })).rejects.toThrow(none);
      await expect(find(company, { sort: ['-nothing'] })).rejects.toThrow(none);
      await expect(store.forCompany(company).groupCount('things', 'nothing', {})).rejects.toThrow(none);
    });

    it('finds by references as by any other text, after changes and deletions too, and compares none', async () => {
      const company = newCompany();
      const [ana, rui, eva, nobody] = [randomUUID(), randomUUID(), '"no UUID', randomUUID()];
      const documents = [ana, rui, ana, eva, null, undefined].map((owner, score) =>
        thing(company, { score, name: `${score}`, ...(owner !== undefined && { owner }) }),
      );
      const others = thing(newCompany(), { owner: ana });
      await put(...documents, others);
      const names = async (query: Query) =>
        (await find(company, { sort: ['-score'], ...query })).map(({ name }) => name);
      const owned = (owner: Condition) => names({ where: { owner } });
      expect(await owned(ana)).toEqual(['2', '0']);
      expect(await owned(eva)).toEqual(['3']);
      expect(await owned(null)).toEqual(['5', '4']);
      expect(await owned(nobody)).toEqual([]);
      // A number that is no text is no owner's.
      expect(await owned({ in: [1, 2, 3, true] })).toEqual([]);
      expect((await find(company, { where: { owner: eva } }))[0]).toEqual(documents[3]);
      expect(await owned({ in: [rui, nobody, null] })).toEqual(['5', '4', '1']);
      expect(await names({ anyOf: [{ owner: ana }, { score: 1 }] })).toEqual(['2', '1', '0']);
      expect((await find(company, { where: { owner: ana }, sort: ['-score'] }))[0]).toEqual(documents[2]);
      const reader = store.forCompany(company);
      expect(await reader.count('things', { where: { owner: ana } })).toBe(2);
      const counts = new Map<string | null, number>([
        [ana, 2],
        [rui, 1],
        [eva, 1],
        [null, 2],
      ]);
      expect(await reader.groupCount('things', 'owner', {})).toEqual(counts);
      const moved = { ...documents[0]!, owner: nobody, position: ++position };
      await put(moved);
      expect([await owned(ana), await owned(nobody)]).toEqual([['2'], ['0']]);
      const deleteBy = { collection: 'things', companyId: company, field: 'owner', value: ana };
      await store.commit(commitOf([], { deleteBy }));
      expect([await owned(ana), await owned(nobody)]).toEqual([[], ['0']]);
      expect(await store.forCompany(others.companyId).get('things', others.id)).toEqual(others);
      const comparing = /things\.owner is a reference/;
      await expect(find(company, { where: { owner: { gte: ana } } })).rejects.toThrow(comparing);
      await expect(find(company, { anyOf: [{ owner: { lt: ana } }] })).rejects.toThrow(comparing);
      await expect(find(company, { sort: ['owner'] })).rejects.toThrow(comparing);
    });

    it('gives the same pages whatever is inserted above them, ties in one order for all of them', async () => {
      const company = newCompany();
      const documents = Array.from({ length: 25 }, (_, at) =>
        thing(company, { score: Math.floor(at / 5), status: at % 2 === 0 ? 'open' : 'pending' }),
      );
      await put(...documents);
      const expectedIds = ids(await find(company, { sort: ['-score'] }));
      const scores = new Map(documents.map((doc) => [doc.id, doc.score!]));
      expect(expectedIds.map((id) => scores.get(id))).toEqual(documents.map((doc) => doc.score).toReversed());
      expect(new Set(expectedIds).size).toBe(25);
      const filters: Where[] = [{}, { status: { in: ['open', 'pending', 'none'] } }];
      for (const where of filters) {
        const pages: string[] = [];
        for (let skip = 0; skip < 30; skip += 7)
          pages.push(...ids(await find(company, { where, sort: ['-score'], skip, limit: 7 })));
        expect(pages).toEqual(expectedIds);
        const bare = await store.forCompany(company).ids('things', { where, sort: ['-score'], limit: 30 });
        expect(bare).toEqual(expectedIds);
      }
      const last = await find(company, { sort: ['-score'], limit: 10 });
      await put(...Array.from({ length: 5 }, () => thing(company, { score: 9 })));
      const below = await find(company, { where: { score: { lte: 4 } }, sort: ['-score'], limit: 10 });
      expect(ids(below)).toEqual(ids(last));
      expect(ids(await find(company, { sort: ['-score'], skip: 5, limit: 10 }))).toEqual(ids(last));
    });

    it('gives a document once that several alternatives describe', async () => {
      const company = newCompany();
      const both = thing(company, { queue: 'q', status: 'open', tags: ['a', 'b'], score: 1 });
      await put(both);
      const anyOf: Where[] = [
        { queue: { in: ['q', null] } },
        { status: 'open' },
        { tags: { in: ['a', 'b'] } },
      ];
      expect(await find(company, { anyOf, sort: ['-score'] })).toEqual([both]);
      expect(await find(company, { anyOf })).toEqual([both]);
      expect(await store.forCompany(company).count('things', { anyOf })).toBe(1);
      expect(await store.forCompany(company).groupCount('things', 'queue', { anyOf })).toEqual(
        new Map([['q', 1]]),
      );
    });

    it('counts by value, null and each element included', async () => {
      const company = newCompany();
      await put(
        thing(company, { queue: 'a', tags: ['x', 'y'] }),
        thing(company, { queue: 'a', tags: ['x'] }),
        thing(company, { queue: null }),
      );
      const reader = store.forCompany(company);
      expect(await reader.groupCount('things', 'queue', {})).toEqual(
        new Map<string | null, number>([
          ['a', 2],
          [null, 1],
        ]),
      );
      expect(await reader.groupCount('things', 'tags', { where: { queue: 'a' } })).toEqual(
        new Map([
          ['x', 2],
          ['y', 1],
        ]),
      );
      expect(await reader.count('things', { where: { tags: 'x', queue: 'a' } })).toBe(2);
    });

    it('numbers notices without gaps, takes a repeated commit as done and refuses another in its place', async () => {
      const company = newCompany();
      const commit = commitOf([], { notices: [notice(company, 1), notice(company, 2)] });
      await store.commit(commit);
      await store.commit(commit);
      expect((await store.heads()).get(company)).toBe(2);
      const { notices, truncated } = await store.changes(company, 0, 10);
      expect(notices).toEqual(commit.notices);
      expect(truncated).toBe(false);
      expect((await store.changes(company, 1, 10)).notices).toEqual([commit.notices[1]]);
      expect((await store.changes(company, 0, 1)).notices).toEqual([commit.notices[0]]);
      const doc = thing(company);
      await expect(
        store.commit(commitOf([doc], { notices: [notice(company, 2, { action: 'delete' })] })),
      ).rejects.toBeInstanceOf(FencedError);
      expect((await store.changes(company, 0, 10)).notices).toEqual(commit.notices);
      await store.commit(commitOf([], { notices: [notice(company, 3)] }));
      expect((await store.heads()).get(company)).toBe(3);
    });

    it('says when notices are no longer kept, and tells a cursor of another store by its being ahead', async () => {
      const company = newCompany();
      await store.commit(
        commitOf([], { notices: Array.from({ length: 10 }, (_, at) => notice(company, at + 1)) }),
      );
      await store.trimNotices(0, 'another company');
      await store.trimNotices(3);
      expect((await store.heads()).get(company)).toBe(10);
      expect(await store.changes(company, 7, 10)).toMatchObject({
        truncated: false,
        notices: [{ seq: 8 }, { seq: 9 }, { seq: 10 }],
      });
      expect((await store.changes(company, 6, 10)).truncated).toBe(true);
      expect(await store.changes(company, 10, 10)).toEqual({ notices: [], truncated: false });
      await store.commit(commitOf([], { notices: [notice(company, 11)] }));
      expect((await store.heads()).get(company)).toBe(11);
      await store.trimNotices(0, company);
      expect((await store.changes(company, 10, 10)).truncated).toBe(true);
      expect((await store.changes(company, 11, 10)).truncated).toBe(false);
      expect((await store.heads()).get(company)).toBe(11);
    });

    it('tails every company in the order of commits, from another handle too', async () => {
      const otherStore = await harness.open();
      const [one, two] = [newCompany(), newCompany()];
      const { cursor } = await otherStore.tail(0, 10);
      expect(cursor).toBeGreaterThan(0);
      await store.commit(commitOf([], { notices: [notice(one, 1), notice(two, 1)] }));
      await store.commit(commitOf([], { notices: [notice(one, 2)] }));
      const first = await otherStore.tail(cursor, 2);
      expect(first.notices).toEqual([notice(one, 1), notice(two, 1)]);
      const next = await otherStore.tail(first.cursor, 2);
      expect(next.notices).toEqual([notice(one, 2)]);
      expect(await otherStore.tail(next.cursor, 2)).toEqual({ notices: [], cursor: next.cursor });
      await otherStore.close();
    });

    it('keeps a checkpoint for each projector and refuses one that has lost its lease', async () => {
      const projector = randomUUID();
      const company = newCompany();
      const doc = thing(company);
      expect(await store.checkpoint(projector)).toBeUndefined();
      await store.commit(commitOf([], { projector, fence: 5, position: 40, logId: 'l' }));
      expect(await store.checkpoint(projector)).toEqual({ position: 40, logId: 'l' });
      await expect(
        store.commit(commitOf([doc], { projector, fence: 4, position: 41, notices: [notice(company, 1)] })),
      ).rejects.toBeInstanceOf(FencedError);
      expect(await store.checkpoint(projector)).toEqual({ position: 40, logId: 'l' });
      expect(await find(company, {})).toEqual([]);
      expect((await store.heads()).has(company)).toBe(false);
      await store.commit(commitOf([], { projector, fence: 6, position: 42, logId: 'l' }));
    });

    it('takes a commit only where its projector left the checkpoint, so that none can fill read models put in its place', async () => {
      const projector = `p-${randomUUID()}`;
      const company = newCompany();
      const commit = (at: number, after: number, more: Partial<Commit> = {}) =>
        store.commit(commitOf([], { projector, position: at, after, ...more }));
      await expect(commit(10, 9)).rejects.toBeInstanceOf(FencedError);
      expect(await store.checkpoint(projector)).toBeUndefined();
      await commit(10, 0);
      await commit(11, 10);
      const documents = [{ collection: 'things', document: thing(company) }];
      const notices = [notice(company, 1)];
      for (const elsewhere of [0, 10, 12])
        await expect(commit(20, elsewhere, { documents, notices })).rejects.toBeInstanceOf(FencedError);
      expect(await find(company, {})).toEqual([]);
      expect((await store.changes(company, 0, 10)).notices).toEqual([]);
      expect(await store.checkpoint(projector)).toMatchObject({ position: 11 });
      const empty = await store.newGeneration();
      await empty.activate();
      await expect(commit(20, 11, { documents })).rejects.toBeInstanceOf(FencedError);
      expect(await find(company, {})).toEqual([]);
      await commit(20, 0, { documents });
      expect(await find(company, {})).toHaveLength(1);
    });

    it('keeps each version of the read models by itself, whoever starts, restarts or rebuilds beside it', async () => {
      const company = newCompany();
      const doc = thing(company, { name: 'Ana' });
      const of = (reader: ReadStore) => reader.forCompany(company).find<Thing>('things', {});
      const at = (await store.checkpoint('main'))?.position;
      await put(doc);
      const changed = [{ ...things, indexes: [...things.indexes, ['status', 'name']] }];
      const folds = await harness.open(undefined, 'folds-2');
      const indexes = await harness.open(changed);
      expect(new Set([store.version, folds.version, indexes.version]).size).toBe(3);
      for (const newer of [folds, indexes]) {
        expect(await of(newer)).toEqual([]);
        expect(await newer.checkpoint('main')).toBeUndefined();
        await newer.commit(commitOf([{ ...doc, name: 'Bia' } as Thing], { fence: 9 }));
        const built = await newer.newGeneration();
        await built.commit(commitOf([{ ...doc, name: 'Cris' } as Thing], { fence: 0 }));
        await built.activate();
        expect((await of(newer))[0]?.name).toBe('Cris');
      }
      // The old one goes on with its own fence, checkpoint and generation, and one that restarts finds them.
      await put(thing(company, { name: 'Dora' }));
      const again = await harness.open();
      expect((await of(again)).map(({ name }) => name).sort()).toEqual(['Ana', 'Dora']);
      expect((await again.checkpoint('main'))?.position).toBeGreaterThan(at ?? 0);
      expect((await of(folds))[0]?.name).toBe('Cris');
      // What somebody has open stays, and goes only when nobody has had it open for so long.
      expect(await again.sweepVersions(60_000)).toEqual([]);
      await folds.close();
      await indexes.close();
      await expect
        .poll(async () => [...(await again.sweepVersions(1_500))])
        .toEqual(expect.arrayContaining([folds.version]));
      const back = await harness.open(undefined, 'folds-2');
      expect(await of(back)).toEqual([]);
      expect(await of(store)).toHaveLength(2);
      await back.close();
      await again.close();
    });

    it('tells listeners of this handle, even beside one that throws', async () => {
      const company = newCompany();
      const told = vi.fn();
      const ends = [
        store.onCommit(() => {
          throw new Error('mine');
        }),
        store.onCommit(told),
      ];
      const commit = commitOf([], { notices: [notice(company, 1)] });
      await store.commit(commit);
      for (const end of ends) end();
      await store.commit(commitOf([]));
      expect(told.mock.calls).toEqual([[commit.notices, commit.position]]);
    });

    it('builds a generation beside the live one and switches every handle to it', async () => {
      const otherStore = await harness.open();
      const company = newCompany();
      const reader = otherStore.forCompany(company);
      const old = thing(company, { name: 'old' });
      await store.commit(commitOf([old], { notices: [notice(company, 1)] }));
      const before = await store.generation();
      const { cursor } = await store.tail(0, 1);
      const built = await store.newGeneration();
      const fresh = thing(company, { name: 'fresh' });
      await built.commit(commitOf([fresh], { fence: 0, position: 7 }));
      expect(await reader.find('things', {})).toEqual([old]);
      expect(await store.generation()).toBe(before);
      await built.activate();
      expect(await store.generation()).not.toBe(before);
      expect(await otherStore.generation()).toBe(await store.generation());
      await vi.waitFor(async () => expect(await reader.find('things', {})).toEqual([fresh]));
      expect(await store.checkpoint('main')).toEqual({ position: 7, logId: 'log' });
      // Neither numbers nor cursors nor fences go back.
      expect((await store.heads()).get(company)).toBe(1);
      expect((await store.changes(company, 0, 10)).truncated).toBe(true);
      await expect(store.commit(commitOf([], { fence: 0 }))).rejects.toBeInstanceOf(FencedError);
      await store.commit(commitOf([], { notices: [notice(company, 2)] }));
      expect((await store.tail(cursor, 10)).notices).toEqual([notice(company, 2)]);
      await otherStore.close();
    });

    it('searches a generation that is being built, and deletes from it, before and after its indexes are made', async () => {
      const company = newCompany();
      const builtGeneration = await store.newGeneration();
      const write = (documents: readonly StoredDocument[], deleted?: string) =>
        builtGeneration.commit(
          commitOf(documents, {
            fence: 0,
            ...(deleted && {
              deleteBy: { collection: 'things', companyId: company, field: 'queue', value: deleted },
            }),
          }),
        );
      const names = async () =>
        (await builtGeneration.forCompany(company).find<Thing>('things', { sort: ['name'] })).map(
          ({ name }) => name,
        );
      await write(['q0', 'q1', 'q2'].map((queue) => thing(company, { queue, name: queue })));
      await write([], 'q0');
      expect(await names()).toEqual(['q1', 'q2']);
      await builtGeneration.index();
      await write([thing(company, { queue: 'q3', name: 'q3' })], 'q1');
      expect(await names()).toEqual(['q2', 'q3']);
      await builtGeneration.activate();
      await vi.waitFor(async () =>
        expect(
          (await find(company, { where: { queue: { in: ['q2', 'q3'] } }, sort: ['name'] })).map(
            ({ name }) => name,
          ),
        ).toEqual(['q2', 'q3']),
      );
    });

    it('leaves the live generation alone when a build is given up', async () => {
      const company = newCompany();
      const doc = thing(company);
      await put(doc);
      const built = await store.newGeneration();
      await built.commit(commitOf([thing(company)], { fence: 0 }));
      await built.discard();
      expect(await find(company, {})).toEqual([doc]);
    });
  });
};
