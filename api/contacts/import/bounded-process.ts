import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface BoundedRun {
  readonly script: URL;
  readonly args: readonly string[];
  readonly input: Uint8Array;
  readonly timeoutMs: number;
  /** Bytes of output, beyond which it is ended. */
  readonly mostOutput: number;
  /** What it may take beyond what Node itself needs to start. */
  readonly memoryMb: number;
}

/** Private writable memory that Node 24 reserves before it runs anything, threads' stacks included (measured: 575 MB). */
const nodeItselfMb = 650;
const shell = '/bin/sh';

/**
 * Returns what a script of ours writes to its standard output. It runs in a process of its own, without this one's
 * environment (which holds secrets), and with so much memory, time and output: the kernel counts what a worker's
 * `resourceLimits` do not, Buffers first of all. Where there is no shell (or another kernel) the heap alone is bounded.
 * @throws Error when it ends otherwise than well
 */
export function runBounded(run: BoundedRun): Promise<Buffer> {
  const node = [
    `--max-old-space-size=${Math.round(run.memoryMb * 0.6)}`,
    '--disable-warning=ExperimentalWarning',
    fileURLToPath(run.script),
    ...run.args,
  ];
  const limits = `ulimit -d ${(nodeItselfMb + run.memoryMb) * 1024} && ulimit -t ${Math.ceil(run.timeoutMs / 1_000) + 5} && ulimit -c 0 && exec "$0" "$@"`;
  const bounded = process.platform === 'linux' && existsSync(shell);
  const child = bounded
    ? spawn(shell, ['-c', limits, process.execPath, ...node], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
    : spawn(process.execPath, node, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
  return new Promise<Buffer>((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    let why: string | undefined;
    const end = (reason: string) => {
      why ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => end('it takes too long'), run.timeoutMs);
    child.stdout.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size > run.mostOutput) end('there is too much of it');
      else pieces.push(piece);
    });
    child.once('error', (error) => {
      why ??= error.message;
      clearTimeout(timer);
      reject(new Error(why));
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      if (why === undefined && code === 0) return resolve(Buffer.concat(pieces));
      reject(new Error(why ?? `it took too much memory or time (${signal ?? code})`));
    });
    // It may have ended before it took everything.
    child.stdin.on('error', () => undefined);
    child.stdin.end(run.input);
  });
}
