import type { TicketFilter } from './filter.ts';

/** Query keys of the workspace: everything that is patched from changes is found under these. */
export const keys = {
  lists: ['tickets', 'list'] as const,
  list: (filter: TicketFilter) => ['tickets', 'list', filter] as const,
  allCounts: ['tickets', 'counts'] as const,
  counts: (filter: TicketFilter) => ['tickets', 'counts', filter] as const,
  tickets: ['tickets', 'one'] as const,
  ticket: (id: string) => ['tickets', 'one', id] as const,
  thread: (id: string) => ['tickets', 'thread', id] as const,
  history: (id: string) => ['tickets', 'history', id] as const,
  asOf: (id: string, revision: number, count: number) => ['tickets', 'as-of', id, revision, count] as const,
  versions: (id: string, position: number) => ['tickets', 'versions', id, position] as const,
  allNotes: ['tickets', 'notes'] as const,
  members: (contactId: string) => ['tickets', 'members', contactId] as const,
  notes: (contactId: string) => ['tickets', 'notes', contactId] as const,
  contact: (id: string) => ['tickets', 'contact', id] as const,
  number: (number: string) => ['tickets', 'number', number] as const,
  contacts: (search: string) => ['tickets', 'contacts', search] as const,
  quickMessages: ['tickets', 'quick-messages'] as const,
  tags: ['tickets', 'tags'] as const,
  users: ['tickets', 'users'] as const,
};
