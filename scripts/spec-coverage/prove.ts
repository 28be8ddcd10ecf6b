import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { administrationCallsMutations } from './administration-calls-mutations.ts';
import { administrationMutations } from './administration-mutations.ts';
import { campaignsMutations } from './campaigns-mutations.ts';
import { gatewayMutations } from './gateway-mutations.ts';
import { type Mutation, mutations } from './mutations.ts';
import { coverageRows, root, titlePattern } from './rows.ts';

/**
 * `npm run prove-coverage`: breaks lines of the specification, one at a time, in a copy of the tree, and runs the tests
 * that the documents of coverage name for them; then what once broke in the gateway unseen, with the suites that see it now.
 * A line whose tests all pass all the same is not covered: exit 1.
 */
const { values } = parseArgs({
  options: {
    /** Only mutations whose line or file contains one of these texts. */
    only: { type: 'string', multiple: true },
    /** Without the tests in a real browser, which take a minute each. */
    quick: { type: 'boolean', default: false },
  },
});

const run = (
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<{ code: number; said: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data));
    child.on('error', reject);
    child.on('exit', (code) => resolve({ code: code ?? 1, said }));
  });

/** Returns a copy of what git tracks, with the modules of this checkout. */
async function copyOfTree(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-prove-'));
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);
  for (const file of files) await cp(join(root, file), join(folder, file), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const isBrowser = (file: string): boolean => /\.browser\.ts$/.test(file);

interface Test {
  readonly file: string;
  /** Undefined: every test of the file. */
  readonly name?: string;
}

/** Returns whether a test passes. @throws where no test has that name */
async function passes(folder: string, { file, name }: Test): Promise<boolean> {
  const named = name === undefined ? ['--bail=1'] : ['-t', titlePattern(name)];
  const args = ['run', '--reporter=json', '--retry=0', file, ...named];
  const { code, said } = await run('vitest', args, folder);
  const report = /\{"numTotalTestSuites".*\}/s.exec(said)?.[0];
  if (code === 0 && report && (JSON.parse(report) as { numPassedTests: number }).numPassedTests === 0)
    throw new Error(`${file}: no test is called ${name ?? 'anything'}`);
  return code === 0;
}

type Broken = Mutation & { readonly suites?: readonly string[] };

/** Returns the first test of the line that fails, undefined when all pass. */
async function killer(folder: string, { line, suites }: Broken): Promise<Test | undefined> {
  const tests =
    suites?.map((file) => ({ file })) ?? coverageRows().find((row) => row.line === line)?.tests ?? [];
  for (const test of tests)
    if (!(values.quick && isBrowser(test.file)) && !(await passes(folder, test))) return test;
  return undefined;
}

interface Outcome {
  readonly mutation: Mutation;
  readonly by: Test | undefined;
}

const folder = await copyOfTree();
const outcomes: Outcome[] = [];
try {
  const all: readonly Broken[] = [
    ...mutations,
    ...administrationMutations,
    ...administrationCallsMutations,
    ...campaignsMutations,
    ...gatewayMutations,
  ];
  const wanted = all.filter(
    ({ line, file }) => values.only?.some((text) => `${line} ${file}`.includes(text)) ?? true,
  );
  for (const mutation of wanted) {
    const path = join(folder, mutation.file);
    const source = await readFile(path, 'utf8');
    if (source.split(mutation.from).length !== 2)
      throw new Error(`${mutation.file}: "${mutation.from}" does not stand there once`);
    await writeFile(
      path,
      source.replace(mutation.from, () => mutation.to),
    );
    const by = await killer(folder, mutation);
    await writeFile(path, source);
    // What fails without the mutation too shows nothing.
    if (by && !(await passes(folder, by))) throw new Error(`${by.file}: ${by.name ?? 'it'} fails as it is`);
    outcomes.push({ mutation, by });
    console.log(
      by
        ? `killed   ${mutation.line}  (${by.file}${by.name === undefined ? '' : `: ${by.name}`})`
        : `SURVIVES ${mutation.line}`,
    );
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const survivors = outcomes.filter(({ by }) => by === undefined);
console.log(
  `\n${outcomes.length - survivors.length} of ${outcomes.length} lines have a test that fails without them`,
);
process.exit(survivors.length === 0 ? 0 : 1);
