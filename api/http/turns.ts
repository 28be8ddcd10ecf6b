import { setImmediate } from 'node:timers/promises';
import { DomainError } from '../../domain/errors.ts';
import { sleep } from '../../domain/kernel/retry.ts';

/**
 * Returns turns: so many at a time for each key, and so many that wait; who comes beyond is refused.
 * @throws ERR_TOO_MANY_REQUESTS with details {retryAfter} in seconds
 */
export function createTurns({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
  const lines = new Map<string, { running: number; readonly queue: (() => void)[] }>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { running: 0, queue: [] };
    lines.set(key, line);
    if (line.running >= atOnce) {
      if (line.queue.length >= waiting)
        throw new DomainError('ERR_TOO_MANY_REQUESTS', 'Others are being answered', {
          details: { retryAfter: 2 },
        });
      // Whoever ends passes its place on: `running` stays as it is.
      await new Promise<void>((resolve) => line.queue.push(resolve));
    } else line.running += 1;
    try {
      return await work();
    } finally {
      const next = line.queue.shift();
      if (next) next();
      else {
        line.running -= 1;
        if (line.running === 0) lines.delete(key);
      }
    }
  };
}

const bits = createTurns({ atOnce: 1, waiting: Number.POSITIVE_INFINITY });
/** So long a bit keeps its turn: whatever this process does by itself is done by then, and what takes longer waits for a store. */
const mostHeldMs = 20;
/**
 * Resolves with what a bit of long work gives. The bits of all such work are done one after the other, and between two of
 * them whoever else waits is answered: a hundred at once would be half a second in which nobody is. One that waits for a slow
 * store, or one that answers no more, passes its turn on: it is not this process that is busy then.
 */
export async function aBitOf<T>(work: () => Promise<T>): Promise<T> {
  return bits('', async () => {
    await setImmediate();
    const bit = work();
    const ended = new AbortController();
    const end = () => ended.abort();
    bit.then(end, end);
    await sleep(mostHeldMs, ended.signal);
    return { bit };
  }).then(({ bit }) => bit);
}
