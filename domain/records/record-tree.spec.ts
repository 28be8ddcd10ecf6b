import { describe, expect, it } from 'vitest';
import { queueOption } from '../../records/index.ts';
import { given } from '../../testing/decider.ts';
import { records } from './index.ts';
import type { RecordEvent, Values } from './record-aggregate.ts';
import { type TreeChange, treeDecider, treeOf } from './record-tree.ts';

const decider = treeDecider(queueOption, treeOf(records, queueOption)!);
const row = (title: string, option: string, parentId: string | null = null): Values => ({
  ...{ title, message: '', action: 'none', option, queueId: 'q', parentId, mediaPath: null, mediaName: null },
});
const made = (id: string, option: string, parentId: string | null = null): RecordEvent => ({
  type: 'QueueOptionCreated',
  data: { ...row(id, option, parentId), id },
});
/** a (with b and c, and d inside c) and e. */
const tree = [made('a', '1'), made('b', '1', 'a'), made('c', '2', 'a'), made('d', '1', 'c'), made('e', '2')];

const change = (changes: readonly TreeChange[], older = new Map<string, Values>()) =>
  given(decider)(...tree).when({ type: 'ChangeTree', data: { changes, of: 'q', olderRows: older } });
/** As by their own routes, whose ever they are. */
const changeAny = (changes: readonly TreeChange[]) =>
  given(decider)(...tree).when({ type: 'ChangeTree', data: { changes, olderRows: new Map() } });
/** Each row that an outcome leaves, as 'place title' below its parent. */
const standing = (changes: readonly TreeChange[]) => {
  const after = given(decider)(...tree, ...change(changes).events()).state();
  const under = (parent: string | null): unknown[] =>
    [...after.rows]
      .flatMap(([id, one]) => (one !== null && one.parentId === parent ? [{ id, ...one }] : []))
      .sort((one, other) => Number((one as Values).option) - Number((other as Values).option))
      .map(({ id, ...one }) => {
        const inside = under(id);
        const line = `${(one as Values).option} ${(one as Values).title}`;
        return inside.length === 0 ? line : [line, inside];
      });
  return under(null);
};

describe('a tree of options', () => {
  it('loses a branch with all that hangs below it, and what follows moves up, in one step', () => {
    const events = change([{ delete: 'a', below: 3 }]).events();
    expect(events.map(({ type, data }) => [type, data.id])).toEqual([
      ...['a', 'b', 'c', 'd'].map((id) => ['QueueOptionDeleted', id]),
      ['QueueOptionUpdated', 'e'],
    ]);
    expect(standing([{ delete: 'a' }])).toEqual(['1 e']);
  });

  it('is not deleted with more, or less, than whoever deletes it was told', () => {
    expect(change([{ delete: 'a', below: 2 }]).refusal()).toEqual({
      code: 'ERR_CONFLICT',
      details: { id: 'a', below: 3 },
    });
  });

  it.each([
    ['up', { update: 'c', values: { option: '1' } }, [['1 a', [['1 c', ['1 d']], '2 b']], '2 e']],
    ['down', { update: 'a', values: { option: '2' } }, ['1 e', ['2 a', ['1 b', ['2 c', ['1 d']]]]]],
    [
      'inside another',
      { update: 'e', values: { parentId: 'b' } },
      [
        [
          '1 a',
          [
            ['1 b', ['1 e']],
            ['2 c', ['1 d']],
          ],
        ],
      ],
    ],
    [
      'out, to a place of its own',
      { update: 'b', values: { parentId: null, option: '2' } },
      [['1 a', [['1 c', ['1 d']]]], '2 b', '3 e'],
    ],
    [
      'beyond the end',
      { update: 'a', values: { option: '99' } },
      ['1 e', ['2 a', ['1 b', ['2 c', ['1 d']]]]],
    ],
  ])('moves a row %s, and numbers have no gaps', (_how, moved, expected) => {
    expect(standing([moved as TreeChange])).toEqual(expected);
  });

  it('takes a new row at its place, or at the end', () => {
    const values = { title: 'new', queueId: 'q' };
    expect(standing([{ create: 'n', values }]).at(-1)).toBe('3 new');
    expect(standing([{ create: 'n', values: { ...values, option: '1' } }])[0]).toBe('1 new');
  });

  it('changes nothing where one of several changes is refused', () => {
    const changes = [
      { create: 'n', values: { title: 'new' } },
      { update: 'gone', values: { title: 'x' } },
    ];
    expect(change(changes).refusal()).toEqual({ code: 'ERR_NOT_FOUND', details: { id: 'gone' } });
  });

  it('refuses what somebody else has changed meanwhile, and takes what they left alone', () => {
    const edit = (before: Values) => change([{ update: 'b', values: { title: 'mine' }, before }]);
    expect(edit({ title: 'as it was' }).refusal()).toEqual({
      code: 'ERR_CONFLICT',
      details: { id: 'b', field: 'title' },
    });
    expect(edit({ title: 'b' }).events()).toHaveLength(1);
    expect(edit({ title: 'b', message: 'another' }).events()).toHaveLength(1);
  });

  it('hangs nothing below itself, below nothing, or below what belongs to another queue', () => {
    const invalid = (id: string) => ({
      code: 'ERR_VALIDATION',
      errors: { parentId: 'invalid' },
      details: { id },
    });
    expect(change([{ update: 'a', values: { parentId: 'd' } }]).refusal()).toEqual(invalid('a'));
    expect(change([{ update: 'e', values: { parentId: 'nothing' } }]).refusal()).toEqual(invalid('e'));
    expect(changeAny([{ update: 'a', values: { queueId: 'other' } }]).refusal()).toEqual(invalid('b'));
  });

  it('keeps its rows in the queue whose tree is changed', () => {
    const away = { code: 'ERR_VALIDATION', errors: { queueId: 'invalid' }, details: { id: 'e' } };
    expect(change([{ update: 'e', values: { queueId: 'other' } }]).refusal()).toEqual(away);
    expect(changeAny([{ update: 'e', values: { queueId: 'other' } }]).events()).toHaveLength(1);
  });

  it.each(['a', 'c', 'd'])('refuses a ring, also where %s of it is deleted in the same step', (deleted) => {
    const ring: TreeChange = { update: 'a', values: { parentId: 'd' } };
    expect(change([ring, { delete: deleted }]).refusal()).toEqual({
      code: 'ERR_VALIDATION',
      errors: { parentId: 'invalid' },
      details: { id: deleted },
    });
  });

  it('knows rows from before trees had one stream, until they are deleted here', () => {
    const older = new Map([['old', row('old', '3')]]);
    const [event] = change([{ update: 'old', values: { title: 'new' } }], older).events();
    expect(event).toMatchObject({
      type: 'QueueOptionUpdated',
      data: { id: 'old', title: 'new', option: '3' },
    });
    const deleted: RecordEvent = { type: 'QueueOptionDeleted', data: { id: 'old' } };
    const again = given(decider)(...tree, deleted).when({
      type: 'ChangeTree',
      data: { changes: [{ update: 'old', values: { title: 'new' } }], of: 'q', olderRows: older },
    });
    expect(again.refusal()).toMatchObject({ code: 'ERR_NOT_FOUND' });
  });

  it('is as it was when nothing changes', () => {
    expect(change([{ update: 'b', values: { title: 'b', option: '1' } }]).events()).toEqual([]);
  });
});
