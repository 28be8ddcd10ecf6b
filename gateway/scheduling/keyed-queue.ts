interface Task {
  readonly run: () => Promise<void>;
}

/**
 * Returns a queue of work, in order per key, in parallel across keys, at most `parallel` at a time. A key that waits
 * for its turn keeps its place; keys take turns, so that a busy conversation cannot starve the others.
 */
export function keyedQueue(parallel: number) {
  const waitingTasks = new Map<string, Task[]>();
  const readyKeys: string[] = [];
  let runningCount = 0;
  let size = 0;
  let idle: (() => void)[] = [];

  function pump(): void {
    while (runningCount < parallel) {
      const key = readyKeys.shift();
      if (key === undefined) return;
      const task = waitingTasks.get(key)?.shift();
      if (!task) continue;
      runningCount++;
      void task.run().then(() => {
        runningCount--;
        size--;
        if (waitingTasks.get(key)?.length === 0) waitingTasks.delete(key);
        else readyKeys.push(key);
        if (size === 0) for (const resolve of idle.splice(0)) resolve();
        pump();
      });
    }
  }

  return {
    /** Settles as `work` does. */
    run<T>(key: string, work: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        const task: Task = {
          run: async () => {
            try {
              resolve(await work());
            } catch (error) {
              reject(error as Error);
            }
          },
        };
        size++;
        const tasks = waitingTasks.get(key);
        // A key in the map is either ready or running: it is pushed again when its task is done.
        if (tasks) tasks.push(task);
        else {
          waitingTasks.set(key, [task]);
          readyKeys.push(key);
          pump();
        }
      });
    },
    /**
     * For work that waits for long without doing anything: its place among the `parallel` is another's meanwhile, its
     * key's is not.
     */
    async aside<T>(wait: () => Promise<T>): Promise<T> {
      runningCount--;
      pump();
      try {
        return await wait();
      } finally {
        runningCount++;
      }
    },
    get size() {
      return size;
    },
    /** Resolves when nothing is queued or running. */
    idle(): Promise<void> {
      if (size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        idle = [...idle, resolve];
      });
    },
  };
}
