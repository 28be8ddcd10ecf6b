import { expect, it } from 'vitest';
import type { Failure, Report } from './report.ts';
import { listFailures, tryAgain } from './second-try.ts';

const failure = (test: string): Failure => ({
  project: 'unit',
  file: 'a.spec.ts',
  test,
  error: `no ${test}`,
});
const passes: Report = { passed: 1, skipped: 4, failures: [] };

/** A double of Vitest's runs that keeps their arguments: tests named so pass, alone. */
function runsWhere(good: (name: string) => boolean) {
  const runs: string[][] = [];
  const run = async (args: readonly string[]): Promise<Report> => {
    runs.push([...args]);
    const name = args.at(-1)!;
    return good(name) ? passes : { passed: 0, skipped: 4, failures: [failure(name)] };
  };
  return { run, runs };
}

it('a test that passes alone is mended, one that fails again has failed', async () => {
  const failures = [failure('a queue'), failure('a tag')];
  const { run, runs } = runsWhere((name) => name.includes('queue'));
  await expect(tryAgain(failures, run)).resolves.toEqual({ mended: [failures[0]], failed: [failures[1]] });
  expect(runs).toEqual([
    ['--project', 'unit', 'a.spec.ts', '-t', '^a queue$'],
    ['--project', 'unit', 'a.spec.ts', '-t', '^a tag$'],
  ]);
});

it('a name is matched as it is written, and whole', async () => {
  const name = 'R$ 5 (of [x]) a/b? a|b {c}^ 1+1 *.ts \\d';
  const { run, runs } = runsWhere(() => true);
  await tryAgain([failure(name)], run);
  const pattern = new RegExp(runs[0]!.at(-1)!);
  expect(name).toMatch(pattern);
  expect(`${name} more`).not.toMatch(pattern);
});

it('a second run in which nothing ran has failed', async () => {
  const { failed, mended } = await tryAgain([failure('a queue')], async () => ({ ...passes, passed: 0 }));
  expect({ failed: failed.length, mended: mended.length }).toEqual({ failed: 1, mended: 0 });
});

it('a file whose hook failed is run again whole', async () => {
  const hook: Failure = { project: 'system', file: 'b.system.ts', error: 'the server did not start' };
  const broken: Failure = { project: 'unit', file: 'c.spec.ts', error: 'does not load' };
  const { run, runs } = runsWhere((name) => name === 'b.system.ts');
  await expect(tryAgain([hook, broken], run)).resolves.toEqual({ mended: [hook], failed: [broken] });
  expect(runs).toEqual([
    ['--project', 'system', 'b.system.ts'],
    ['--project', 'unit', 'c.spec.ts'],
  ]);
});

it('what failed outside any file is not run again', async () => {
  const broken: Failure = { project: '', file: '', error: 'an error nobody caught' };
  const { run, runs } = runsWhere(() => true);
  const outcome = await tryAgain([broken, failure('a queue')], run);
  expect(outcome).toEqual({ mended: [failure('a queue')], failed: [broken] });
  expect(runs).toHaveLength(1);
});

it('what failed in a file of the browser suite is run again with its whole file, once', async () => {
  const walk = (test: string, file = 'a.browser.ts'): Failure => ({
    ...failure(test),
    ...{ project: 'browser', file },
  });
  const failures = [
    walk('a queue'),
    walk('a tag', 'b.browser.ts'),
    ...Array.from({ length: 11 }, (_, at) => walk(`what follows ${at}`)),
  ];
  const { run, runs } = runsWhere((name) => name === 'a.browser.ts');
  const { mended, failed } = await tryAgain(failures, run);
  expect(runs).toEqual([
    ['--project', 'browser', 'a.browser.ts'],
    ['--project', 'browser', 'b.browser.ts'],
  ]);
  expect(mended).toEqual([failures[0], ...failures.slice(2)]);
  expect(failed).toEqual([failures[1]]);
});

it('ten are run again, eleven are a fault of the product', async () => {
  const failures = Array.from({ length: 11 }, (_, at) => failure(`test ${at}`));
  const { run, runs } = runsWhere(() => true);
  await expect(tryAgain(failures, run)).resolves.toEqual({ mended: [], failed: failures });
  expect(runs).toEqual([]);
  expect((await tryAgain(failures.slice(1), run)).mended).toHaveLength(10);
});

it('each failure is listed by project, file and name with its error', () => {
  expect(listFailures('Failed', [failure('a queue'), { project: '', file: '', error: 'one\ntwo' }])).toEqual([
    '',
    'Failed: unit > a.spec.ts > a queue',
    '    no a queue',
    '',
    'Failed: outside any test',
    '    one',
    '    two',
  ]);
});
