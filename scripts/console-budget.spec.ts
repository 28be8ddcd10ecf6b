import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { checkBudget, firstLoadBudgetKb, firstLoadFiles, largestChunks } from './console-budget.ts';

let dir = '';
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const opened = [
  ...['shell/messages/pt.ts', 'plugins/login/login-page.tsx', 'plugins/login/messages/pt.ts'],
  ...['plugins/tickets/page.tsx', 'plugins/tickets/messages/pt.ts'],
];

/** A built console of two files: what is opened first, and what a page that is opened later brings. */
const built = (eager: object, kilobytes = 1, styles = 0) => {
  dir = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(dir, '.vite'));
  writeFileSync(join(dir, 'first.js'), 'x'.repeat(kilobytes * 1024));
  const css = Array.from({ length: styles }, (_, index) => `${index}.css`);
  for (const file of ['later.js', 'index.html', ...css]) writeFileSync(join(dir, file), '');
  const manifest = Object.fromEntries(opened.map((name) => [name, { file: 'first.js' }]));
  writeFileSync(
    join(dir, '.vite/manifest.json'),
    JSON.stringify({
      ...manifest,
      'index.html': { file: 'first.js', dynamicImports: ['later'], css },
      later: { file: 'later.js' },
    }),
  );
  const parts = { 'first.js': eager, 'later.js': { zod: 100_000 } };
  writeFileSync(join(dir, '.vite/parts.json'), JSON.stringify(parts));
  return dir;
};

test('a first load within its budget is measured', () => {
  expect(checkBudget(built({ react: 1 }, 3))).toBeCloseTo(3);
});

test('its chunks are listed by size, each with what most of it is and when it comes', () => {
  expect(largestChunks(built({ react: 2, zustand: 1 }, 3))).toEqual([
    expect.stringMatching(/3\.0 KiB {2}first {2}first\.js {2}react, zustand$/),
    expect.stringMatching(/0\.0 KiB {2}later {2}later\.js {2}zod$/),
  ]);
});

test('one over its budget is refused, naming the largest file', () => {
  expect(() => checkBudget(built({ react: 1 }, firstLoadBudgetKb + 1))).toThrow(/over its budget.*first\.js/);
});

test('one of too many files is refused, with their number', () => {
  expect(checkBudget(built({ react: 1 }, 1, firstLoadFiles - 2))).toBeCloseTo(1);
  expect(() => checkBudget(built({ react: 1 }, 1, firstLoadFiles - 1))).toThrow(
    `is ${firstLoadFiles + 1} files`,
  );
});

test('zod in the first load is refused, however small; what is opened later may have it', () => {
  expect(() => checkBudget(built({ react: 1, zod: 12 }))).toThrow('zod in first.js (12 bytes)');
});
