import ts from 'typescript';
import { sourceFiles } from './source-files.ts';

/** What the docstring of a function that gives something back begins with. */
const beginning = /^(Returns|Resolves|Yields|Whether|Gives)\b/;

export interface Docstring {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  readonly text: string;
}

type FunctionNode = ts.FunctionDeclaration | ts.ArrowFunction | ts.FunctionExpression;

/** Returns the functions that a statement of a file declares, by their names. */
function functionsIn(statement: ts.Statement): readonly (readonly [string, FunctionNode])[] {
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? 'default', statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    ts.isIdentifier(name) &&
    initializer &&
    (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
      ? [[name.text, initializer] as const]
      : [],
  );
}

/** Whether a type says that nothing is given back, at once or later. */
const isNothing = (type: ts.TypeNode): boolean =>
  /^(void|never|undefined|asserts .*|Promise<(void|never|undefined)>)$/.test(type.getText());

/** Whether a `return` of the function itself, not of one inside it, has a value. */
const returnsIn = (node: ts.Node): boolean =>
  (ts.isReturnStatement(node) && node.expression !== undefined) ||
  (!ts.isFunctionLike(node) && ts.forEachChild(node, (child) => returnsIn(child) || undefined) === true);

/** Whether an expression only sets something. */
const assigns = (expression: ts.Expression): boolean =>
  ts.isBinaryExpression(expression) &&
  expression.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
  expression.operatorToken.kind <= ts.SyntaxKind.LastAssignment;

/** Whether a function gives something back, as far as its text says: no types are looked up. */
function givesBack({ type, body }: FunctionNode): boolean {
  if (type) return !isNothing(type);
  if (body === undefined) return false;
  if (ts.isBlock(body)) return returnsIn(body);
  return !ts.isVoidExpression(body) && !assigns(body);
}

/** Returns the words of the docstring right before a statement; undefined: it has none. */
function docstringOf(text: string, statement: ts.Statement): string | undefined {
  const last = ts.getLeadingCommentRanges(text, statement.pos)?.at(-1);
  const words = last && text.slice(last.pos, last.end).match(/^\/\*\*([\s\S]*)\*\/$/)?.[1];
  return words?.replace(/\s*\n\s*\*?\s*/g, ' ').trim();
}

/** Whether it is a component, by its name in a .tsx file: nobody asks what one gives back. */
const isComponent = (path: string, name: string): boolean => path.endsWith('.tsx') && /^[A-Z]/.test(name);

/** Returns the docstrings of a file's own functions that give something back and do not begin with what it is. */
export function otherDocstringsOf(path: string, text: string): readonly Docstring[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements.flatMap((statement) => {
    const words = docstringOf(text, statement);
    if (words === undefined || beginning.test(words)) return [];
    const line = file.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
    return functionsIn(statement)
      .filter(([name, one]) => !isComponent(path, name) && givesBack(one))
      .map(([name]) => ({ path, line, name, text: words }));
  });
}

if (import.meta.main) {
  const others = sourceFiles().flatMap(([path, text]) => otherDocstringsOf(path, text));
  for (const { path, line, name, text } of others) console.log(`${path}:${line}  ${name}  ${text}`);
  console.log(`${others.length} docstrings of functions do not begin with what is given back`);
  process.exitCode = others.length === 0 ? 0 : 1;
}
