import type { z } from 'zod';
import { isSeen } from './clean.ts';

/** A check of a schema's texts: one of which nothing can be seen is as short as one that is not there. */
export const seen: z.core.CheckFn<string> = ({ value, issues }) => {
  if (value !== '' && !isSeen(value))
    issues.push({ code: 'too_small', origin: 'string', minimum: 1, inclusive: true, input: value });
};
