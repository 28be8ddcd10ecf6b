import { type ChildProcess, fork } from 'node:child_process';
import { DomainError } from '../../domain/errors.ts';
import type { Question, Verdict } from './strength-process.ts';

/** Passwords are set now and then; what judges them would otherwise hold its memory all day, of which a thread gives back half. */
const idleMs = 10_000;
const patienceMs = 20_000;

interface Waiting {
  resolve(score: number): void;
  reject(error: Error): void;
}
let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;
let count = 0;
const waiters = new Map<number, Waiting>();

function stop(): void {
  const held = child;
  child = undefined;
  clearTimeout(idle);
  held?.kill();
  for (const { reject } of waiters.values()) reject(new DomainError('ERR_UNAVAILABLE'));
  waiters.clear();
}

/** Returns the started process. Nothing of our environment is its business: it is told passwords, and needs no keys. */
function start(): ChildProcess {
  const startedChild = fork(new URL('./strength-process.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=256'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  startedChild.on('message', ({ id, score }: Verdict) => {
    waiters.get(id)?.resolve(score);
    waiters.delete(id);
    clearTimeout(idle);
    idle = setTimeout(() => waiters.size === 0 && stop(), idleMs).unref();
    // A process that has nothing else to do ends, and this one with it.
    if (waiters.size === 0) startedChild.channel?.unref();
  });
  const gone = () => {
    if (child === startedChild) stop();
  };
  startedChild.on('error', gone).on('exit', gone);
  startedChild.unref();
  return startedChild;
}

/**
 * Returns how hard a password is to guess, 0 (at once) to 4, for who knows these words of its owner.
 * @throws ERR_UNAVAILABLE
 */
export async function strengthOf(password: string, words: readonly string[]): Promise<number> {
  child ??= start();
  const askedChild = child;
  const id = ++count;
  const question: Question = { id, password, words };
  const timer = setTimeout(() => {
    waiters.get(id)?.reject(new DomainError('ERR_UNAVAILABLE'));
    waiters.delete(id);
  }, patienceMs);
  try {
    return await new Promise<number>((resolve, reject) => {
      waiters.set(id, { resolve, reject });
      askedChild.channel?.ref();
      askedChild.send(question, (error) => error && reject(new DomainError('ERR_UNAVAILABLE')));
    });
  } finally {
    clearTimeout(timer);
  }
}
