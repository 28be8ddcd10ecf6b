import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCrashTest } from './rounds.ts';

/**
 * `npm run crash-test -- --rounds N [--seconds S] [--keep]`: real processes under load, killed at random instants.
 * Ends with 0 when nothing acknowledged was lost, doubled or shown wrong.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
  },
});
const dataDir = await mkdtemp(join(tmpdir(), 'balcao-crash-'));
const began = Date.now();
const result = await runCrashTest({
  dataDir,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  report: (line) => console.log(line),
});
console.log(
  `${result.rounds} rounds, ${result.kills} kills, ${result.inbound} messages in and ${result.outbound} out acknowledged, ${result.findings.length} findings, ${Math.round((Date.now() - began) / 1_000)} s`,
);
for (const finding of result.findings.slice(0, 50)) console.error(finding);
if (values.keep || result.findings.length > 0) console.log(`Data and logs are in ${dataDir}`);
else {
  await sleep(100);
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(result.findings.length === 0 ? 0 : 1);
