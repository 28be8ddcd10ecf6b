import { availableParallelism } from 'node:os';
import { ensureConsole } from '../../server/console-build.ts';
import { checks, runCheck } from '../checks/checks.ts';
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

async function one(name: string, holds: () => Promise<boolean>): Promise<void> {
  const ok = await holds();
  total[ok ? 'passed' : 'failed']++;
  if (!ok) broken.push(name);
}

await timed('checks', async () => {
  for (const check of checks) await one(check.name, () => runCheck(check));
});
await timed('console build', () =>
  one('console build and its budget', async () => {
    console.log('\n▸ console build and its budget');
    try {
      const consoleDir = await ensureConsole({ log: (line) => console.log(line) });
      console.log(`First load: ${checkBudget(consoleDir).toFixed(1)} KiB of ${firstLoadBudgetKb}`);
      for (const line of largestChunks(consoleDir)) console.log(line);
      return true;
    } catch (error) {
      console.error(error);
      return false;
    }
  }),
);

/**
 * Lanes run side by side, the runs of one lane after each other. Real servers that are killed and waited for leave much
 * of a processor free: where there are four or more they run beside what computes. On two that takes as long as one
 * after the other (62 minutes against 41), and what waits for a moment waits too long.
 */
const computing = [['unit', 'apart', 'console'], ['browser']];
const waiting = [['system']];
const lanes = availableParallelism() < 4 ? [[...computing, ...waiting]] : [computing, waiting];
console.log('\n▸ suites');
const given = process.argv.slice(2);
const mongo = await timed('MongoDB', () => startMongoDb((line) => console.log(line)));
console.log(mongo ? `The MongoDB suites run on ${mongo.name}` : 'The MongoDB suites are skipped');
if (mongo) process.env.READ_STORE_URL = mongo.url;
const s3 = await timed('S3', () => startS3((line) => console.log(line)));
console.log(s3 ? `The S3 suites run on ${s3.name}` : 'The S3 suites are skipped');
if (s3) process.env.MEDIA_STORE_URL = s3.url;
if (given.length > 0) count(await timed('suites', () => runSuites(given)));
else
  await Promise.all(
    lanes.map(async (lane) => {
      for (const names of lane) {
        const projects = names.flatMap((name) => ['--project', name]);
        count(await timed(names.join(' and '), () => runSuites(projects)));
      }
    }),
  );
const untried: Outcome = { mended: [], failed: failures };
const { mended, failed } =
  process.env.CI && failures.length > 0
    ? await timed('second tries', () => tryAgain(failures, runSuites))
    : untried;
await mongo?.stop();
await s3?.stop();
total.passed += mended.length;
total.failed += failed.length;

for (const line of listFailures('Passed at the second try', mended)) console.log(line);
for (const line of listFailures('Failed', failed)) console.log(line);
if (broken.length > 0) console.log(`\nFailed checks: ${broken.join(', ')}`);
console.log(`\nMinutes: ${parts.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);
