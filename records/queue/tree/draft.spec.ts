import { describe, expect, it } from 'vitest';
import {
  add,
  changesOf,
  childrenOf,
  clashesOf,
  draftOf,
  edit,
  isTouched,
  place,
  type Row,
  rebase,
  remove,
  step,
  type TreeDraft,
  takeTheirs,
  withStored,
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

  it('a file that they sent where I chose one is shown, and taken it leaves mine', () => {
    const before = rows.filter(({ id }) => id !== 'b');
    const sent = { mediaPath: 'm1', mediaName: 'deles.pdf' };
    const chosen = edit(draft, 'b', { file: new File(['x'], 'meu.pdf') });
    const after = rebase(chosen, [...before, row('b', '1', 'a', sent)], ids);
    expect(clashesOf(after)).toMatchObject([{ node: { id: 'b' }, name: 'mediaName', value: 'deles.pdf' }]);
    const taken = takeTheirs(after, 'b', 'mediaName');
    expect(clashesOf(taken)).toEqual([]);
    expect(taken.nodes.find(({ id }) => id === 'b')).toMatchObject({ values: sent });
    expect(isTouched(taken)).toBe(false);
    // Theirs gone again, mine takes nothing away.
    expect(clashesOf(rebase(after, rows, ids))).toEqual([]);
  });

  it('a file that they sent where I took one away is shown; one of mine that is stored is nobody else’s', () => {
    const before = rows.filter(({ id }) => id !== 'b');
    const with1 = draftOf([...before, row('b', '1', 'a', { mediaPath: 'm1', mediaName: 'um.pdf' })]);
    const sent = row('b', '1', 'a', { mediaPath: 'm2', mediaName: 'dois.pdf' });
    const away = edit(with1, 'b', { values: { mediaPath: null, mediaName: null } });
    expect(clashesOf(rebase(away, [...before, sent], ids))).toMatchObject([{ value: 'dois.pdf' }]);
    const chosen = edit(with1, 'b', { file: new File(['x'], 'dois.pdf') });
    const stored = withStored(rebase(chosen, [...before, sent], ids), 'b', sent);
    expect([clashesOf(stored), isTouched(stored)]).toEqual([[], false]);
    expect(clashesOf(rebase(stored, [...before, sent], ids))).toEqual([]);
  });

  it('an option that comes back as a new one has no file of the one that is gone, and nothing of theirs to take', () => {
    const before = rows.filter(({ id }) => id !== 'd');
    const filed = { mediaPath: 'm1', mediaName: 'um.pdf' };
    const mine = edit(draftOf([...before, row('d', '2', null, filed)]), 'd', { values: { title: 'meu' } });
    const theirs = rebase(mine, [...before, row('d', '2', null, { ...filed, title: 'delas' })], ids);
    const after = rebase(theirs, before, ids);
    expect(clashesOf(after)).toEqual([]);
    expect(changesOf(after)).toMatchObject([
      { create: 'again', values: { title: 'meu', mediaPath: null, mediaName: null } },
    ]);
  });

  it('what I deleted stays deleted, with what hangs below it by now counted', () => {
    const after = rebase(remove(draft, 'a'), [...rows, row('e', '3')], ids);
    expect(lines(after)).toEqual(['d', 'e']);
    expect(changesOf(after)).toEqual([{ delete: 'a', below: 2 }]);
  });
});
