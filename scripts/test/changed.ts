import { execFileSync } from 'node:child_process';
import { listFailures } from './second-try.ts';
import { runSuites } from './suites.ts';

/**
 * `npm run test:changed [-- BASE]`: the unit and console tests of what differs from BASE, and of whatever imports it.
 * BASE is where this branch left `main`, unless it is named; on `main` itself, the commit before.
 */
const git = (...args: readonly string[]): string => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};
const base = (): string => {
  const head = git('rev-parse', 'HEAD');
  const left = git('merge-base', 'HEAD', 'main') || git('merge-base', 'HEAD', 'origin/main');
  return left === '' || left === head ? git('rev-parse', '--verify', '--quiet', 'HEAD~1') || head : left;
};
const from = process.argv[2] ?? base();
const slow = git('diff', '--name-only', from)
  .split('\n')
  .filter((path) => /\.(browser|system)\.ts$/.test(path));

const { passed, failures, skipped } = await runSuites([
  ...['--project', 'unit', '--project', 'console'],
  ...['--passWithNoTests', `--changed=${from}`],
]);
if (slow.length > 0) console.log(`Not run, they take minutes: npm test -- ${slow.join(' ')}`);
for (const line of listFailures('Failed', failures)) console.log(line);
console.log(`${passed} passed, ${failures.length} failed, ${skipped} skipped`);
process.exit(failures.length === 0 ? 0 : 1);
