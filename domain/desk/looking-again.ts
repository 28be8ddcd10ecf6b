/** Somebody else was faster, and no refusal says so: an attempt throws it to be made again. */
export class OutrunError extends Error {
  override readonly name = 'OutrunError';
}

/**
 * Returns what the attempt gives. Each begins by looking at what stands there: where it finds that somebody else was faster
 * (by an OutrunError, or a failure that `isOutrun` knows), the next one begins at once, for what it finds is another thing by then.
 */
export async function lookingAgain<T>(
  attempt: () => Promise<T>,
  isOutrun: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OutrunError) && !isOutrun(error)) throw error;
    }
  }
}
