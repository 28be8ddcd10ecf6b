import type { Failure, Report } from './report.ts';

/** So many runs may fail of a machine that does much else; more is a fault of the product. */
const most = 10;

/** Suites whose tests follow one another on one server: one that failed leaves to the next ones what is in order for none. */
const wholeFiles = new Set(['browser']);

export interface Outcome {
  /** Passed alone, with their first error. */
  readonly mended: readonly Failure[];
  readonly failed: readonly Failure[];
}

/**
 * Resolves with which failed tests pass when each is run once more, alone and one after another; of the browser suite
 * all of its file, on a new server, and so of a file that failed outside its tests (a hook of it). None is run again where
 * that would be more than ten runs; errors outside any file stay failed.
 */
export async function tryAgain(
  failures: readonly Failure[],
  run: (args: readonly string[]) => Promise<Report>,
): Promise<Outcome> {
  const runs = Map.groupBy(failures, (failure) => JSON.stringify(again(failure) ?? null));
  if ([...runs.keys()].filter((args) => args !== 'null').length > most)
    return { mended: [], failed: failures };
  const mended: Failure[] = [];
  const failed: Failure[] = [];
  for (const [args, group] of runs) {
    const report = args === 'null' ? undefined : await run(JSON.parse(args) as string[]);
    const passes = report !== undefined && report.passed > 0 && report.failures.length === 0;
    (passes ? mended : failed).push(...group);
  }
  return { mended, failed };
}

/** Returns Vitest's arguments for what is run again; undefined where nothing is. */
function again({ project, file, test }: Failure): readonly string[] | undefined {
  if (file === '') return undefined;
  const whole = ['--project', project, file];
  return wholeFiles.has(project) || test === undefined
    ? whole
    : [...whole, '-t', `^${test.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`];
}

/** Returns lines that name each failure with its error, for the end of the output. */
export function listFailures(title: string, failures: readonly Failure[]): readonly string[] {
  return failures.flatMap(({ project, file, test, error }) => {
    const place = [project, file, test].filter((part) => part).join(' > ');
    return [
      '',
      `${title}: ${place || 'outside any test'}`,
      ...error.split('\n').map((line) => `    ${line}`),
    ];
  });
}
