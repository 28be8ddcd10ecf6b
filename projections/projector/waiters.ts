/** Those who wait until the read models have reached a position. */
export interface Waiters {
  reached(currentPosition: number, position: number, timeoutMs: number): Promise<boolean>;
  advance(position: number): void;
  readonly size: number;
}

export const createWaiters = (): Waiters => {
  const waiters = new Set<{ position: number; done: (reached: boolean) => void }>();
  return {
    get size() {
      return waiters.size;
    },
    reached(current, position, timeoutMs) {
      if (current >= position) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter = {
          position,
          done(reached: boolean) {
            clearTimeout(timer);
            waiters.delete(waiter);
            resolve(reached);
          },
        };
        const timer = setTimeout(() => waiter.done(false), timeoutMs);
        waiters.add(waiter);
      });
    },
    advance(position) {
      for (const waiter of waiters) if (waiter.position <= position) waiter.done(true);
    },
  };
};
