/**
 * Runs tasks of one key one after the other in the order they came, tasks of different keys side by side.
 * Without it, commands on a hot stream would conflict with each other, and messages could overtake each other.
 */
export const createSerial = () => {
  const tails = new Map<string, Promise<unknown>>();
  return <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const previous = tails.get(key);
    const result = previous === undefined ? task() : previous.then(task, task);
    tails.set(key, result);
    const done = () => {
      if (tails.get(key) === result) tails.delete(key);
    };
    result.then(done, done);
    return result;
  };
};

export type Serial = ReturnType<typeof createSerial>;
