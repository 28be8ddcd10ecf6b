import { channels } from '../../contract/channels.ts';
import type { DomainEvent, RecordedEvent } from '../../domain/kernel/event.ts';
import { isListed, type RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { sortName } from '../../domain/text/sort-name.ts';
import { begin, type FoldContext, type NoticePolicy, type Projection, projection } from '../definition.ts';
import { counterId, numberOf } from './counters.ts';
import type { RecordDocument } from './document.ts';

type Values = Readonly<Record<string, unknown>> & { readonly id: string };
type RecordEvent = RecordedEvent<string, Values>;

const id = (event: RecordEvent) => event.data.id;
/** Returns the user who did it; null: the product itself. */
const userOf = ({ metadata: { actor } }: RecordEvent) => (actor.kind === 'user' ? actor.id : null);

/** Returns the declared fields alone: what an older build stored beside them is not shown. */
const fieldsOf = (record: RecordDefinition, values: Values) =>
  Object.fromEntries(
    Object.entries(record.fields)
      .filter(([name, { secret }]) => values[name] !== undefined && secret === undefined)
      .map(([name]) => [name, values[name]]),
  );

/** Returns what rows are sorted by where an event says their title. */
const sortTitleOf = (record: RecordDefinition, values: Values) => {
  const title = values[record.title];
  return typeof title === 'string' ? { sortTitle: sortName(title) } : {};
};

const listedFields = (record: RecordDefinition) =>
  Object.entries(record.fields).flatMap(([name, field]) => (isListed(field) ? [name] : []));
const searchable = (record: RecordDefinition) =>
  Object.keys(record.fields).filter((name) => record.fields[name]?.search);

/** Returns the fields that refer to many others: they are lists, found by their elements. */
const arraysOf = (record: RecordDefinition) =>
  Object.entries(record.fields)
    .filter(([, { widget }]) => widget.kind === 'reference' && widget.many)
    .map(([name]) => name);

const indexesOf = (record: RecordDefinition) => {
  const singleFields = new Set([
    record.title,
    'sortTitle',
    ...listedFields(record),
    ...record.unique.map(({ field }) => field),
    ...arraysOf(record),
    ...(record.ownership ? [record.ownership.owner, record.ownership.shared] : []),
    ...(record.shownWhile ? [record.shownWhile] : []),
    'number',
    'createdAt',
    'updatedAt',
  ]);
  return [...singleFields]
    .filter((name) => record.fields[name]?.computed === undefined)
    .map((name) => [name]);
};

/** Returns who is told of rows that belong to somebody, or are not shown to everybody: those who may see them. */
const audienceOf = ({ ownership, shownWhile }: RecordDefinition): Partial<NoticePolicy<RecordDocument>> => {
  if (shownWhile !== undefined)
    return {
      audience: (doc) => ({ owner: null, shared: doc[shownWhile] === true, any: 'super' }),
      audienceBefore: () => ({ owner: null, shared: true, any: 'super' }),
    };
  if (ownership === undefined) return {};
  const { owner, shared, any } = ownership;
  return {
    audience: (doc) => ({
      owner: typeof doc[owner] === 'string' ? doc[owner] : null,
      shared: doc[shared] === true,
      any,
    }),
    // After a crash nobody knows who saw it before: who cannot see it now is told that it is gone, which says nothing.
    audienceBefore: () => ({ owner: null, shared: true, any }),
  };
};

/** Returns what takes a record along: what it is a part of. Nothing is left of a queue's tree that nobody reaches. */
const goesWith = (record: RecordDefinition): { deleteBy?: never } => {
  const parent = records.find(({ children }) => children?.record === record.name);
  if (parent?.children === undefined) return {};
  const { parentField: field } = parent.children;
  return {
    deleteBy: {
      [`${parent.event}Deleted`]: { field, few: true, value: (event: RecordEvent) => event.data.id },
    } as never,
  };
};

/** Returns the read model that a record definition yields: its collection is `record.plural`, its channel `record.name`. */
export const recordProjection = (record: RecordDefinition): Projection => {
  const arrays = arraysOf(record);
  return projection<RecordDocument, DomainEvent>(record.plural, {
    indexes: indexesOf(record),
    marked: true,
    ...(arrays.length > 0 && { arrays }),
    search: { fields: searchable(record) },
    notices: [
      {
        channel: (companyId) => channels.record(companyId, record.channel ?? record.name),
        ...audienceOf(record),
      },
    ],
    on: {
      [`${record.event}Created`]: {
        id,
        creates: true,
        companion: (event: RecordEvent) => ({
          collection: 'counters',
          id: counterId(record.plural, event.metadata.companyId),
        }),
        apply: (
          _doc: RecordDocument | undefined,
          event: RecordEvent,
          { companion }: FoldContext,
        ): RecordDocument => ({
          ...begin(event, event.data.id),
          ...fieldsOf(record, event.data),
          sortTitle: '',
          ...sortTitleOf(record, event.data),
          number: numberOf(companion, event),
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
          updatedBy: userOf(event),
        }),
      },
      [`${record.event}Updated`]: {
        id,
        apply: (doc: RecordDocument | undefined, event: RecordEvent) =>
          doc && {
            ...doc,
            ...fieldsOf(record, event.data),
            ...sortTitleOf(record, event.data),
            updatedAt: event.metadata.at,
            updatedBy: userOf(event),
          },
      },
      [`${record.event}Deleted`]: { id, apply: () => 'delete' },
    } as never,
    ...goesWith(record),
  });
};
