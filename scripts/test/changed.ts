import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { listFailures } from './second-try.ts';
import { importsOf, selectSpecs } from './selection.ts';
import { runSuites } from './suites.ts';

/**
 * `npm run test:changed [-- BASE]`: the unit and console tests beside what differs from BASE and of what imports it
 * directly, two minutes of them at most (scripts/test/selection.ts); what was left out is said at the end. BASE is where this branch left `main`, unless it is named; on `main` itself, the commit before.
 */

/** Returns what git writes; '' where it does not know. */
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
const lines = (text: string): readonly string[] => text.split('\n').filter(Boolean);
const added = ['ls-files', '--others', '--exclude-standard'];
const changed = [...lines(git('diff', '--name-only', from)), ...lines(git(...added))];
const sources = [...lines(git('ls-files')), ...lines(git(...added))].filter(
  (path) => /\.tsx?$/.test(path) && existsSync(path),
);
const graph = new Map(sources.map((path) => [path, importsOf(path, readFileSync(path, 'utf8'))]));
const { run, beyond, indirect } = selectSpecs(changed, graph);

const { passed, failures, skipped } =
  run.length === 0
    ? { passed: 0, failures: [], skipped: 0 }
    : await runSuites(['--project', 'unit', '--project', 'apart', '--project', 'console', ...run]);
const slow = changed.filter((path) => /\.(browser|system)\.ts$/.test(path));
if (slow.length > 0) console.log(`Not run, they take minutes: npm test -- ${slow.join(' ')}`);
if (beyond.length > 0) console.log(`Not run, beyond two minutes: npm test -- ${beyond.join(' ')}`);
if (indirect.length > 0)
  console.log(
    `Not run, ${indirect.length} that import it through others, as ${indirect.slice(0, 5).join(', ')}`,
  );
for (const line of listFailures('Failed', failures)) console.log(line);
console.log(`${passed} passed, ${failures.length} failed, ${skipped} skipped`);
process.exit(failures.length === 0 ? 0 : 1);
