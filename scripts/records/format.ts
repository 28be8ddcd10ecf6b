/** What `npm run records` needs to write files: golden events made up from a declaration, and the formatter. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Returns a file's text as the formatter leaves it. @throws with what it says when it refuses the text */
export const format = async (root: string, file: string, text: string): Promise<string> => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const done = spawnSync(
    process.execPath,
    [biome, 'check', '--write', '--linter-enabled=false', `--stdin-file-path=${file}`],
    { cwd: root, input: text, encoding: 'utf8' },
  );
  if (done.status !== 0) throw new Error(done.stderr);
  return done.stdout;
};
