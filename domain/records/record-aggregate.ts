import { z } from 'zod';
import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import { claimLost } from '../kernel/claim-events.ts';
import type { Decider } from '../kernel/decider.ts';
import { VoidStream } from '../kernel/decider.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { EventSchemas } from '../kernel/schema.ts';
import { areFieldsSame } from '../same.ts';
import { nameKey } from '../text/name-key.ts';
import { validateChange } from '../validation.ts';
import type { RecordDefinition } from './definition.ts';
import type { RowRights } from './ownership.ts';
import { changesRow } from './ownership.ts';

export type Values = Readonly<Record<string, unknown>>;
type Lost = Readonly<Record<string, number>>;

export type RecordState =
  | { readonly status: 'absent' }
  | { readonly status: 'void' | 'deleted'; readonly lost: Lost }
  | { readonly status: 'active'; readonly lost: Lost; readonly values: Values };

export type RecordCommand = (
  | Command<'CreateRecord' | 'UpdateRecord', Values & { readonly id: string }>
  | Command<'DeleteRecord', { readonly id: string }>
) & {
  /** Of who asks, where rows belong to people; absent: the system. */
  readonly rights?: RowRights | undefined;
  /** Of an update: what follows from the values that stand there by then, others than the caller saw. @throws to refuse */
  readonly amend?: ((before: Values) => Values) | undefined;
};

export type RecordEvent = DomainEvent<string, Values & { readonly id: string }>;

/** Returns the stored fields: not those that the read side computes, nor what goes to the vault. */
const storedFields = (record: Pick<RecordDefinition, 'fields'>) =>
  Object.entries(record.fields).filter(
    ([, { computed, secret }]) => computed === undefined && secret === undefined,
  );

/** Returns what a form may send: each field by its schema, absent ones by their default; unknown fields are refused. */
export const recordSchema = (record: RecordDefinition): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      storedFields(record).map(([name, field]) => [
        name,
        field.default === undefined ? field.schema : field.schema.default(field.default as never),
      ]),
    ),
  );

/**
 * Returns the looser rules that stored events are read by: a stricter one that forms are checked by must not make old
 * events unreadable.
 */
const readable = (record: RecordDefinition): z.ZodType =>
  z.looseObject({
    id: z.string(),
    ...Object.fromEntries(
      storedFields(record).map(([name, { default: value }]) => [
        name,
        // What was written before there was this field.
        value === undefined ? z.unknown() : z.unknown().default(value as never),
      ]),
    ),
  });

export const recordEvents = (record: RecordDefinition): EventSchemas => ({
  [`${record.event}Created`]: readable(record),
  [`${record.event}Updated`]: readable(record),
  [`${record.event}Deleted`]: z.object({ id: z.string() }),
  ClaimLost: claimLost,
});

/** Returns the values of the unique fields that a row holds, as they are compared: as names are. */
export const uniqueValues = (record: RecordDefinition, values: Values) =>
  record.unique.flatMap(({ field, error, per }) => {
    const found = values[field];
    if (found === undefined || found === null || found === '') return [];
    const value = nameKey(String(found));
    return [{ field, error, value: per === undefined ? value : JSON.stringify([values[per], value]) }];
  });

/** Returns the aggregate that a record definition yields. An update names the fields it changes; the event carries all. */
export const recordDecider = (record: RecordDefinition): Decider<RecordState, RecordCommand, RecordEvent> => {
  const schema = recordSchema(record);
  const createdType = `${record.event}Created`;
  const updatedType = `${record.event}Updated`;
  const deletedType = `${record.event}Deleted`;

  const settle = record.settle ?? ((values: Values) => values);
  const valid = (values: Values, before: Values = {}): Values =>
    settle(validateChange(schema, before, values));
  const present = (state: RecordState) => {
    if (state.status !== 'active') throw new DomainError('ERR_NOT_FOUND', `no such ${record.name}`);
    return state;
  };
  const changeable = (state: RecordState, rights: RowRights | undefined) => {
    const there = present(state);
    if (!changesRow(record, rights, there.values))
      throw new DomainError('ERR_NO_PERMISSION', `somebody else's ${record.name}`);
    return there;
  };
  const { ownership } = record;
  /** Whose a row is stays as it began, and only who may share makes it everybody's, or no longer. */
  const withOwner = (values: Values, before: Values | undefined, rights: RowRights | undefined): Values => {
    if (ownership === undefined || rights === undefined) return values;
    const { owner, shared } = ownership;
    const was = before?.[shared] === true;
    if (!rights.share && (values[shared] === true) !== was)
      throw new DomainError('ERR_NO_PERMISSION', `${shared} is not for everybody to set`);
    return { ...values, [owner]: before === undefined ? rights.userId : before[owner] };
  };

  return {
    category: record.name,
    types: new Set([createdType, updatedType, deletedType, 'ClaimLost']),
    initial: { status: 'absent' },
    decide: ({ type, data, rights, amend }, state) => {
      const { id, ...values } = data;
      switch (type) {
        case 'CreateRecord':
          if (state.status === 'void') throw new VoidStream();
          if (state.status !== 'absent') return [];
          return [{ type: createdType, data: { ...withOwner(valid(values), undefined, rights), id } }];
        case 'UpdateRecord': {
          const before = changeable(state, rights).values;
          const changed = { ...before, ...values, ...amend?.(before) };
          const after = withOwner(valid(changed, before), before, rights);
          return areFieldsSame(before, after) ? [] : [{ type: updatedType, data: { ...after, id } }];
        }
        case 'DeleteRecord':
          if (state.status === 'deleted') return [];
          changeable(state, rights);
          return [{ type: deletedType, data: { id } }];
        default:
          return type satisfies never;
      }
    },
    evolve: (state, event) => {
      const { id: _, ...values } = event.data;
      const lostClaims = state.status === 'absent' ? {} : state.lost;
      switch (event.type) {
        case 'ClaimLost': {
          const { claim, claimRevision } = event.data as unknown as z.output<typeof claimLost>;
          const more = { ...lostClaims, [claim]: claimRevision };
          return state.status === 'absent' ? { status: 'void', lost: more } : { ...state, lost: more };
        }
        case createdType:
          return state.status === 'absent' ? { status: 'active', lost: lostClaims, values } : state;
        case updatedType:
          return state.status === 'active' ? { ...state, values } : state;
        case deletedType:
          return state.status === 'active' ? { status: 'deleted', lost: lostClaims } : state;
        default:
          return state;
      }
    },
  };
};
