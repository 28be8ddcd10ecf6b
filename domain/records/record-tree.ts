import type { Command } from '../command.ts';
import { DomainError } from '../errors.ts';
import type { Decider } from '../kernel/decider.ts';
import { isSame } from '../same.ts';
import { validate, validateChange } from '../validation.ts';
import type { RecordCommon, RecordDefinition } from './definition.ts';
import { type RecordEvent, recordSchema, type Values } from './record-aggregate.ts';

export type TreeShape = NonNullable<RecordCommon['children']> & { readonly treeField: string };

/** Rows by their ids; null: deleted. */
type Rows = ReadonlyMap<string, Values | null>;
export type TreeState = { readonly status: 'absent' | 'active'; readonly rows: Rows };

/** `before`: what whoever changes it saw. `below`: how many they were told to delete with it. */
export type TreeChange =
  | { readonly create: string; readonly values: Values }
  | { readonly update: string; readonly values: Values; readonly before?: Values | undefined }
  | { readonly delete: string; readonly below?: number | undefined };

export type TreeCommand = Command<
  'ChangeTree',
  {
    readonly changes: readonly TreeChange[];
    /** The record whose tree it is; absent: each row's own. */
    readonly of?: string | undefined;
    /** Rows that stand in streams of their own, from before they had one together. */
    readonly olderRows: ReadonlyMap<string, Values>;
  }
>;

const deepest = 100;

/** A tree while it is changed: rows in their order. */
class Changing {
  readonly rows: Map<string, Values>;
  /** Rows that were given a place. */
  readonly placed = new Map<string, number>();
  readonly touched = new Set<string>();
  readonly shape: TreeShape;

  constructor(shape: TreeShape, rows: Map<string, Values>) {
    this.shape = shape;
    this.rows = rows;
  }

  find(id: string, of: string | undefined): Values {
    const row = this.rows.get(id);
    if (row === undefined || (of !== undefined && row[this.shape.parentField] !== of))
      throw new DomainError('ERR_NOT_FOUND', 'somebody deleted it', { details: { id } });
    return row;
  }

  groupOf(row: Values): string {
    return JSON.stringify([row[this.shape.parentField], row[this.shape.treeField] ?? null]);
  }

  put(id: string, row: Values, place: unknown): void {
    this.rows.set(id, row);
    this.touched.add(this.groupOf(row));
    const wanted = Number(place);
    this.placed.set(id, wanted >= 1 ? wanted : Number.POSITIVE_INFINITY);
  }

  /**
   * Returns what hangs below a row, its leaves first.
   * @throws ERR_VALIDATION where an earlier change of these made a ring: what is in one has no end.
   */
  below(id: string, above: ReadonlySet<string> = new Set()): readonly string[] {
    if (above.has(id)) throw this.#misplaced(id);
    const path = new Set(above).add(id);
    return [...this.rows].flatMap(([child, row]) =>
      row[this.shape.treeField] === id ? [...this.below(child, path), child] : [],
    );
  }

  #misplaced(id: string): DomainError {
    return new DomainError('ERR_VALIDATION', 'Not below itself, nor below what belongs elsewhere', {
      errors: { [this.shape.treeField]: 'invalid' },
      details: { id },
    });
  }

  /** @throws ERR_VALIDATION where a row hangs below itself, below nothing, or below what is another's. */
  checkPlace(id: string): void {
    const { parentField, treeField } = this.shape;
    const row = this.rows.get(id);
    if (row === undefined) return;
    let above = row[treeField] ?? null;
    for (let depth = 0; above !== null; depth++) {
      const node = this.rows.get(above as string);
      if (above === id || depth > deepest || node?.[parentField] !== row[parentField])
        throw this.#misplaced(id);
      above = node?.[treeField] ?? null;
    }
  }

  /** Numbers the rows of each touched group anew, from 1 without gaps. */
  renumber(): void {
    const { placeField } = this.shape;
    if (placeField === undefined) return;
    for (const group of this.touched) {
      const own = [...this.rows].filter(([, row]) => this.groupOf(row) === group);
      const order = own
        .filter(([id]) => !this.placed.has(id))
        .sort(([, a], [, b]) => Number(a[placeField]) - Number(b[placeField]))
        .map(([id]) => id);
      const coming = own
        .flatMap(([id]) => (this.placed.has(id) ? [[id, this.placed.get(id)!] as const] : []))
        .sort(([, a], [, b]) => a - b);
      for (const [id, place] of coming) order.splice(place - 1, 0, id);
      for (const [index, id] of order.entries())
        this.rows.set(id, { ...this.rows.get(id), [placeField]: String(index + 1) });
    }
  }
}

