import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { ChainProblem, ChainReport } from '../domain/kernel/log-chain.ts';
import { sealKey } from '../stores/log-chain/chain.ts';
import { verifyLog } from '../stores/log-chain/verify.ts';
import { openStoredEvents } from './log-chain/open.ts';
import { withSecretFiles } from './secret-files.ts';

/**
 * `npm run verify-log -- [folder] [--head HASH] [--json]`: checks the log of a data folder, or of EVENT_STORE, against its hash
 * chain without writing anything. Ends with 0 when all of it holds, 1 when not, 2 when nothing could be checked.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { head: { type: 'string', multiple: true }, json: { type: 'boolean', default: false } },
});

const sentences: Readonly<Record<ChainProblem['kind'], string>> = {
  changed: 'was changed',
  removed: 'is gone',
  inserted: 'was put in',
  swapped: 'is not in its place',
  seal: 'is a seal that cannot be believed',
};

const isBroken = ({ problemCount, missingHeads, faults }: ChainReport): boolean =>
  problemCount + missingHeads.length + faults.length > 0;

function lines(report: ChainReport): string[] {
  const {
    problems,
    problemCount,
    sealed: sealedCount,
    intact,
    unsealed: unsealedCount,
    through,
    throughAt,
    head,
    since,
  } = report;
  const list = problems.map(
    ({ kind, position, stream, revision, type, id, why }) =>
      `✗ event ${position} ${sentences[kind]}: ${type} of ${stream} at revision ${revision}, id ${id}${why ? ` (${why})` : ''}`,
  );
  if (problemCount > problems.length) list.push(`✗ and ${problemCount - problems.length} more`);
  for (const one of report.missingHeads)
    list.push(`✗ the chain does not have the head ${one}: the log was written anew, or cut off before it`);
  for (const fault of report.faults) list.push(`✗ the file: ${fault}`);
  if (report.seals === 0) return [...list, `${unsealedCount} events, and no seal to check them by.`];
  list.push(
    `${isBroken(report) ? 'The chain does not hold' : 'The chain holds'}: ${intact} of ${sealedCount} sealed events are as they were sealed.`,
    `It begins ${since} (what was there before is sealed as it was then) and goes up to position ${through}, written ${throughAt}.`,
    `Head: ${head}`,
    `Not sealed yet: ${unsealedCount} events after it, of which nothing can be said.`,
    report.keyed
      ? 'Seals are signed with the key of this installation.'
      : 'Without SECRET_KEY the signatures of the seals were not checked: whoever can write the log could have written it all anew.',
  );
  return list;
}

async function main(): Promise<number> {
  const env = withSecretFiles(process.env);
  const dataDir = resolve(positionals[0] ?? (env.DATA_DIR || './data'));
  const eventStore =
    positionals[0] === undefined ? env.EVENT_STORE || env.EVENT_STORE_URL || undefined : undefined;
  const keyFile = join(dataDir, 'secret.key');
  const secret = env.SECRET_KEY || (existsSync(keyFile) ? readFileSync(keyFile, 'utf8') : undefined);
  const log = await openStoredEvents({ eventStore, dataDir });
  const began = performance.now();
  let toldAt = 0;
  try {
    const report = await verifyLog(log, {
      key: secret === undefined ? undefined : sealKey(secret),
      heads: values.head ?? [],
      onProgress(position, events) {
        if (performance.now() - toldAt < 1_000) return;
        toldAt = performance.now();
        const rate = Math.round((events / (performance.now() - began)) * 1_000);
        const line = `position ${position}, ${events} events, ${rate}/s`;
        process.stderr.write(process.stderr.isTTY ? `\r${line}\x1b[K` : `${line}\n`);
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    console.log(values.json ? JSON.stringify(report, null, 2) : lines(report).join('\n'));
    if (isBroken(report)) return 1;
    if (report.seals > 0) return 0;
    console.error(
      'This log has no seal: it was never opened by a release that has a chain, or its seals were taken out.',
    );
    return 2;
  } finally {
    await log.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`Cannot verify: ${error instanceof Error ? error.message : error}`);
  return 2;
});
