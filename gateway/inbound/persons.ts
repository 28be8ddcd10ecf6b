import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { keyedQueue } from '../scheduling/keyed-queue.ts';

/**
 * Returns a function that gives one key for all addresses that were ever seen together, so that what one person writes from
 * several of them stays in one order. Of two that were taken for different people until now it names the other key too:
 * what waits under it comes first.
 */
export function personKeys(max = 50_000) {
  const keys = boundedCache<string>(max);
  return (addresses: readonly string[]): { readonly key: string; readonly before?: string } | undefined => {
    const known = [...new Set(addresses.flatMap((address) => keys.get(address) ?? []))];
    const key = known[0] ?? addresses[0];
    if (key === undefined) return undefined;
    for (const address of addresses) keys.set(address, key);
    const before = known[1];
    return before === undefined ? { key } : { key, before };
  };
}

/**
 * Returns a function that runs work in order per person, in parallel across persons.
 * @param queue holds one of its places while what came from another address of the same person is waited for
 */
export function inPersonalOrder(queue: Pick<ReturnType<typeof keyedQueue>, 'run'>) {
  const personOf = personKeys();
  const tails = new Map<string, Promise<void>>();
  return (addresses: readonly string[], otherwise: string, work: () => Promise<void>): Promise<void> => {
    const { key, before } = personOf(addresses) ?? { key: otherwise };
    const other = before === undefined ? undefined : tails.get(before);
    const done = queue.run(key, other === undefined ? work : () => other.then(work));
    const tail = done
      .catch(() => {})
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return done;
  };
}
