import { writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** What failed in a run of Vitest: a test, or else a file (it does not load, a hook of it fails) or the run itself. */
export interface Failure {
  readonly project: string;
  /** From the project's root; empty where no file can be named. */
  readonly file: string;
  /** Its full name, as Vitest's `-t` knows it; undefined where it is not a test that failed. */
  readonly test?: string;
  /** Its first lines. */
  readonly error: string;
}

export interface Report {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
}

/** Returns a reporter of Vitest that writes a run's `Report` to a file as JSON. */
export function reportTo(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandled) {
      writeFileSync(file, JSON.stringify(reportOf(modules, unhandled)));
    },
  };
}

function reportOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Report {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  const passed = inState('passed').length;
  const failed = inState('failed');
  return {
    passed,
    skipped: tests.length - passed - failed.length,
    failures: [
      ...failed.map((test) => ({
        ...placeOf(test.module),
        test: fullNameOf(test),
        error: firstLines(test.result().errors ?? []),
      })),
      ...modules.flatMap((module) => {
        const errors = [module, ...module.children.allSuites()].flatMap((part) => part.errors());
        return errors.length > 0 ? [{ ...placeOf(module), error: firstLines(errors) }] : [];
      }),
      ...unhandled.map((error) => ({ project: '', file: '', error: firstLines([error]) })),
    ],
  };
}

function placeOf(module: TestModule) {
  return { project: module.project.name, file: module.relativeModuleId };
}

function fullNameOf(part: TestCase | TestSuite): string {
  return part.parent.type === 'module' ? part.name : `${fullNameOf(part.parent)} ${part.name}`;
}

/** Returns at most 40 lines of at most 300 characters: some errors print megabytes. */
function firstLines(errors: readonly SerializedError[]): string {
  return errors
    .flatMap(({ message, stack, diff }) => [stack || message, ...(diff ? [String(diff)] : [])])
    .join('\n')
    .split('\n')
    .filter((line) => !/^ +at .*node_modules|^ +at new Promise/.test(line))
    .slice(0, 40)
    .map((line) => stripVTControlCharacters(line.slice(0, 600)).slice(0, 300))
    .join('\n');
}
