import type { Deadline } from '../kernel/deadline.ts';
import type { Lock } from '../kernel/pipeline.ts';
import { roughSize } from '../kernel/rough-size.ts';
import type { RecordDefinition } from '../records/definition.ts';
import type { RowRights } from '../records/ownership.ts';
import type { RecordCommand, RecordState } from '../records/record-aggregate.ts';
import { recordDecider, uniqueValues } from '../records/record-aggregate.ts';
import { recordStream } from '../streams.ts';
import { nameKey } from '../text/name-key.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { Places } from './places.ts';
import type { CommandRuntime } from './runtime.ts';
import { adoptValues, reserveNew, type UniqueValue } from './unique-values.ts';

/** Returns the commands of one record. Values are validated by its definition; unknown fields are refused. `rights`: of who asks, where rows belong to people. */
export const createRecord = (
  runtime: CommandRuntime,
  places: Places,
  record: RecordDefinition,
  deleting?: (id: string, companyId: string) => Lock,
) => {
  const valuesOf = (companyId: string, state: RecordState): readonly UniqueValue[] =>
    state.status !== 'active'
      ? []
      : uniqueValues(record, state.values).map(({ field, error, value }) => ({
          claim: runtime.claimOf(companyId, `${record.name}-${field}`, value),
          code: error,
          field,
        }));
  const { handle, streams } = runtime.aggregate(recordDecider(record), {
    weigh: (state) => roughSize(state) / 1_000,
    holds: (companyId, state) => valuesOf(companyId, state).map(({ claim }) => claim),
  });

  /**
   * Rows of before claimed a name with its accents: they take the claim that names have now before somebody else does.
   * Of a name that the row has already nothing is claimed, so nothing is asked: a form sends the whole row.
   */
  async function adoptNames(id: string, command: RecordCommand, deadline: Deadline): Promise<void> {
    if (command.type === 'DeleteRecord') return;
    const { companyId } = command.metadata;
    const before =
      command.type === 'UpdateRecord' &&
      (await streams.refresh(recordStream(record.name, companyId, id))).state;
    for (const { field } of record.unique) {
      const { search, schema } = record.fields[field] ?? {};
      const name = search && schema?.safeParse(command.data[field]).data;
      if (typeof name !== 'string') continue;
      if (before && before.status === 'active' && nameKey(String(before.values[field])) === nameKey(name))
        continue;
      for (const other of await runtime.rowsNamed(companyId, record.plural, field, name)) {
        if (other === id) continue;
        const stream = recordStream(record.name, companyId, other);
        const values = valuesOf(companyId, (await streams.refresh(stream)).state);
        await adoptValues(runtime, command.metadata, { id: other, stream, values }, deadline);
      }
    }
  }

  const run = async (id: string, command: RecordCommand, deadline: Deadline, place?: Lock) => {
    const { companyId } = command.metadata;
    await adoptNames(id, command, deadline);
    const handled = await handle(recordStream(record.name, companyId, id), command, deadline, {
      reservations: reserveNew(id, (state: RecordState) => valuesOf(companyId, state)),
      lock: () => place,
    });
    return outcome(handled);
  };

  const exists = (companyId: string) => async (id: string) =>
    (await streams.refresh(recordStream(record.name, companyId, id))).state.status === 'active';

  type Values = Record<string, unknown>;
  return {
    create: (
      context: Context,
      { id: given, ...values }: Values & { id?: string | undefined },
      rights?: RowRights,
    ): Promise<Outcome & { readonly id: string }> =>
      runtime.withDeadline(async (deadline) => {
        const place =
          record.limit && (await places(context.companyId, record.limit, exists(context.companyId)));
        return runtime.withNewId(context, record.name, given, async (id, metadata) => {
          const command: RecordCommand = { type: 'CreateRecord', data: { ...values, id }, metadata, rights };
          return { ...(await run(id, command, deadline, place)), id };
        });
      }),
    /** `amend`: what follows from the values that stand there by then: of two who do so at once both count. */
    update: (
      context: Context,
      data: Values & { id: string },
      rights?: RowRights,
      amend?: RecordCommand['amend'],
    ): Promise<Outcome> =>
      runtime.withDeadline((deadline) => {
        const metadata = runtime.metadataOf(context);
        return run(data.id, { type: 'UpdateRecord', data, metadata, rights, amend }, deadline);
      }),
    delete: (context: Context, data: { readonly id: string }, rights?: RowRights): Promise<Outcome> =>
      runtime.withDeadline((deadline) => {
        const metadata = runtime.metadataOf(context);
        const lock = deleting?.(data.id, context.companyId);
        return run(data.id, { type: 'DeleteRecord', data, metadata, rights }, deadline, lock);
      }),
  };
};

export type RecordCommands = ReturnType<typeof createRecord>;
