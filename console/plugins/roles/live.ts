import type { QueryClient } from '@tanstack/react-query';

/** Roles, or who has which, have changed. */
export const reloadRoles = (_change: unknown, cache: QueryClient): void =>
  void cache.invalidateQueries({ queryKey: ['roles'] });
