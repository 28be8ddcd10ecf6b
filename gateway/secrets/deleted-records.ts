import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { type RecordDefinition, secretFields } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { dropSecrets, recordSecrets } from '../../messaging/secrets.ts';
import type { Handles, ProcessManager } from '../process/process-manager.ts';

/**
 * Returns the process manager that drops the secrets of a deleted record also where whoever deleted it died before
 * that: nobody can ask for it a second time.
 */
export function createDeletedRecords({ state }: { readonly state: StateStore }): ProcessManager {
  const drop =
    ({ name }: RecordDefinition) =>
    ({ data, metadata: { companyId } }: RecordedEvent): Promise<void> =>
      dropSecrets(state, recordSecrets(name, companyId, (data as { readonly id: string }).id));
  const withSecrets = records.filter((record) => secretFields(record).length > 0);
  return {
    name: 'record-remains',
    start: 'head',
    key: ({ stream }) => stream,
    handles: Object.fromEntries(
      withSecrets.map((record) => [`${record.event}Deleted`, drop(record)]),
    ) as unknown as Handles,
  };
}
