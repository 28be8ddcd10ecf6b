import { expect, it } from 'vitest';
import { createGroupCommit } from './group-commit.ts';
import type { Group, Write } from './writes.ts';

const write = (key: string): Write => ({ kind: 'set', key, value: '1' });

it('waits for the disk as soon as one of them is to last', async () => {
  const groups: Group[] = [];
  const group = createGroupCommit((one) => {
    groups.push(one);
    return one.writes.map(() => true);
  });
  await group.add(write('a'));
  await group.add(write('b'), false);
  await Promise.all([group.add(write('c'), false), group.add(write('d'), true)]);
  await group.add(write('e'), false);
  expect(groups.map(({ writes, lasting }) => [writes.length, lasting])).toEqual([
    [1, true],
    [1, false],
    [2, true],
    [1, false],
  ]);
});

it('gathers what comes while a group is being written, and answers all before it is closed', async () => {
  const sizes: number[] = [];
  const turns: (() => void)[] = [];
  const group = createGroupCommit(async ({ writes }) => {
    sizes.push(writes.length);
    await new Promise<void>((resolve) => turns.push(resolve));
    return writes.map(() => true);
  });
  const first = group.add(write('a'));
  await expect.poll(() => turns.length).toBe(1);
  const rest = [group.add(write('b')), group.add(write('c'), false)];
  const closing = group.close();
  await expect(group.add(write('d'))).rejects.toThrow('the state store is closed');
  turns[0]!();
  await first;
  await expect.poll(() => turns.length).toBe(2);
  turns[1]!();
  await Promise.all([...rest, closing]);
  expect(sizes).toEqual([1, 2]);
});

it('a failure fails the whole group, and the next one that is written ends it', async () => {
  let broken = true;
  const group = createGroupCommit(({ writes }) => {
    if (broken) throw new Error('disk full');
    return writes.map(() => true);
  });
  const outcomes = await Promise.allSettled([group.add(write('a')), group.add(write('b'))]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(group.failing()).toBe(true);
  broken = false;
  await group.add({ kind: 'probe' });
  expect(group.failing()).toBe(false);
});
