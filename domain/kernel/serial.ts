/**
 * Returns a runner of tasks: those of one key go one after the other in the order they came, those of different keys
 * side by side. Without it, commands on a hot stream would conflict, and the later could overtake the earlier.
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
