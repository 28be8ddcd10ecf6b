import type { Failure, Report } from './report.ts';

/** So many may have failed of a machine that does much else; more is a fault of the product. */
const most = 10;

export interface Outcome {
  /** Passed alone, with their first error. */
  readonly mended: readonly Failure[];
  readonly failed: readonly Failure[];
}

/**
 * Runs each failed test once more, alone and one after another, and tells which of them pass. None is run again where
 * more than ten failed; files that do not load and errors outside tests stay failed.
 */
export async function tryAgain(
  failures: readonly Failure[],
  run: (args: readonly string[]) => Promise<Report>,
): Promise<Outcome> {
  if (failures.filter(({ test }) => test !== undefined).length > most)
    return { mended: [], failed: failures };
  const mended: Failure[] = [];
  const failed: Failure[] = [];
  for (const failure of failures) {
    const again = failure.test === undefined ? undefined : await run(alone(failure, failure.test));
    const passes = again !== undefined && again.passed > 0 && again.failures.length === 0;
    (passes ? mended : failed).push(failure);
  }
  return { mended, failed };
}

function alone({ project, file }: Failure, test: string): readonly string[] {
  return ['--project', project, file, '-t', `^${test.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}$`];
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
