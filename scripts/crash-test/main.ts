import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runCrashTest } from './rounds.ts';
import { runWhatsappCrashTest } from './whatsapp-rounds.ts';

/**
 * `npm run crash-test -- --rounds N [--seconds S] [--keep]`: real processes under load, killed at random instants. With
 * `--whatsapp` the gateway alone, N times, on WhatsApp's driver and a network of the tests' own.
 * Ends with 0 when nothing acknowledged was lost, doubled or shown wrong.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '4' },
    keep: { type: 'boolean', default: false },
    whatsapp: { type: 'boolean', default: false },
  },
});
const dataDir = await mkdtemp(join(tmpdir(), 'balcao-crash-'));
const began = Date.now();
const report = (line: string) => console.log(line);
const rounds = Number(values.rounds);

const seconds = () => Math.round((Date.now() - began) / 1_000);

async function onSimulator() {
  const result = await runCrashTest({ dataDir, rounds, seconds: Number(values.seconds), report });
  console.log(
    `${result.rounds} rounds, ${result.kills} kills, ${result.inbound} messages in and ${result.outbound} out acknowledged, ${result.findings.length} findings, ${seconds()} s`,
  );
  return result.findings;
}

async function onWhatsapp() {
  const result = await runWhatsappCrashTest({ dataDir, kills: rounds, report });
  console.log(
    `${result.kills} kills, ${result.messages} messages in, ${result.files} with files, ${result.findings.length} findings, ${seconds()} s`,
  );
  return result.findings;
}

const findings = await (values.whatsapp ? onWhatsapp() : onSimulator());
for (const finding of findings.slice(0, 50)) console.error(finding);
if (values.keep || findings.length > 0) console.log(`Data and logs are in ${dataDir}`);
else {
  await sleep(100);
  await rm(dataDir, { recursive: true, force: true });
}
process.exit(findings.length === 0 ? 0 : 1);
