import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChainReport } from '../../domain/kernel/log-chain.ts';
import type { Config } from '../config.ts';

const command = fileURLToPath(new URL('../verify-log.ts', import.meta.url));

/** Resolves with what is found when the whole log is verified in a process of its own, the one an auditor runs: its memory goes with it. */
export const verifyInProcess = (
  { eventStore, dataDir, secretKey }: Pick<Config, 'eventStore' | 'dataDir' | 'secretKey'>,
  signal: AbortSignal,
): Promise<ChainReport> =>
  new Promise((resolve, reject) => {
    const env: NodeJS.ProcessEnv = {
      ...process.env,
      SECRET_KEY: secretKey,
      EVENT_STORE: eventStore ?? '',
      DATA_DIR: dataDir,
    };
    // Where a file names what is given here, both would be one too many.
    delete env.SECRET_KEY_FILE;
    delete env.EVENT_STORE_FILE;
    const args = ['--max-semi-space-size=2', command, '--json'];
    execFile(
      process.execPath,
      args,
      { env, signal, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as ChainReport);
        } catch {
          reject(new Error(`the log could not be verified: ${stderr.trim().slice(-500)}`, { cause: error }));
        }
      },
    );
  });
