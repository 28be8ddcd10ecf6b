import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from './report.ts';

/** Resolves with what Vitest came to with these arguments, its output on this process's own. */
export async function runSuites(args: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  const file = join(folder, 'report.json');
  try {
    const code = await new Promise<number>((resolve, reject) => {
      const child = spawn('node_modules/.bin/vitest', ['run', ...args], {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, TEST_REPORT: file },
      });
      child.on('error', reject);
      child.on('exit', (exit) => resolve(exit ?? 1));
    });
    const text = await readFile(file, 'utf8').catch(() => '{"passed":0,"skipped":0,"failures":[]}');
    const report = JSON.parse(text) as Report;
    if (code === 0 || report.failures.length > 0) return report;
    const error = `Vitest ended with ${code}, and no failure was reported: ${args.join(' ')}`;
    return { ...report, failures: [{ project: '', file: '', error }] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
