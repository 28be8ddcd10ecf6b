import type { Desk } from '../desk.ts';
import { DomainError } from '../errors.ts';
import { createClaimingHandler } from '../kernel/claiming-handler.ts';
import { roughSize } from '../kernel/rough-size.ts';
import { recordStream } from '../kernel/streams.ts';
import type { RecordDefinition } from '../records/definition.ts';
import { records } from '../records/index.ts';
import type { RecordCommand, RecordState } from '../records/record-aggregate.ts';
import { recordDecider, uniqueValues } from '../records/record-aggregate.ts';
import type { Kit } from './kit.ts';
import { outcome } from './kit.ts';

type RecordDesk = ReturnType<Desk['records']>;

const createRecord = (kit: Kit, record: RecordDefinition): RecordDesk => {
  const decider = recordDecider(record);
  const streams = kit.streams(decider, { weigh: (state) => roughSize(state) / 1_000 });
  const wanted = (companyId: string, state: RecordState) =>
    uniqueValues(record, state).map(({ field, error, value }) => ({
      claim: kit.claimOf(companyId, `${record.name}-${field}`, value),
      code: error,
      field,
    }));
  kit.claims.register(record.name, {
    streams,
    holds: (companyId, state) => wanted(companyId, state).map(({ claim }) => claim),
    lost: (state) => (state.status === 'absent' ? {} : state.lost),
  });
  const handle = createClaimingHandler(decider, streams, kit.claims, wanted, kit.handler);
  const stream = (companyId: string, id: string) => recordStream(record.name, companyId, id);

  return {
    create: (context, { id: given, ...values }, rights) =>
      kit.patient((patience) =>
        kit.withNewId(context, record.name, given, async (id, metadata) => {
          const command: RecordCommand = { type: 'CreateRecord', data: { ...values, id }, metadata, rights };
          const handled = await handle(stream(context.companyId, id), id, command, patience);
          return { ...outcome(handled), id };
        }),
      ),
    update: (context, data, rights) =>
      kit.patient(async (patience) => {
        const command: RecordCommand = {
          type: 'UpdateRecord',
          data,
          metadata: kit.metadataOf(context),
          rights,
        };
        return outcome(await handle(stream(context.companyId, data.id), data.id, command, patience));
      }),
    delete: (context, data, rights) =>
      kit.patient(async (patience) => {
        const command: RecordCommand = {
          type: 'DeleteRecord',
          data,
          metadata: kit.metadataOf(context),
          rights,
        };
        return outcome(await handle(stream(context.companyId, data.id), data.id, command, patience));
      }),
  };
};

/** Commands of the records, by the name or the plural of their definition. */
export const createRecords = (kit: Kit): Desk['records'] => {
  const desks = new Map<string, RecordDesk>();
  for (const record of records) {
    const desk = createRecord(kit, record);
    desks.set(record.name, desk).set(record.plural, desk);
  }
  return (name) => {
    const desk = desks.get(name);
    if (desk === undefined) throw new DomainError('ERR_NOT_FOUND', `no record ${name}`);
    return desk;
  };
};
