import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../..');

/** A line of the specification, as a document of coverage tells where it is and which tests show it. */
export interface Row {
  readonly line: string;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
  readonly state: string;
}

/** Returns the cells of the rows of a document's tables, without what `isHead` says to be a heading. */
const cells = (path: string, isHead: (text: string) => boolean): readonly (readonly string[])[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter((text) => text.startsWith('| ') && !isHead(text))
    .map((text) => text.slice(2, -2).split(/(?<!\\) \| /));

/** Returns the tests that a cell names, each as `file`: title. */
const testsIn = (cell: string): Row['tests'] =>
  cell
    .split('<br>')
    .filter(Boolean)
    .map((one) => ({
      file: /^`([^`]+)`/.exec(one)?.[1] ?? '',
      name: one.replace(/^`[^`]+`: /, '').replaceAll('\\|', '|'),
    }));

/** Returns the tests named for each of the complaints in `docs/reliability.md`. */
export const complaintTests = (): readonly { readonly complaint: string; readonly tests: Row['tests'] }[] =>
  cells('docs/reliability.md', (text) => !/^\| \d+ \|/.test(text)).map(([number, words, , shown = '']) => ({
    complaint: `${number}. ${words}`,
    tests: testsIn(shown),
  }));

/** Where the lines of the specification stand, each document with its own part. */
export const coverageDocuments = [
  'docs/spec-coverage.md',
  'docs/spec-coverage-administration.md',
  'docs/spec-coverage-campaigns.md',
] as const;

/** Returns the rows of the tables in these documents. */
export const coverageRows = (documents: readonly string[] = coverageDocuments): readonly Row[] =>
  documents
    .flatMap((document) => cells(document, (text) => text.startsWith('| Line ')))
    .map(([line = '', where = '', shown = '', state = '']) => ({
      line,
      files: [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      tests: testsIn(shown),
      state,
    }));

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

/**
 * Returns the titles of a file's tests as they are written, with those of a contract (`contract.ts`) that it puts somebody
 * to; none of a file that is not there.
 */
export const testTitles = (file: string): readonly string[] => {
  const path = join(root, file);
  if (!existsSync(path)) return [];
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isTest(node.expression)) {
      const title = textOf(node.arguments[0]);
      if (title !== undefined) titles.push(title);
    }
    if (ts.isImportDeclaration(node)) {
      const from = textOf(node.moduleSpecifier) ?? '';
      if (/^\..*\/contract\.ts$/.test(from)) titles.push(...testTitles(join(dirname(file), from)));
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

/**
 * Returns whether the text of a file with routes answers the endpoint that a line of the specification begins with; true
 * for a line that begins with none, and where the paths are made from records or keys.
 */
export const answers = (source: string, line: string): boolean => {
  const [, methods, path] = /^((?:GET|POST|PUT|DELETE)(?:\/[A-Z]+)*) (\/[\w{}/-]*\w\}?)/.exec(line) ?? [];
  if (methods === undefined || path === undefined || /`\/api|\bpath: /.test(source)) return true;
  const pattern = path.replaceAll(/\{\w+\}/g, ':\\w+');
  const registered = methods.split('/').some((method) => source.includes(`.${method.toLowerCase()}(`));
  return registered && new RegExp(`'/api${pattern}'`).test(source);
};
