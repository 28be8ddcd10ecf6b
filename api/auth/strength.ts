import { Worker } from 'node:worker_threads';
import { DomainError } from '../../domain/errors.ts';
import type { Question, Verdict } from './strength-worker.ts';

/** Passwords are set now and then; what judges them would otherwise hold its 44 MB all day. */
const idleMs = 10_000;
const patienceMs = 20_000;

interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
}
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let count = 0;
const waiting = new Map<number, Waiting>();

function stop(error?: Error): void {
  const held = worker;
  worker = undefined;
  clearTimeout(idle);
  void held?.terminate();
  for (const { reject } of waiting.values()) reject(error ?? new DomainError('ERR_UNAVAILABLE'));
  waiting.clear();
}

function start(): Worker {
  const started = new Worker(new URL('./strength-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  started.on('message', ({ id, score }: Verdict) => {
    waiting.get(id)?.resolve(score);
    waiting.delete(id);
    clearTimeout(idle);
    idle = setTimeout(() => waiting.size === 0 && stop(), idleMs).unref();
  });
  started.on('error', (error) => {
    if (worker === started) stop(error instanceof Error ? error : undefined);
  });
  // A process that has nothing else to do ends.
  started.unref();
  return started;
}

/**
 * How hard a password is to guess, 0 (at once) to 4, for who knows these words of its owner.
 * @throws ERR_UNAVAILABLE
 */
export async function strengthOf(password: string, words: readonly string[]): Promise<number> {
  worker ??= start();
  const id = ++count;
  const question: Question = { id, password, words };
  const timer = setTimeout(() => {
    waiting.get(id)?.reject(new DomainError('ERR_UNAVAILABLE'));
    waiting.delete(id);
  }, patienceMs);
  try {
    return await new Promise<number>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker?.postMessage(question);
    });
  } finally {
    clearTimeout(timer);
  }
}
