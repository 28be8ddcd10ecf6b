import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkBudget, firstLoadBudgetKb } from './console-budget.ts';
import { ensureConsole } from './console-build.ts';

/**
 * `npm test`: types, lint, dependency rules, then every suite of Vitest (unit, console, browser in a real Chromium).
 * Each check counts as one test. Ends with one line `N passed, N failed, N skipped` over everything.
 */
const checks: readonly [name: string, command: string, ...args: string[]][] = [
  ['types', '../typescript-native/bin/tsc', '-p', 'tsconfig.json'],
  ['lint', 'biome', 'ci', '.'],
  [
    'dependency rules',
    'depcruise',
    '--config',
    '.dependency-cruiser.cjs',
    'domain',
    'projections',
    'stores',
    'api',
    'channels',
    'gateway',
    'console',
    'scripts',
  ],
];

function run(command: string, args: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(join('node_modules/.bin', command), args, {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
  readonly success: boolean;
}

async function vitest(args: readonly string[]): Promise<{ passed: number; failed: number; skipped: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const file = join(folder, 'report.json');
  try {
    const code = await run('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...args,
    ]);
    const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
    // A file that does not even load has no failed test of its own: it must count all the same.
    const failed =
      report.numFailedTests || (code === 0 && report.success ? 0 : Math.max(1, report.numFailedTestSuites));
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const total = { passed: 0, failed: 0, skipped: 0 };
const broken: string[] = [];
for (const [name, command, ...args] of checks) {
  console.log(`\n▸ ${name}`);
  const ok = (await run(command, args)) === 0;
  total[ok ? 'passed' : 'failed'] += 1;
  if (!ok) broken.push(name);
}
console.log('\n▸ console build and its budget');
try {
  const consoleDir = await ensureConsole({ log: (line) => console.log(line) });
  console.log(`First load: ${checkBudget(consoleDir).toFixed(1)} KiB of ${firstLoadBudgetKb}`);
  total.passed += 1;
} catch (error) {
  console.error(error);
  total.failed += 1;
  broken.push('console build and its budget');
}
console.log('\n▸ suites');
const suites = await vitest(process.argv.slice(2));
total.passed += suites.passed;
total.failed += suites.failed;
total.skipped += suites.skipped;
if (broken.length > 0) console.log(`\nFailed checks: ${broken.join(', ')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
