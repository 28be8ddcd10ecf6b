import { expect, it } from 'vitest';
import { otherDocstringsOf } from './docstrings.ts';

const found = (text: string, path = 'a.ts') => otherDocstringsOf(path, text).map(({ name }) => name);
const under = (docstring: string, code: string) => `/** ${docstring} */\n${code}\n`;

it.each(['Returns the sum.', 'Resolves when it is done.', 'Yields each.', 'Whether it holds.', 'Gives one.'])(
  'a docstring that begins with what is given back is in order: %s',
  (words) => expect(found(under(words, 'export function one(): number { return 1; }'))).toEqual([]),
);

it.each([
  'export function one(): number { return 1; }',
  'function one() { if (a) { return 1; } }',
  'export const one = () => 1;',
  'const one = async (): Promise<number> => 1;',
  'export const one = function () { return 1; };',
])('another one is named where the function gives something back: %s', (code) =>
  expect(found(under('The sum.', code))).toEqual(['one']),
);

it.each([
  'export function one(): void {}',
  'export async function one(): Promise<void> {}',
  'export function one(): never { throw new Error(); }',
  'export function one() { return; }',
  'export function one() { run(() => { return 1; }); }',
  'export const one = () => void run();',
  'export const one = () => held.value = 1;',
  'export const one = 1;',
])('nothing is asked of what gives nothing back: %s', (code) =>
  expect(found(under('Does it.', code))).toEqual([]),
);

it('a component is not asked, a hook beside it is', () => {
  const text = `${under('A row.', 'export const Row = () => null;')}${under('Rows.', 'export const useRows = () => [];')}`;
  expect(found(text, 'a.tsx')).toEqual(['useRows']);
  expect(found(text, 'a.ts'), 'where there are no components a capital is a name').toEqual([
    'Row',
    'useRows',
  ]);
});

it('of two docstrings the nearer one is the function’s', () => {
  const sum = 'export const one = () => 1;';
  expect(found(`/** The file. */\n\n${under('Returns the sum.', sum)}`)).toEqual([]);
  expect(found(`/** Returns nothing yet. */\n\n${under('The sum.', sum)}`)).toEqual(['one']);
});

it('a docstring of several lines is read as one, and told with its place', () => {
  const text = 'const a = 1;\n\n/**\n * The sum\n * of all.\n */\nexport const one = () => 1;\n';
  expect(otherDocstringsOf('a.ts', text)).toEqual([
    { path: 'a.ts', line: 7, name: 'one', text: 'The sum of all.' },
  ]);
});

it('a function without a docstring is not asked, one below a comment of another kind neither', () => {
  expect(found('export const one = () => 1;\n// The sum.\nexport const two = () => 2;\n')).toEqual([]);
});
