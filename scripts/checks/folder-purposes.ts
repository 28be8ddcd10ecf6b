import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import ts from 'typescript';

/** What is opened first in a folder, in this order; `''` stands for the folder's own name. */
const leading = ['index', '', 'main', 'plugin', 'record', 'routes'];

/** A docstring of fewer characters tells no purpose. */
const shortest = 30;

const noSource = /\.(spec|browser|system|d)\.tsx?$|(^|\/)messages\/[^/]+$/;

export interface FirstFile {
  readonly folder: string;
  readonly path: string;
  /** Whether its name makes it the first; else only the alphabet does. */
  readonly leads: boolean;
}

/** Returns the first file of each folder; one of nothing but tests or texts has none. */
export function firstFilesOf(paths: readonly string[]): readonly FirstFile[] {
  const sources = paths.filter((path) => path.includes('/') && !noSource.test(path)).sort();
  return [...Map.groupBy(sources, dirname)].map(([folder, files]) => {
    const named = leading
      .map((name) => `${folder}/${name === '' ? basename(folder) : name}.ts`)
      .flatMap((path) => files.filter((file) => file === path || file === `${path}x`))[0];
    return { folder, path: named ?? files[0]!, leads: named !== undefined };
  });
}

/** Returns the docstrings before a statement, without those too short to tell anything. */
const docstringsBefore = (text: string, statement: ts.Statement | undefined): readonly ts.CommentRange[] =>
  (statement ? (ts.getLeadingCommentRanges(text, statement.pos) ?? []) : []).filter(({ pos, end }) => {
    const words = text.slice(pos, end).match(/^\/\*\*([\s\S]*)\*\/$/)?.[1] ?? '';
    return words.replace(/\s*\n\s*\*?\s*/g, ' ').trim().length >= shortest;
  });

/** Whether a statement exports a value, for a file's types only say what they are made of. */
const isExport = (statement: ts.Statement): boolean =>
  (ts.isFunctionDeclaration(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isClassDeclaration(statement)) &&
  statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/**
 * Returns whether a first file tells what its folder is for: by a docstring at its head, with a blank line below, or by that of
 * its first export. Where only the alphabet made it the first, its exports tell of themselves and not of the folder.
 */
export function tellsPurpose({ path, leads }: Omit<FirstFile, 'folder'>, text: string): boolean {
  const { statements } = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const apart = docstringsBefore(text, statements[0]).some(({ end }) => /^\n\n/.test(text.slice(end)));
  const main =
    statements.find(isExport) ?? statements.find((statement) => !ts.isImportDeclaration(statement));
  return apart || (leads && docstringsBefore(text, main).length > 0);
}

if (import.meta.main) {
  const paths = globSync('**/*.{ts,tsx}', { exclude: ['node_modules/**', 'dist/**', 'data/**'] });
  const files = firstFilesOf(paths);
  const silent = files.filter((file) => !tellsPurpose(file, readFileSync(file.path, 'utf8')));
  for (const { folder, path } of silent) console.error(`${path} does not begin with what ${folder}/ is for`);
  console.log(
    `${files.length - silent.length} of ${files.length} folders tell their purpose in their first file`,
  );
  process.exitCode = silent.length === 0 ? 0 : 1;
}
