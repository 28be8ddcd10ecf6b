import type { EventStore } from '../domain/kernel/event-store.ts';

/** Where an actor stops for ever: at its nth store operation, before or after it took effect. */
export interface Stop {
  readonly at: number;
  readonly after: boolean;
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const never = () => new Promise<never>(() => undefined);

/** Lets tests decide which actor's store operation comes next. */
export const createStepper = (store: EventStore) => {
  const pending: (() => void)[] = [];
  const gate = () => new Promise<void>((resolve) => pending.push(resolve));

  return {
    /** The store as one actor sees it. */
    actor: (stop?: Stop): EventStore => {
      let operations = 0;
      const step = async <T>(operate: () => Promise<T>): Promise<T> => {
        const here = operations === stop?.at;
        operations += 1;
        await gate();
        if (here && !stop?.after) return never();
        // The outcome is taken now and told later: what the actor acts on may be out of date by then.
        const result = await operate().then(
          (value) => () => value,
          (error: unknown) => () => {
            throw error;
          },
        );
        if (here) return never();
        await gate();
        return result();
      };
      return {
        ...store,
        append: (...args) => step(() => store.append(...args)),
        read: (...args) => step(() => store.read(...args)),
      };
    },
    /** Runs until nobody has anything left to do; `pick` says which of n operations comes next. */
    run: async (pick: (choices: number) => number, check: () => Promise<void>): Promise<void> => {
      for (;;) {
        await settle();
        if (pending.length === 0) return;
        const [next] = pending.splice(pick(pending.length), 1);
        next!();
        await settle();
        await check();
      }
    },
  };
};