/**
 * Returns the decider of all rows of a company's trees, as one stream: whatever is done to several of them (a branch
 * that is deleted, what follows it and moves up) is one append, which stands as a whole or not at all.
 */
export const treeDecider = (
  record: RecordDefinition,
  shape: TreeShape,
): Decider<TreeState, TreeCommand, RecordEvent> => {
  const schema = recordSchema(record);
  const types = { created: `${record.event}Created`, updated: `${record.event}Updated` };
  const deletedType = `${record.event}Deleted`;

  function update(tree: Changing, change: Extract<TreeChange, { update: string }>, of: string | undefined) {
    const { update: id, values, before = {} } = change;
    const { parentField, placeField = '' } = shape;
    const now = tree.find(id, of);
    for (const [field, seen] of Object.entries(before))
      if (field in values && !isSame(seen, now[field]) && !isSame(values[field], now[field]))
        throw new DomainError('ERR_CONFLICT', 'somebody else changed it', { details: { id, field } });
    const after = validateChange(schema, now, { ...now, ...values });
    // Nobody has looked whether there is another, nor would it be seen in this one any more.
    if (of !== undefined && after[parentField] !== of)
      throw new DomainError('ERR_VALIDATION', 'It stays where it is', {
        errors: { [parentField]: 'invalid' },
        details: { id },
      });
    if (!isSame(tree.groupOf(after), tree.groupOf(now)) || !isSame(after[placeField], now[placeField])) {
      tree.touched.add(tree.groupOf(now));
      tree.put(id, after, values[placeField]);
    } else tree.rows.set(id, after);
  }

  function remove(tree: Changing, change: Extract<TreeChange, { delete: string }>, of: string | undefined) {
    const row = tree.find(change.delete, of);
    const below = tree.below(change.delete);
    if (change.below !== undefined && change.below !== below.length)
      throw new DomainError('ERR_CONFLICT', `${below.length} hang below it by now`, {
        details: { id: change.delete, below: below.length },
      });
    tree.touched.add(tree.groupOf(row));
    for (const id of [...below, change.delete]) tree.rows.delete(id);
  }

  const asEvents = (
    before: ReadonlyMap<string, Values>,
    after: ReadonlyMap<string, Values>,
  ): RecordEvent[] => [
    ...[...before.keys()].filter((id) => !after.has(id)).map((id) => ({ type: deletedType, data: { id } })),
    ...[...after].flatMap(([id, values]): RecordEvent[] => {
      const was = before.get(id);
      if (was !== undefined && Object.keys(values).every((name) => isSame(values[name], was[name])))
        return [];
      return [{ type: was === undefined ? types.created : types.updated, data: { ...values, id } }];
    }),
  ];

  return {
    category: record.name,
    types: new Set([types.created, types.updated, deletedType]),
    initial: { status: 'absent', rows: new Map() },
    decide: ({ data: { changes, of, olderRows: older } }, { rows }) => {
      const before = new Map(
        [...older, ...rows].flatMap(([id, row]) => (row === null ? [] : [[id, row] as const])),
      );
      for (const id of older.keys()) if (rows.get(id) === null) before.delete(id);
      const tree = new Changing(shape, new Map(before));
      for (const change of changes)
        if ('update' in change) update(tree, change, of);
        else if ('delete' in change) remove(tree, change, of);
        else if (!rows.has(change.create)) {
          const row = validate(schema, { ...change.values, ...(of && { [shape.parentField]: of }) });
          tree.put(change.create, row, row[shape.placeField ?? '']);
        }
      for (const id of tree.placed.keys()) tree.checkPlace(id);
      // What hangs below a row that goes elsewhere would be left behind.
      for (const id of [...tree.placed.keys()].flatMap((one) => tree.below(one))) tree.checkPlace(id);
      tree.renumber();
      return asEvents(before, tree.rows);
    },
    evolve: ({ rows }, { type, data: { id, ...values } }) => ({
      status: 'active',
      rows: new Map(rows).set(id, type === deletedType ? null : values),
    }),
  };
};

/** Returns how this record's rows hang together, where they do. */
export const treeOf = (
  records: readonly RecordDefinition[],
  { name }: RecordDefinition,
): TreeShape | undefined => {
  const children = records.find((one) => one.children?.record === name)?.children;
  return children?.treeField === undefined ? undefined : (children as TreeShape);
};
