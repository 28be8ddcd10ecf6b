import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly numFailedTestSuites: number;
  readonly success: boolean;
}

/** Returns what the tests of one run of Vitest came to; its report goes to this process's own output. */
export async function runSuites(args: readonly string[]): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const file = join(folder, 'report.json');
  try {
    const code = await new Promise<number>((resolve, reject) => {
      const child = spawn(
        'node_modules/.bin/vitest',
        ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
        { stdio: ['ignore', 'inherit', 'inherit'] },
      );
      child.on('error', reject);
      child.on('exit', (exit) => resolve(exit ?? 1));
    });
    const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport;
    // A file that does not even load has no failed test of its own: it must count all the same.
    const failed =
      report.numFailedTests || (code === 0 && report.success ? 0 : Math.max(1, report.numFailedTestSuites));
    return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
