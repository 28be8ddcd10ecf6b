import { globSync, readFileSync } from 'node:fs';

/** How many lines of styles there are: the number only ever gets smaller. `console/shell/layout.css` has what parts share. */
const most = 4_932;

/** Returns how many lines the files have together; one that does not end in a new line counts whole. */
export const linesOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.replace(/\n$/, '').split('\n').length, 0);

if (import.meta.main) {
  const files = globSync('**/*.css', { exclude: ['node_modules/**', 'dist/**', 'data/**'] });
  const lines = linesOf(files.map((path) => readFileSync(path, 'utf8')));
  console.log(`${lines} lines of styles in ${files.length} files (at most ${most})`);
  process.exitCode = lines <= most ? 0 : 1;
}
