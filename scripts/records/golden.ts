import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Field, RecordDefinition } from '../../domain/records/definition.ts';
import { recordStream } from '../../domain/streams.ts';

const id = (last: number) => `0193a000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const companyId = id(1);

/** Values of every kind that a field may have; the first that its schema takes stands in the golden event. */
const candidates = ['Exemplo', '#4073d4', 'https://exemplo.example/', 1, 0, true, [], {}, id(2), null];

/** Returns a value that the field takes. */
export const sample = ({ default: usual, widget, schema }: Field): unknown => {
  if (usual !== undefined) return usual;
  const tried = widget.kind === 'select' ? widget.options.map(({ value }) => value) : candidates;
  return tried.find((value) => schema.safeParse(value).success);
};

/** Returns a record's events as they are stored, each with a value for every field, by their types. */
export const goldenOf = (record: RecordDefinition): readonly (readonly [string, RecordedEvent])[] => {
  const recordId = id(60);
  const values = Object.fromEntries(
    Object.entries(record.fields)
      .filter(([, field]) => field.computed === undefined && field.secret === undefined)
      .map(([name, field]) => [name, sample(field)]),
  );
  const event = (type: string, data: object, revision: number): [string, RecordedEvent] => [
    type,
    {
      id: id(1_000 + revision),
      type,
      data,
      metadata: {
        companyId,
        actor: { kind: 'user', id: id(40), name: 'Ana' },
        commandId: id(2_000 + revision),
        correlationId: id(2_000 + revision),
        at: '2026-11-02T12:00:00.000Z',
      },
      stream: recordStream(record.name, companyId, recordId),
      revision,
      position: 1_000 + revision,
    },
  ];
  return [
    event(`${record.event}Created`, { id: recordId, ...values }, 0),
    event(`${record.event}Updated`, { id: recordId, ...values }, 1),
    event(`${record.event}Deleted`, { id: recordId }, 2),
  ];
};
