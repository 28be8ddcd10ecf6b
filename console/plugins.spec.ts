import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = import.meta.dirname;
const names = globSync('plugins/*/plugin.ts', { cwd: root }).map((path) => path.split('/')[1] ?? '');
const usesOf = (name: string): readonly string[] => {
  const declaration = readFileSync(join(root, 'plugins', name, 'plugin.ts'), 'utf8');
  const [, list = ''] = /^ {2}uses: \[(.*)\],$/mu.exec(declaration) ?? [];
  return [...list.matchAll(/'([\w-]+)'/gu)].map(([, used = '']) => used);
};
/** Whose offers a plugin's files import. */
const importedBy = (name: string): readonly string[] => [
  ...new Set(
    globSync(`plugins/${name}/**/*.{ts,tsx}`, { cwd: root }).flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(/from '(\.\.?\/[^']*\/offers\/[^']+)'/gu)]
        .map(([, spec = '']) => relative(root, join(root, path, '..', spec)).split('/')[1] ?? '')
        .filter((other) => other !== name),
    ),
  ),
];

test.each(names)('%s says whose offers it uses, and uses whom it says', (name) => {
  expect(importedBy(name).toSorted()).toEqual([...usesOf(name)].toSorted());
});

test('a plugin that is used is there, and none is used by what it uses', () => {
  const reached = (name: string, seen: readonly string[] = []): readonly string[] =>
    seen.includes(name) ? [...seen, name] : usesOf(name).flatMap((other) => reached(other, [...seen, name]));
  for (const name of names) {
    expect(names, name).toEqual(expect.arrayContaining([...usesOf(name)]));
    expect(reached(name), name).not.toContain(name);
  }
});
