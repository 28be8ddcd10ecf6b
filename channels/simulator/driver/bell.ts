/** Returns a bell that wakes who rests; rung while nobody rests, it lets the next rest end at once. */
export function createBell() {
  let isRung = false;
  let wake = () => {};
  return {
    ring(): void {
      isRung = true;
      wake();
    },
    /** What was rung until now is being seen to. Returns whether it was. */
    silence(): boolean {
      const was = isRung;
      isRung = false;
      return was;
    },
    /** Ends a rest, and no later one. */
    nudge: (): void => wake(),
    rest: (ms: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        if (isRung || signal.aborted) return resolve();
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
