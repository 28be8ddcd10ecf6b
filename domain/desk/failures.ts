import { DomainError } from '../errors.ts';
import type { Failures } from '../kernel/failures.ts';

/** What the kernel refuses, in the words of the product's catalogue. */
export const failures: Failures = {
  unavailable: (why) => new DomainError('ERR_UNAVAILABLE', why),
  conflict: (why, cause) => new DomainError('ERR_CONFLICT', why, { cause }),
};
