import { roughSize } from '../kernel/rough-size.ts';
import type { RecordDefinition } from '../records/definition.ts';
import { recordDecider, type Values } from '../records/record-aggregate.ts';
import { type TreeChange, type TreeShape, treeDecider } from '../records/record-tree.ts';
import { recordStream, recordTreeStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { RecordCommands } from './record.ts';
import type { CommandRuntime } from './runtime.ts';

export interface TreeCommands {
  /** Changes several rows of one record's tree in one step. */
  readonly change: (
    context: Context,
    data: { readonly of: string; readonly changes: readonly TreeChange[] },
  ) => Promise<Outcome>;
}

/** Returns the commands of records that hang together as trees: those of any record, and several at once. */
export const createRecordTree = (
  runtime: CommandRuntime,
  record: RecordDefinition,
  shape: TreeShape,
): RecordCommands & TreeCommands => {
  const { handle, streams } = runtime.aggregate(treeDecider(record, shape), {
    weigh: (state) => roughSize([...state.rows]) / 1_000,
  });
  const rowStreams = runtime.aggregate(recordDecider(record)).streams;

  /** Returns the rows that only the read model and streams of their own know. */
  async function olderRows(companyId: string): Promise<ReadonlyMap<string, Values>> {
    const { state } = await streams.refresh(recordTreeStream(record.name, companyId));
    const ids = await runtime.rowsOf(companyId, record.plural);
    const rows = new Map<string, Values>();
    for (const id of ids.filter((one) => !state.rows.has(one))) {
      const { state: row } = await rowStreams.refresh(recordStream(record.name, companyId, id));
      if (row.status === 'active') rows.set(id, row.values);
    }
    return rows;
  }

  const run = (context: Context, changes: readonly TreeChange[], of?: string): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const { companyId } = context;
      const data = { changes, of, olderRows: await olderRows(companyId) };
      const command = { type: 'ChangeTree', data, metadata: runtime.metadataOf(context) } as const;
      return outcome(await handle(recordTreeStream(record.name, companyId), command, deadline));
    });

  return {
    create: (context, { id: given, ...values }) =>
      runtime.withNewId(context, record.name, given, async (id) => ({
        ...(await run(context, [{ create: id, values }])),
        id,
      })),
    update: (context, { id, ...values }) => run(context, [{ update: id, values }]),
    delete: (context, { id }) => run(context, [{ delete: id }]),
    change: (context, { of, changes }) => run(context, changes, of),
  };
};
