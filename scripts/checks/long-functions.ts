import ts from 'typescript';
import { sourceFiles } from './source-files.ts';

/** Longer ones are objects in disguise: a change may not add one. */
const longest = 100;

export interface LongFunction {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly lines: number;
}

const nameOf = (node: ts.FunctionLikeDeclaration): string => {
  const { parent } = node;
  if (node.name) return node.name.getText();
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return ts.isCallExpression(parent)
    ? `given to ${parent.expression.getText().slice(0, 40)}`
    : 'without a name';
};

/** Returns the functions of a file that have more lines than allowed; of nested ones each counts by itself. */
export function longFunctionsOf(path: string, text: string): readonly LongFunction[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: LongFunction[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const first = file.getLineAndCharacterOfPosition(node.getStart()).line;
      const lines = file.getLineAndCharacterOfPosition(node.getEnd()).line - first + 1;
      if (lines > longest)
        found.push({ path, line: first + 1, name: nameOf(node as ts.FunctionLikeDeclaration), lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the lines of `...{ a, b }`, also as an element's props: what is spread from a literal could stand there itself. */
export function idleSpreadsOf(path: string, text: string): readonly number[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    const isSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node);
    if (isSpread && ts.isObjectLiteralExpression(node.expression))
      found.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** How many there are: it only ever gets smaller. */
const mostLong = 0;
const mostSpreads = 0;

if (import.meta.main) {
  const files = sourceFiles();
  const long = files.flatMap(([path, text]) => longFunctionsOf(path, text)).sort((a, b) => b.lines - a.lines);
  const spreads = files.flatMap(([path, text]) => idleSpreadsOf(path, text).map((line) => `${path}:${line}`));
  const ok = long.length <= mostLong && spreads.length <= mostSpreads;
  if (!ok || process.argv.includes('--list')) {
    for (const { path, line, name, lines } of long)
      console.log(`${String(lines).padStart(4)}  ${path}:${line}  ${name}`);
    for (const where of spreads) console.log(`...{}  ${where}`);
  }
  console.log(
    `${long.length} functions over ${longest} lines (at most ${mostLong}), ${spreads.length} idle spreads (at most ${mostSpreads})`,
  );
  process.exitCode = ok ? 0 : 1;
}
