import { parseArgs } from 'node:util';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { ensureConsole } from './console-build.ts';
import { openDataFolder, ownFilesOnly } from './data-folder.ts';
import { type Prepared, prepareFirstStart } from './first-start.ts';
import { greet } from './greeting.ts';
import { letHelpersStandBack, letThreadsHaveOwnLimits } from './helper-threads.ts';
import { createLog } from './log.ts';
import { npmGone } from './npm-gone.ts';
import { type RunningRoles, startRoles } from './roles.ts';

/**
 * Starts the roles asked for and runs until SIGTERM or SIGINT, or until the npm that began it is gone. A wrong setting or a
 * store that cannot be opened stops it with one clear line and exit code 1.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      demo: { type: 'boolean', default: false },
      roles: { type: 'string' },
      // While it is worked on, somebody else serves the console there: it is not built, and people are sent there.
      'console-at': { type: 'string' },
    },
  });
  ownFilesOnly();
  letHelpersStandBack();
  letThreadsHaveOwnLimits();
  let config: Config;
  let loose: readonly string[];
  try {
    config = readConfig(process.env, { demo: values.demo, ...(values.roles && { roles: values.roles }) });
    loose = openDataFolder(config.dataDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  const log = createLog(config, pino.destination({ fd: 2, sync: false }));
  if (loose.length > 0)
    log.warn(
      { loose },
      `other accounts of this machine can reach the data: chmod -R go-rwx '${config.dataDir}' (and its backups)`,
    );
  try {
    await run(config, log, values['console-at']);
  } catch (error) {
    log.fatal({ err: error }, 'cannot start');
    console.error(`Cannot start: ${(error as Error).message}`);
    process.exit(1);
  }
}

async function run(config: Config, log: Logger, consoleAt: string | undefined): Promise<void> {
  let runningRoles: RunningRoles | undefined;
  endOnSignals(config, log, () => runningRoles);
  const publicDir =
    config.roles.has('api') && consoleAt === undefined
      ? await ensureConsole({ log: (line) => console.log(line) })
      : undefined;
  let preparedStart: Prepared | undefined;
  runningRoles = await startRoles(config, log, {
    ...(publicDir && { publicDir }),
    // Accounts and demo conversations must stand before the gateway looks: it would send what they say was sent.
    prepare: async (desk, stores) => {
      preparedStart = await prepareFirstStart(config, desk, stores);
    },
  });
  await greet(config, runningRoles, preparedStart, consoleAt);
  await preparedStart?.done();
}

/**
 * Ends this process in an orderly way when it is told to. A second SIGTERM changes nothing: whoever began us by npm, or a
 * whole group of processes, may tell us twice. What has not started yet has nothing to end; left to the system it would go on in a
 * container, whose first process hears only what it listens to.
 */
function endOnSignals(config: Config, log: Logger, running: () => RunningRoles | undefined): void {
  let stoppingSince: number | undefined;
  const stop = async (signal: string) => {
    const runningRoles = running();
    // Whoever sits before it and asks again does not want to wait for requests in flight.
    const impatient = signal === 'SIGINT' && performance.now() - (stoppingSince ?? Infinity) > 1_000;
    if (impatient || !runningRoles) process.exit(signal === 'SIGINT' ? 130 : 143);
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    // A store that never answers must not keep the process for ever.
    setTimeout(() => process.exit(1), config.stopWaitMs + 25_000).unref();
    try {
      await runningRoles.stop();
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  void npmGone(process.env).then(() => stop('npm is gone'));
}
