import { DomainError } from '../errors.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { records } from '../records/index.ts';
import { treeOf } from '../records/record-tree.ts';
import type { Places } from './places.ts';
import { createRecord, type RecordCommands } from './record.ts';
import { createRecordTree, type TreeCommands } from './record-tree.ts';
import type { CommandRuntime } from './runtime.ts';

/** Returns the commands of the records, by the name or the plural of their definition. `deleting`: locks of what may be in use. */
export const createRecords = (
  runtime: CommandRuntime,
  places: Places,
  deleting: Readonly<Record<string, (id: string, companyId: string) => Lock>> = {},
) => {
  const commands = new Map<string, RecordCommands & Partial<TreeCommands>>();
  for (const record of records) {
    const shape = treeOf(records, record);
    const own = shape
      ? createRecordTree(runtime, record, shape)
      : createRecord(runtime, places, record, deleting[record.name]);
    commands.set(record.name, own).set(record.plural, own);
  }
  return (name: string): RecordCommands & Partial<TreeCommands> => {
    const own = commands.get(name);
    if (own === undefined) throw new DomainError('ERR_NOT_FOUND', `no record ${name}`);
    return own;
  };
};
