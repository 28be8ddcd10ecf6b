/** Returns the way to call a task off that runs as soon as the browser has nothing else to do. */
export const whenIdle = (task: () => void): (() => void) => {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
};

/** Resolves when the browser has nothing else to do. */
export const untilIdle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve));
