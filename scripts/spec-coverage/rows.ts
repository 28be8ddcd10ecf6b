import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../..');

/** A line of the specification, as `docs/spec-coverage.md` tells where it is and which tests show it. */
export interface Row {
  readonly line: string;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
  readonly state: string;
}

/** Returns the rows of the table in `docs/spec-coverage.md`. */
export const coverageRows = (): readonly Row[] =>
  readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
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
          .map((one) => ({
            file: /^`([^`]+)`/.exec(one)?.[1] ?? '',
            name: one.replace(/^`[^`]+`: /, '').replaceAll('\\|', '|'),
          })),
        state,
      };
    });

/** Whether a call is of a test: `it(…)`, `test.skipIf(…)(…)`, `it.each(…)(…)`; never `describe`. */
const isTest = (called: ts.Expression): boolean => {
  if (ts.isIdentifier(called)) return called.text === 'it' || called.text === 'test';
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isTest(called.expression);
  return ts.isTaggedTemplateExpression(called) && isTest(called.tag);
};

const textOf = (node: ts.Expression | undefined): string | undefined => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  // `says ${word}`: what is put in stands as a placeholder, like those of a parametrised test.
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `%s${literal.text}`).join('');
  return ts.isBinaryExpression(node)
    ? `${textOf(node.left) ?? '%s'}${textOf(node.right) ?? '%s'}`
    : undefined;
};

/** Returns the titles of a file's tests as they are written; none of a file that is not there. */
export const testTitles = (file: string): readonly string[] => {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined) titles.push(title);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest));
  return titles;
};

const placeholder = /%[sdijfop#]|\$\{?[\w.]+\}?/g;

/** Returns what is left of a title without its placeholders: what tells one test from another. */
export const ownWords = (title: string): string =>
  title.replaceAll(placeholder, '').replaceAll(/\W+/g, ' ').trim();

/** Returns a pattern for the full names of the tests that a title stands for. */
export const titlePattern = (title: string): string =>
  title
    .split(placeholder)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
