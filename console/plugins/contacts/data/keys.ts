import type { ContactFilter } from '../model/contact-filter.ts';

export const keys = {
  lists: ['contacts', 'list'] as const,
  list: (filter: ContactFilter) => ['contacts', 'list', filter] as const,
  imports: ['contacts', 'imports'] as const,
  import: (id: string) => ['contacts', 'import', id] as const,
};
