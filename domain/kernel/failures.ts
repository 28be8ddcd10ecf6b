import type { Loaded } from './event-streams.ts';

/** How the application words what the kernel refuses, in errors of its own catalogue. */
export interface Failures {
  /** Nothing was decided, or nobody knows the outcome yet: the same command may be sent again. */
  unavailable(why: string): Error;
  /** Others kept changing the stream. */
  conflict(why: string, cause: unknown): Error;
}

/** Throws for a stream with an event of a newer build: this one may not decide on it. */
export const throwIfUnknown = (failures: Failures, stream: string, loaded: Loaded<unknown>): void => {
  if (loaded.unknownType !== null)
    throw failures.unavailable(`${stream} has an event of a newer version: ${loaded.unknownType}`);
};
