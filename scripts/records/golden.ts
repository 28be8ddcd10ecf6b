import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { Field, RecordDefinition } from '../../domain/records/definition.ts';
import { recordStream, ticketStream } from '../../domain/streams.ts';
import { beforeName, choices } from '../../domain/ticket/fields/derive.ts';

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

const golden = (type: string, data: object, stream: string, revision: number): [string, RecordedEvent] => [
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
    stream,
    revision,
    position: 1_000 + revision,
  },
];

/** Returns a record's events as they are stored, each with a value for every field, by their types. */
export const goldenOf = (record: RecordDefinition): readonly (readonly [string, RecordedEvent])[] => {
  const recordId = id(60);
  const values = Object.fromEntries(
    Object.entries(record.fields)
      .filter(([, field]) => field.computed === undefined && field.secret === undefined)
      .map(([name, field]) => [name, sample(field)]),
  );
  const stream = recordStream(record.name, companyId, recordId);
  return [
    golden(`${record.event}Created`, { id: recordId, ...values }, stream, 0),
    golden(`${record.event}Updated`, { id: recordId, ...values }, stream, 1),
    golden(`${record.event}Deleted`, { id: recordId }, stream, 2),
  ];
};

/** Returns the events of a ticket's declared fields as they are stored, by their types. */
export const goldenFields = (): readonly (readonly [string, RecordedEvent])[] =>
  choices.map(({ name, event, values, usual }) => {
    const ticketId = id(10);
    const after = Object.keys(values).find((value) => value !== usual) ?? usual;
    const data = { ticketId, [name]: after, [beforeName(name)]: usual };
    return golden(event, data, ticketStream(companyId, ticketId), 1);
  });
