import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longestFirst, slowFiles } from './longest-first.ts';

it('the files that take long are begun first, the longest before all; the others stay as they are', () => {
  const [longest = '', next = ''] = slowFiles;
  const files = ['b.system.ts', next, 'a.system.ts', longest];
  expect(longestFirst(files, (path) => path)).toEqual([longest, next, 'b.system.ts', 'a.system.ts']);
});

it('each of them is there: one that got another name is no longer begun first', () => {
  expect(slowFiles.filter((path) => !existsSync(path))).toEqual([]);
});
