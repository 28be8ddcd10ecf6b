import type { QueryClient } from '@tanstack/react-query';
import type { AuditEntry } from '../../../contract/audit.ts';
import type { Change } from '../../../contract/changes.ts';
import { patchQueries } from '../../shell/patch-query.ts';
import type { Session } from '../../shell/session.tsx';
import { type AuditFilter, type AuditPages, belongs, withEntry } from './model/filter.ts';

export const keys = {
  all: ['audit'] as const,
  lists: ['audit', 'list'] as const,
  list: (filter: AuditFilter) => ['audit', 'list', filter] as const,
  one: (id: string, scope: string) => ['audit', 'one', id, scope] as const,
  chain: ['audit', 'chain'] as const,
};

/** Another entry: it goes into each list that it belongs to. */
export function applyAuditChange(change: Change, cache: QueryClient, { user }: Session): void {
  const entry = change.document as AuditEntry | undefined;
  if (entry === undefined) return;
  patchQueries<AuditPages>(
    cache,
    keys.lists,
    (key) => (held) =>
      belongs(key[2] as AuditFilter, entry, user.company.timeZone) ? withEntry(held, entry) : held,
  );
}

export const reloadAudit = (cache: QueryClient) => cache.invalidateQueries({ queryKey: keys.all });
