import type { Pace } from './pace.ts';

// Apart from the schema: the console reads channels before it reads anything else, and zod is 20 KiB of a first load.

/** Where nobody set another. */
export const usualPace: Pace = {
  newPerMinute: 4,
  newPerHour: 40,
  newPerDay: 200,
  jitterSeconds: 8,
  typing: 'new',
};
