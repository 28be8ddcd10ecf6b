import { queryOptions } from '@tanstack/react-query';
import type { RecordRow } from '../../contract/record-row.ts';
import type { record } from '../../records/role/record.ts';
import { api } from './api.ts';

/** A role of the company's own. */
export type RoleView = Pick<RecordRow<typeof record>, 'id' | 'name' | 'rules' | 'queueScope' | 'queueIds'>;

/** For who manages users; the feed keeps them current (see the plugin `roles`). */
export const rolesQuery = queryOptions({
  queryKey: ['roles', 'list'],
  queryFn: ({ signal }) => api<readonly RoleView[]>('/roles', { signal }),
});
