import type { QueryClient } from '@tanstack/react-query';

export const key = ['companies'] as const;

/** A company changed: which page it belongs on, and what is due, only the server knows. */
export const reloadCompanies = (cache: QueryClient): Promise<void> =>
  cache.invalidateQueries({ queryKey: key });
