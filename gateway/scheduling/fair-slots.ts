interface Line {
  running: number;
  readonly waiting: (() => void)[];
}
interface Group {
  running: number;
  /** In the order of their turns. */
  readonly lines: Map<string, Line>;
}

/**
 * Returns places for work that takes long: so many in all, of a group, of a key in a group. Groups take turns, and keys
 * within them, so that neither a connection nor a conversation with much to do makes the others wait. Nothing is
 * ordered.
 */
export function fairSlots(bounds: {
  readonly total: number;
  readonly ofGroup: number;
  readonly ofKey: number;
}) {
  const groups = new Map<string, Group>();
  let runningCount = 0;

  /** Behind all others that wait now. */
  function moveToEnd(name: string, group: Group, key: string, line: Line): void {
    group.lines.delete(key);
    group.lines.set(key, line);
    groups.delete(name);
    groups.set(name, group);
  }

  /** Starts the one whose turn it is; false: nobody's. */
  function startOne(): boolean {
    for (const [name, group] of groups) {
      if (group.running >= bounds.ofGroup) continue;
      for (const [key, line] of group.lines) {
        const start = line.running < bounds.ofKey ? line.waiting.shift() : undefined;
        if (!start) continue;
        line.running++;
        group.running++;
        runningCount++;
        moveToEnd(name, group, key, line);
        start();
        return true;
      }
    }
    return false;
  }

  const pump = () => {
    while (runningCount < bounds.total && startOne());
  };

  return {
    /** Settles as `work` does, which begins when it has a place. */
    async run<T>(name: string, key: string, work: () => Promise<T>): Promise<T> {
      const group = groups.get(name) ?? { running: 0, lines: new Map<string, Line>() };
      const line = group.lines.get(key) ?? { running: 0, waiting: [] };
      groups.set(name, group);
      group.lines.set(key, line);
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve);
        pump();
      });
      try {
        return await work();
      } finally {
        line.running--;
        group.running--;
        runningCount--;
        moveToEnd(name, group, key, line);
        if (line.running === 0 && line.waiting.length === 0) group.lines.delete(key);
        if (group.lines.size === 0) groups.delete(name);
        pump();
      }
    },
  };
}
export type FairSlots = ReturnType<typeof fairSlots>;
