/** Resolves after `ms`, or at once when the signal aborts; it never rejects. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });

/** Returns doubling delays from `firstMs` to `cap` milliseconds, each between half and the whole of its step (jitter). */
export const backoff = (firstMs: number, cap: number, random: () => number = Math.random) => {
  let step = firstMs;
  return {
    next(): number {
      const delay = step / 2 + (random() * step) / 2;
      step = Math.min(step * 2, cap);
      return delay;
    },
    reset(): void {
      step = firstMs;
    },
  };
};

export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

export interface RetryOptions {
  readonly signal?: AbortSignal;
  /** Whether another try is of no use: its failure is thrown. */
  readonly giveUp?: (error: unknown, failures: number) => boolean;
  readonly onFailure?: (error: unknown, failures: number) => void;
  /** Told once it has been done after all. */
  readonly onRecovery?: () => void;
  readonly firstMs?: number;
  readonly capMs?: number;
  /** For tests, and who counts the time otherwise. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

/** Returns what `work` gives once it succeeds, however often that takes. @throws StoppedError when the signal aborts; what `giveUp` says yes to */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal } = options;
  let delays: ReturnType<typeof backoff> | undefined;
  for (let failures = 1; ; failures++) {
    if (signal?.aborted) throw new StoppedError('stopped');
    try {
      const done = await work();
      if (failures > 1) options.onRecovery?.();
      return done;
    } catch (error) {
      if (options.giveUp?.(error, failures)) throw error;
      options.onFailure?.(error, failures);
      delays ??= backoff(options.firstMs ?? 20, options.capMs ?? 5_000, options.random);
      await (options.sleep ?? sleep)(delays.next(), signal);
    }
  }
}

/** Returns what `work` gives within `ms`. @throws what `late()` gives when it takes longer */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(late()), ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns how long to wait before trying again after the nth conflict, milliseconds: random, so that two part ways. */
export const jitter = (attempt: number, random: () => number): number =>
  random() * Math.min(2 ** attempt * 2, 250);
