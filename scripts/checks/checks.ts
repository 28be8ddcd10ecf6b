import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';

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

/** Returns whether the check holds; says on the output what does not. */
export async function runCheck({ name, run }: Check): Promise<boolean> {
  console.log(`\n▸ ${name}`);
  const child = spawn(process.execPath, run, { stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}
