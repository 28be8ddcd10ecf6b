import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';

export interface Check {
  readonly name: string;
  /** A program of Node's: a path from the project's root, and its arguments. */
  readonly run: readonly string[];
  /** Only before a merge: a step on the way may leave something for the next one. */
  readonly late?: true;
}

/** Every folder of code: one that is added is looked at without being named here. */
const folders = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$|dist$|docs$|data)/.test(entry.name))
  .map(({ name }) => name);

/** What `npm run check` (but for the late ones) and `npm test` ask of the code before any test. */
export const checks: readonly Check[] = [
  { name: 'types', run: ['node_modules/typescript-native/bin/tsc', '-p', 'tsconfig.json'] },
  { name: 'licences', run: ['scripts/checks/licences.ts'] },
  { name: 'long functions', run: ['scripts/checks/long-functions.ts'] },
  { name: 'lines of styles', run: ['scripts/checks/style-lines.ts'] },
  { name: 'docstrings', run: ['scripts/checks/docstrings.ts'] },
  { name: 'folder purposes', run: ['scripts/checks/folder-purposes.ts'] },
  { name: 'dead code', run: ['node_modules/knip/bin/knip.js'], late: true },
  { name: 'lint', run: ['node_modules/@biomejs/biome/bin/biome', 'check', '.'] },
  { name: 'first load', run: ['scripts/checks/first-load.ts'] },
  {
    name: 'dependency rules',
    run: [
      ...['node_modules/dependency-cruiser/bin/dependency-cruise.mjs', '--config', '.dependency-cruiser.cjs'],
      ...folders,
    ],
  },
];

/**
 * Runs the checks, as many beside each other as there are processors, and tells of each whether it holds. What one says
 * is printed when it ends, in one piece.
 */
export async function runChecks(
  which: readonly Check[],
  tell: (check: Check, holds: boolean) => void,
): Promise<void> {
  const left = [...which];
  const work = async () => {
    for (let check = left.shift(); check !== undefined; check = left.shift())
      tell(check, await runCheck(check));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Returns whether the check holds; says on the output what does not. */
async function runCheck({ name, run }: Check): Promise<boolean> {
  // Into a pipe programs write without colours, unless they are told that it comes to a terminal.
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(process.execPath, run, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  console.log(`\n▸ ${name}`);
  process.stdout.write(said);
  return code === 0;
}
