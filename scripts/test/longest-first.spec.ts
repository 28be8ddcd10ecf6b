import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longestFiles, longestFirst } from './longest-first.ts';

it('names files that there are', () => {
  expect(longestFiles.filter((path) => !existsSync(path))).toEqual([]);
});

it('puts the longest first, and leaves the others as they were', () => {
  const [first, second] = longestFiles.map((path) => `/home/somebody/${path}`);
  const files = ['/home/somebody/b.spec.ts', second!, '/home/somebody/a.spec.ts', first!];
  expect(longestFirst(files, (path) => path)).toEqual([first, second, files[0], files[2]]);
});
