import { describe, expect, it } from 'vitest';
import {
  add,
  changesOf,
  childrenOf,
  draftOf,
  edit,
  place,
  type Row,
  rebase,
  remove,
  step,
  type TreeDraft,
} from './draft.ts';

const row = (id: string, option: string, parentId: string | null = null, more: object = {}): Row => ({
  ...{ id, title: id, message: '', option, queueId: 'q', parentId, mediaPath: null, mediaName: null },
  ...{ number: 1, position: 1, createdAt: 'x', updatedAt: 'x', updatedBy: null },
  ...more,
});
/** a (with b and c) and d. */
const rows = [row('d', '2'), row('a', '1'), row('c', '2', 'a'), row('b', '1', 'a')];
const draft = draftOf(rows);
const lines = (one: TreeDraft, parentId: string | null = null, depth = 0): string[] =>
  childrenOf(one, parentId).flatMap(({ id }) => [`${'.'.repeat(depth)}${id}`, ...lines(one, id, depth + 1)]);
const ids = () => 'again';

describe('the draft of a tree', () => {
  it('is as the server has it, and asks for nothing', () => {
    expect(lines(draft)).toEqual(['a', '.b', '.c', 'd']);
    expect(changesOf(draft)).toEqual([]);
  });

  it.each([
    ['b', 'down', ['a', '.c', '.b', 'd'], { option: '2', parentId: 'a' }],
    ['d', 'up', ['d', 'a', '.b', '.c'], { option: '1', parentId: null }],
    ['d', 'in', ['a', '.b', '.c', '.d'], { option: '3', parentId: 'a' }],
    ['c', 'out', ['a', '.b', 'c', 'd'], { option: '2', parentId: null }],
  ] as const)('%s goes %s', (id, to, expected, values) => {
    const after = step(draft, id, to);
    expect(lines(after)).toEqual(expected);
    expect(changesOf(after)).toEqual([
      { update: id, values, before: { parentId: rows.find((one) => one.id === id)!.parentId } },
    ]);
  });

  it.each([
    ['a', 'up'],
    ['d', 'down'],
    ['a', 'in'],
    ['d', 'out'],
  ] as const)('%s cannot go %s', (id, to) => {
    expect(step(draft, id, to)).toBe(draft);
  });

  it('puts nothing below itself', () => {
    expect(place(draft, 'a', 'b', 0)).toBe(draft);
  });

  it('asks for what is new below its parent, for a text with what it was, and counts what goes', () => {
    const grown = add(add(draft, 'n', null, 'Nova'), 'm', 'n', 'Dentro');
    expect(changesOf(grown)).toMatchObject([
      { create: 'n', values: { title: 'Nova', option: '3', parentId: null } },
      { create: 'm', values: { title: 'Dentro', option: '1', parentId: 'n' } },
    ]);
    expect(changesOf(edit(draft, 'b', { values: { title: 'B' } }))).toEqual([
      { update: 'b', values: { title: 'B' }, before: { title: 'b' } },
    ]);
    expect(changesOf(remove(draft, 'a'))).toEqual([{ delete: 'a', below: 2 }]);
    expect(changesOf(remove(step(draft, 'c', 'out'), 'a'))).toEqual([
      { update: 'c', values: { parentId: null, option: '1' }, before: { parentId: 'a' } },
      { delete: 'a', below: 1 },
    ]);
  });
});

describe('when others save meanwhile', () => {
  it('their texts show, mine stay, and both are one tree', () => {
    const mine = edit(step(draft, 'd', 'up'), 'b', { values: { title: 'meu' } });
    const theirs = [
      ...rows.filter(({ id }) => id !== 'b'),
      row('b', '1', 'a', { message: 'deles' }),
      row('n', '3'),
    ];
    const after = rebase(mine, theirs, ids);
    expect(lines(after)).toEqual(['d', 'a', '.b', '.c', 'n']);
    expect(after.nodes.find(({ id }) => id === 'b')?.values).toMatchObject({
      title: 'meu',
      message: 'deles',
    });
    expect(changesOf(after)).toEqual([
      { update: 'd', values: { parentId: null, option: '1' }, before: { parentId: null } },
      { update: 'b', values: { title: 'meu' }, before: { title: 'b' } },
    ]);
  });

  it('what they wrote where I write too is shown until one of both is chosen', () => {
    const theirsOf = (one: TreeDraft) => one.nodes.find(({ id }) => id === 'b')?.theirs;
    const before = rows.filter(({ id }) => id !== 'b');
    const written = edit(draft, 'b', { values: { title: 'meu' } });
    const after = rebase(written, [...before, row('b', '1', 'a', { title: 'delas', message: 'x' })], ids);
    expect(theirsOf(after)).toEqual({ title: 'delas' });
    // Another save of theirs, elsewhere, does not make it forgotten; theirs taken, there is nothing to choose.
    const later = [...before, row('b', '1', 'a', { title: 'delas', message: 'y' })];
    expect(theirsOf(rebase(after, later, ids))).toEqual({ title: 'delas' });
    expect(theirsOf(rebase(edit(after, 'b', { values: { title: 'delas' } }), later, ids))).toBeUndefined();
  });

  it('what they deleted is gone here too; what I was writing comes back as a new one', () => {
    const mine = add(edit(draft, 'c', { values: { message: 'escrito aqui' } }), 'n', 'a', 'Nova');
    const after = rebase(mine, [row('d', '1')], ids);
    expect(lines(after).toSorted()).toEqual(['again', 'd', 'n']);
    expect(changesOf(after)).toMatchObject([
      { create: expect.any(String), values: { parentId: null } },
      { create: expect.any(String), values: { parentId: null } },
    ]);
    expect(lines(rebase(draft, [row('d', '1')], ids))).toEqual(['d']);
  });

  it('what I deleted stays deleted, with what hangs below it by now counted', () => {
    const after = rebase(remove(draft, 'a'), [...rows, row('e', '3')], ids);
    expect(lines(after)).toEqual(['d', 'e']);
    expect(changesOf(after)).toEqual([{ delete: 'a', below: 2 }]);
  });
});
