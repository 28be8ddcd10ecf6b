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
 * Yields what a script of ours writes to its standard output, piece by piece and no faster than it is taken. It runs in
 * a process of its own, without this one's environment (which holds secrets), and with so much memory, time and output:
 * the kernel counts what a worker's `resourceLimits` do not, Buffers first of all. Where there is no shell (or another
 * kernel) the heap alone is bounded.
 * @throws Error when it ends otherwise than well
 */
export async function* runBounded(run: BoundedRun): AsyncGenerator<Buffer> {
  const child = start(run);
  let why: string | undefined;
  const end = (reason: string) => {
    why ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('it takes too long'), run.timeoutMs);
  child.once('error', (error) => end(error.message));
  const exitCause = new Promise<string | undefined>((resolve) => {
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `${signal ?? code}`));
  });
  // It may have ended before it took everything.
  child.stdin.on('error', () => undefined);
  child.stdin.end(run.input);
  try {
    let size = 0;
    for await (const piece of child.stdout as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > run.mostOutput) end('there is too much of it');
      else yield piece;
    }
    const wrong = await exitCause;
    if (why !== undefined || wrong !== undefined)
      throw new Error(why ?? `it took too much memory or time (${wrong})`);
  } finally {
    clearTimeout(timer);
    // Nobody may want the rest of it.
    if (child.exitCode === null) child.kill('SIGKILL');
  }
}

function start({ script, args, memoryMb, timeoutMs }: BoundedRun) {
  const node = [
    `--max-old-space-size=${Math.round(memoryMb * 0.6)}`,
    '--disable-warning=ExperimentalWarning',
    fileURLToPath(script),
    ...args,
  ];
  const limits = `ulimit -d ${(nodeItselfMb + memoryMb) * 1024} && ulimit -t ${Math.ceil(timeoutMs / 1_000) + 5} && ulimit -c 0 && exec "$0" "$@"`;
  const bounded = process.platform === 'linux' && existsSync(shell);
  return bounded
    ? spawn(shell, ['-c', limits, process.execPath, ...node], { env: {}, stdio: ['pipe', 'pipe', 'ignore'] })
    : spawn(process.execPath, node, { env: {}, stdio: ['pipe', 'pipe', 'ignore'] });
}
