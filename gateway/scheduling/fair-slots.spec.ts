import { expect, it } from 'vitest';
import { fairSlots } from './fair-slots.ts';

const scene = (most: Parameters<typeof fairSlots>[0]) => {
  const slots = fairSlots(most);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    ask: (group: string, key: string, name: string) =>
      slots.run(group, key, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }),
    end: async (name: string) => {
      ends.get(name)!();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
};

it('keeps to so many of a conversation, of a connection and in all', async () => {
  const { ask, started, end } = scene({ total: 3, ofGroup: 2, ofKey: 1 });
  for (const name of ['a1', 'a2']) void ask('w1', 'a', name);
  for (const name of ['b1', 'b2']) void ask('w1', 'b', name);
  void ask('w1', 'c', 'c1');
  for (const name of ['x1', 'y1']) void ask('w2', name, name);
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(['a1', 'b1', 'x1']);
  await end('x1');
  expect(started.slice(3)).toEqual(['y1']);
  await end('y1');
  expect(started.slice(4), 'the other connection has its two').toEqual([]);
});

it('lets connections take turns, and conversations within them, however much one of them asks for', async () => {
  const { ask, started, end } = scene({ total: 1, ofGroup: 1, ofKey: 1 });
  for (let nth = 0; nth < 50; nth++) void ask('busy', 'flood', `flood${nth}`);
  void ask('busy', 'quiet', 'quiet');
  void ask('other', 'one', 'one');
  await new Promise((resolve) => setImmediate(resolve));
  await end('flood0');
  await end('one');
  await end('quiet');
  expect(started).toEqual(['flood0', 'one', 'quiet', 'flood1']);
});

it('goes on after work that failed', async () => {
  const slots = fairSlots({ total: 1, ofGroup: 1, ofKey: 1 });
  await expect(slots.run('a', 'a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await slots.run('a', 'a', async () => 'yes')).toBe('yes');
});
