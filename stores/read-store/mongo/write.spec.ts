import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import type { Row } from './fields.ts';
import { writeNewer } from './write.ts';

const row = (id: string, position: number): Row => ({
  ...{ _id: id, company: 'c1', position, deleted: false, doc: `${id} at ${position}` },
});

interface Script {
  /** Whether the server ends an unordered bulk at its first duplicate, as FerretDB does and MongoDB does not. */
  readonly stops: boolean;
  /** Called before each operation, with its number. */
  readonly before?: (operation: number, stored: Map<string, Row>) => void;
  /** What every bulk write fails with instead. */
  readonly failing?: Error;
}

/** A collection that does as a server is scripted to do. */
const server = (stored: Map<string, Row>, { stops, before, failing }: Script) => {
  let operations = 0;
  let questions = 0;
  const duplicate = { code: 11000 };
  const rows = {
    async bulkWrite(all: readonly AnyBulkWriteOperation<Row>[]) {
      questions += 1;
      if (failing) throw failing;
      const errors: object[] = [];
      for (const one of all) {
        const { filter, replacement } = (one as { replaceOne: { filter: object; replacement: Row } })
          .replaceOne;
        const { _id, position } = filter as { _id: string; position: { $lt: number } };
        const found = stored.get(_id);
        // What another writer does between the look and the write.
        before?.(++operations, stored);
        if (found ? found.position < position.$lt : !stored.has(_id)) stored.set(_id, replacement);
        else errors.push(duplicate);
        if (errors.length > 0 && stops) break;
      }
      if (errors.length > 0)
        throw new MongoBulkWriteError(
          { ...duplicate, message: 'duplicate', writeErrors: errors } as never,
          {} as never,
        );
      return {} as never;
    },
    find: ({ _id }: { _id: { $in: readonly string[] } }) => ({
      toArray: async () => _id.$in.map((id) => stored.get(id)).filter((one) => one !== undefined),
    }),
  };
  return {
    rows: rows as unknown as Pick<Collection<Row>, 'bulkWrite' | 'find'>,
    questions: () => questions,
  };
};

describe.each([
  ['goes on after a duplicate', false],
  ['stops at the first duplicate', true],
])('on a server that %s', (_name, stops) => {
  it('everything newer is written, and nothing older over what is there', async () => {
    const stored = new Map(['b', 'd', 'e'].map((id) => [id, row(id, id === 'd' ? 3 : 8)]));
    const { rows } = server(stored, { stops });
    await writeNewer(
      rows,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => row(id, 5)),
    );
    expect([...stored.values()].map(({ doc }) => doc).sort()).toEqual([
      ...['a at 5', 'b at 8', 'c at 5', 'd at 5', 'e at 8', 'f at 5'],
    ]);
  });

  it('what another writer puts there at that very moment is overwritten only where it is older', async () => {
    const stored = new Map<string, Row>();
    const { rows } = server(stored, {
      stops,
      before: (operation) => {
        if (operation === 1) stored.set('a', row('a', 2));
        if (operation === 2) stored.set('b', row('b', 9));
      },
    });
    await writeNewer(rows, [row('a', 5), row('b', 5), row('c', 5)]);
    expect(Object.fromEntries([...stored].map(([id, { position }]) => [id, position]))).toEqual({
      ...{ a: 5, b: 9, c: 5 },
    });
  });

  it('a bulk without duplicates is one question', async () => {
    const { rows, questions } = server(new Map([['a', row('a', 1)]]), { stops });
    await writeNewer(rows, [row('a', 5), row('b', 5)]);
    expect(questions()).toBe(1);
  });
});

it('any other failure is told, and so is a duplicate that nothing explains', async () => {
  const failing = new Error('not primary');
  await expect(writeNewer(server(new Map(), { stops: true, failing }).rows, [row('a', 1)])).rejects.toBe(
    failing,
  );
  const lies = new MongoBulkWriteError(
    { code: 11000, message: 'x', writeErrors: [{ code: 11000 }] } as never,
    {} as never,
  );
  await expect(
    writeNewer(server(new Map(), { stops: true, failing: lies }).rows, [row('a', 1)]),
  ).rejects.toBe(lies);
});
