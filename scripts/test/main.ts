import { availableParallelism } from 'node:os';
import { ensureConsole } from '../../server/console-build.ts';
import { checks, runChecks } from '../checks/checks.ts';
import { checkBudget, firstLoadBudgetKb, largestChunks } from '../console-budget.ts';
import { startMongoDb } from './mongodb.ts';
import type { Failure, Report } from './report.ts';
import { startS3 } from './s3.ts';
import { listFailures, type Outcome, tryAgain } from './second-try.ts';
import { runSuites } from './suites.ts';

/**
 * `npm test`: the checks, the console's build and its budget, then every suite of Vitest. Each check counts as one test.
 * Ends with what failed and why, the minutes of each part and one line `N passed, N failed, N skipped` over everything.
 * With arguments, Vitest gets them, and runs once. In CI, what failed beside others is tried once more alone.
 */
const total = { passed: 0, failed: 0, skipped: 0 };
const broken: string[] = [];
const failures: Failure[] = [];
const parts: string[] = [];

async function timed<T>(part: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    parts.push(`${part} ${((performance.now() - began) / 60_000).toFixed(1)}`);
  }
}

function count(report: Report): void {
  total.passed += report.passed;
  total.skipped += report.skipped;
  failures.push(...report.failures);
}

function note(name: string, holds: boolean): void {
  total[holds ? 'passed' : 'failed']++;
  if (!holds) broken.push(name);
}

/** Where none is built yet that takes minutes, of which suites wait that have nothing to do with them. */
const mongo = startMongoDb((line) => console.log(line));
const s3 = startS3((line) => console.log(line));

/** Resolves with what ends both servers, once they are waited for and the suites told of them. */
async function realServers(): Promise<() => Promise<void>> {
  const [database, bucket] = await Promise.all([mongo, s3]);
  console.log(database ? `The MongoDB suites run on ${database.name}` : 'The MongoDB suites are skipped');
  if (database) process.env.READ_STORE_URL = database.url;
  console.log(bucket ? `The S3 suites run on ${bucket.name}` : 'The S3 suites are skipped');
  if (bucket) process.env.MEDIA_STORE_URL = bucket.url;
  return async () => {
    await database?.stop();
    await bucket?.stop();
  };
}

const buildConsole = async () => {
  let said = '\n▸ console build and its budget\n';
  const say = (line: string) => {
    said += `${line}\n`;
  };
  try {
    const consoleDir = await ensureConsole({ log: say });
    say(`First load: ${checkBudget(consoleDir).toFixed(1)} KiB of ${firstLoadBudgetKb}`);
    for (const line of largestChunks(consoleDir)) say(line);
    return true;
  } catch (error) {
    say(String(error instanceof Error ? error.stack : error));
    return false;
  } finally {
    console.log(said);
  }
};
await timed('checks and console build', () =>
  Promise.all([
    runChecks(checks, ({ name }, holds) => note(name, holds)),
    buildConsole().then((holds) => note('console build and its budget', holds)),
  ]),
);

/**
 * Lanes run side by side, the runs of one lane after each other. Real servers that are killed and waited for leave much
 * of a processor free: where there are four or more they run beside what computes. On two that takes as long as one
 * after the other (62 minutes against 41), and what waits for a moment waits too long.
 */
const computing = [['unit', 'apart'], ['browser']];
const waiting = [['system']];
const lanes = availableParallelism() < 4 ? [[...computing, ...waiting]] : [computing, waiting];
console.log('\n▸ suites');
const run = async (names: readonly string[]) => {
  const projects = names.flatMap((name) => ['--project', name]);
  count(await timed(names.join(' and '), () => runSuites(projects)));
};
const given = process.argv.slice(2);
// The one suite that wants neither server.
if (given.length === 0) await run(['console']);
const end = await timed('MongoDB and S3', realServers);
if (given.length > 0) count(await timed('suites', () => runSuites(given)));
else
  await Promise.all(
    lanes.map(async (lane) => {
      for (const names of lane) await run(names);
    }),
  );
const untried: Outcome = { mended: [], failed: failures };
const { mended, failed } =
  process.env.CI && failures.length > 0
    ? await timed('second tries', () => tryAgain(failures, runSuites))
    : untried;
await end();
total.passed += mended.length;
total.failed += failed.length;

for (const line of listFailures('Passed at the second try', mended)) console.log(line);
for (const line of listFailures('Failed', failed)) console.log(line);
if (broken.length > 0) console.log(`\nFailed checks: ${broken.join(', ')}`);
console.log(`\nMinutes: ${parts.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
