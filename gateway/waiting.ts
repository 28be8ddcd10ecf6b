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

/** Doubling delays from `first` to `cap` milliseconds, each between half and the whole of its step (jitter). */
export const backoff = (first: number, cap: number) => {
  let step = first;
  return {
    next(): number {
      const delay = step / 2 + (Math.random() * step) / 2;
      step = Math.min(step * 2, cap);
      return delay;
    },
    reset(): void {
      step = first;
    },
  };
};

export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

/**
 * Runs `work` until it succeeds. `giveUp` decides on each failure whether another try is of use (then the failure is
 * thrown). @throws StoppedError when the signal aborts.
 */
export async function persist<T>(
  work: () => Promise<T>,
  options: {
    signal: AbortSignal;
    giveUp?: (error: unknown, failures: number) => boolean;
    onFailure?: (error: unknown, failures: number) => void;
    firstMs?: number;
    capMs?: number;
  },
): Promise<T> {
  const delays = backoff(options.firstMs ?? 20, options.capMs ?? 5_000);
  for (let failures = 1; ; failures++) {
    if (options.signal.aborted) throw new StoppedError('stopped');
    try {
      return await work();
    } catch (error) {
      if (options.giveUp?.(error, failures)) throw error;
      options.onFailure?.(error, failures);
      await sleep(delays.next(), options.signal);
    }
  }
}

/** @throws what `late()` gives when `work` takes longer than `ms` */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
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
