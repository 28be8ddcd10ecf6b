import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '');

interface Row {
  readonly line: string;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
  readonly state: string;
}

const rows: readonly Row[] = read('docs/spec-coverage.md')
  .split('\n')
  .filter((text) => text.startsWith('| ') && !text.startsWith('| Line '))
  .map((text) => {
    const [line = '', where = '', shown = '', state = ''] = text.slice(2, -2).split(/(?<!\\) \| /);
    return {
      line,
      files: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      tests: shown
        .split('<br>')
        .filter(Boolean)
        .map((one) => ({ file: /^`([^`]+)`/.exec(one)?.[1] ?? '', name: one.replace(/^`[^`]+`: /, '') })),
      state,
    };
  });

it('names files and tests that exist, and says no line done without both', () => {
  expect(rows.length).toBeGreaterThan(300);
  const wrong = rows.flatMap(({ line, files, tests, state }) => {
    const absent = [
      ...files.filter((path) => !existsSync(join(root, path))),
      ...tests
        .filter(({ file, name }) => {
          const source = read(file);
          return !source.includes(name) && !source.includes(name.replaceAll("'", "\\'"));
        })
        .map(({ file, name }) => `${file}: ${name}`),
    ];
    const unproved = state.startsWith('done') && (files.length === 0 || tests.length === 0);
    return absent.length > 0 || unproved ? [`${line}: ${absent.join(', ') || 'no file or no test'}`] : [];
  });
  expect(wrong).toEqual([]);
});
