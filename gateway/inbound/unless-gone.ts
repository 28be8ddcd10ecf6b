import { isDomainError } from '../../domain/errors.ts';

/** Returns what the work gives. Undefined: the contact was erased, or goes on in another one. */
export const unlessGone = <T>(work: () => Promise<T>): Promise<T | undefined> =>
  work().catch((error: unknown) => {
    if (isDomainError(error, 'ERR_CONTACT_ERASED') || isDomainError(error, 'ERR_CONTACT_MERGED'))
      return undefined;
    throw error;
  });
