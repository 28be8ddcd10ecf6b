/** The editor of a queue's menu: its options as a tree that is written, dragged about, tried out and saved as one. */

import type { TreeChange } from '../../../domain/records/record-tree.ts';
import { isSame } from '../../../domain/same.ts';

/** A row as the API answers it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** What is written of an option. `file`: one that was chosen and not stored yet. */
export interface OptionNode {
  readonly id: string;
  readonly parentId: string | null;
  readonly values: Readonly<Record<string, unknown>>;
  readonly file?: File;
  /** As the server has it; absent: it is new. */
  readonly base?: Row;
  /** It was given another place. */
  readonly moved?: true;
  /** What others wrote into a field while it was written here: to save puts what was written here in its place. */
  readonly theirs?: Readonly<Record<string, unknown>>;
}

/** Siblings stand in their order; `rows`: what the draft began with. */
export interface TreeDraft {
  readonly nodes: readonly OptionNode[];
  readonly rows: readonly Row[];
}

/** Fields that the place in the tree says, and what the read side adds. */
const placing = new Set(['option', 'parentId', 'queueId']);
const addedFields = new Set([
  'id',
  'number',
  'createdAt',
  'updatedAt',
  'updatedBy',
  'position',
  'mediaPathUrl',
]);
const parentOf = (row: Row): string | null => (row.parentId as string | null) ?? null;
const inPlace = (rows: readonly Row[]): Row[] => rows.toSorted((a, b) => Number(a.option) - Number(b.option));

const valuesOf = (row: Row) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !placing.has(name) && !addedFields.has(name)));

const nodeOf = (row: Row): OptionNode => ({
  id: row.id,
  parentId: parentOf(row),
  values: valuesOf(row),
  base: row,
});

export const draftOf = (rows: readonly Row[]): TreeDraft => ({ nodes: inPlace(rows).map(nodeOf), rows });

export const childrenOf = (
  { nodes }: Pick<TreeDraft, 'nodes'>,
  parentId: string | null,
): readonly OptionNode[] => nodes.filter((node) => node.parentId === parentId);

/** Returns what hangs below an option, at any depth. */
export const belowOf = (draft: Pick<TreeDraft, 'nodes'>, id: string): readonly OptionNode[] =>
  childrenOf(draft, id).flatMap((child) => [child, ...belowOf(draft, child.id)]);

export const edit = (
  draft: TreeDraft,
  id: string,
  change: Partial<Pick<OptionNode, 'values' | 'file'>>,
): TreeDraft => ({
  ...draft,
  nodes: draft.nodes.map((node) =>
    node.id === id ? { ...node, ...change, values: { ...node.values, ...change.values } } : node,
  ),
});

/** Returns the draft with an option below another (null: at the top), at a place from 0; below itself nothing goes. */
export function place(draft: TreeDraft, id: string, parentId: string | null, index: number): TreeDraft {
  const node = draft.nodes.find((one) => one.id === id);
  if (node === undefined || parentId === id || belowOf(draft, id).some((one) => one.id === parentId))
    return draft;
  const others = draft.nodes.filter((one) => one.id !== id);
  const siblings = others.filter((one) => one.parentId === parentId);
  const after = siblings[index];
  const at = after === undefined ? others.length : others.indexOf(after);
  return { ...draft, nodes: others.toSpliced(at, 0, { ...node, parentId, moved: true }) };
}

export type Step = 'up' | 'down' | 'in' | 'out';

/** Returns the draft with an option moved by one step: among its siblings, into the one above it, or out beside its parent. */
export function step(draft: TreeDraft, id: string, to: Step): TreeDraft {
  const node = draft.nodes.find((one) => one.id === id);
  if (node === undefined) return draft;
  const siblings = childrenOf(draft, node.parentId);
  const at = siblings.findIndex((one) => one.id === id);
  if (to === 'up' || to === 'down') {
    const next = at + (to === 'up' ? -1 : 1);
    return next < 0 || next >= siblings.length ? draft : place(draft, id, node.parentId, next);
  }
  if (to === 'in') {
    const above = siblings[at - 1];
    return above ? place(draft, id, above.id, childrenOf(draft, above.id).length) : draft;
  }
  const parent = draft.nodes.find((one) => one.id === node.parentId);
  if (parent === undefined) return draft;
  const index = childrenOf(draft, parent.parentId).findIndex((one) => one.id === parent.id);
  return place(draft, id, parent.parentId, index + 1);
}

export const add = (draft: TreeDraft, id: string, parentId: string | null, title: string): TreeDraft => ({
  ...draft,
  nodes: [
    ...draft.nodes,
    { id, parentId, values: { title, message: '', mediaPath: null, mediaName: null }, moved: true },
  ],
});

/** Returns the draft without an option and all that hangs below it. */
export function remove(draft: TreeDraft, id: string): TreeDraft {
  const gone = new Set([id, ...belowOf(draft, id).map((node) => node.id)]);
  return { ...draft, nodes: draft.nodes.filter((node) => !gone.has(node.id)) };
}

const changedFields = ({ values, base }: OptionNode): readonly string[] =>
  Object.keys(values).filter((name) => !isSame(values[name], base?.[name]));

/** Returns what the server is asked for: what is new, what was changed or moved, and what went, counted. */
export function changesOf(draft: TreeDraft): readonly TreeChange[] {
  const { nodes, rows } = draft;
  const here = new Set(nodes.map(({ id }) => id));
  const placeOf = (node: OptionNode) => String(childrenOf(draft, node.parentId).indexOf(node) + 1);
  const inOrder = (parentId: string | null): readonly OptionNode[] =>
    childrenOf(draft, parentId).flatMap((node) => [node, ...inOrder(node.id)]);
  const writtenChanges = inOrder(null).flatMap((node): TreeChange[] => {
    const { id, base, values, parentId } = node;
    const placed = node.moved ? { parentId, option: placeOf(node) } : {};
    if (base === undefined) return [{ create: id, values: { ...values, ...placed } }];
    const names = changedFields(node);
    const changed = { ...Object.fromEntries(names.map((name) => [name, values[name]])), ...placed };
    if (Object.keys(changed).length === 0) return [];
    const seen = Object.fromEntries(names.map((name) => [name, base[name]]));
    return [
      { update: id, values: changed, before: { ...seen, ...(node.moved && { parentId: parentOf(base) }) } },
    ];
  });
  const rowsBelow = (id: string): readonly Row[] =>
    rows.filter((row) => parentOf(row) === id).flatMap((row) => [row, ...rowsBelow(row.id)]);
  const gone = rows.filter(({ id }) => !here.has(id));
  const tops = gone.filter((row) => !gone.some(({ id }) => id === parentOf(row)));
  return [
    ...writtenChanges,
    // What was moved out of it before stays.
    ...tops.map(({ id }) => ({ delete: id, below: rowsBelow(id).filter((row) => !here.has(row.id)).length })),
  ];
}

const fileFields: readonly string[] = ['mediaPath', 'mediaName'];

/** Returns what others wrote by now where it is written here too, and something else. */
function theirsOf(node: OptionNode, row: Row): OptionNode['theirs'] {
  const { values, base, file, theirs = {} } = node;
  const differs = (name: string) =>
    // A chosen file is another than theirs, whatever both are called; where they have none it takes nothing away.
    file && fileFields.includes(name) ? row[name] !== null : !isSame(values[name], row[name]);
  const written = new Set([...changedFields(node), ...(file ? fileFields : [])]);
  const names = [...written].filter(
    (name) => differs(name) && (name in theirs || !isSame(base?.[name], row[name])),
  );
  return names.length > 0 ? Object.fromEntries(names.map((name) => [name, row[name]])) : undefined;
}

const shownFields = ['title', 'message', 'action', 'mediaName'] as const;
type Shown = (typeof shownFields)[number];

/** Returns what others wrote meanwhile where it is written here too: to save would take it away unseen. */
export const clashesOf = ({ nodes }: Pick<TreeDraft, 'nodes'>) =>
  nodes.flatMap((node) => {
    const { values, file, theirs = {} } = node;
    return shownFields
      .filter((name) => name in theirs && ((file && name === 'mediaName') || values[name] !== theirs[name]))
      .map((name) => ({ node, name, value: theirs[name] ?? '' }));
  });

/** Returns the draft with what others wrote into a field in the place of what was written here; a file in the place of one chosen here. */
export const takeTheirs = (draft: TreeDraft, id: string, name: Shown): TreeDraft => ({
  ...draft,
  nodes: draft.nodes.map((node) => {
    if (node.id !== id) return node;
    const { file, base, ...rest } = node;
    const names = name === 'mediaName' ? fileFields : [name];
    const taken = Object.fromEntries(names.map((one) => [one, base?.[one]]));
    const kept = name === 'mediaName' ? {} : { file };
    return { ...rest, ...kept, ...(base && { base }), values: { ...node.values, ...taken } } as OptionNode;
  }),
});

/** Returns the draft with the file that was chosen as stored: it is the row's by now. */
export const withStored = (draft: TreeDraft, id: string, row: Row): TreeDraft => ({
  ...draft,
  nodes: draft.nodes.map((node) => {
    if (node.id !== id) return node;
    const { file: _, theirs, ...rest } = node;
    const stored = Object.fromEntries(fileFields.map((name) => [name, row[name]]));
    const left = Object.entries(theirs ?? {}).filter(([name]) => !fileFields.includes(name));
    return {
      ...rest,
      ...(left.length > 0 && { theirs: Object.fromEntries(left) }),
      values: { ...node.values, ...stored },
      ...(node.base && { base: { ...node.base, ...stored } }),
    };
  }),
});

export const isTouched = (draft: TreeDraft): boolean =>
  changesOf(draft).length > 0 || draft.nodes.some(({ file }) => file !== undefined);

/**
 * Returns the draft on what the server has by now: what others changed shows, what was typed here stays. An option that somebody
 * deleted while it was edited here comes back as a new one.
 */
export function rebase(draft: TreeDraft, rows: readonly Row[], newId: () => string): TreeDraft {
  const ownNodes = new Map(draft.nodes.map((node) => [node.id, node]));
  const knownIds = new Set(draft.rows.map(({ id }) => id));
  const there = new Set(rows.map(({ id }) => id));
  const renamedIds = new Map<string, string>();
  for (const node of draft.nodes)
    if (node.base && !there.has(node.id) && (changedFields(node).length > 0 || node.file))
      renamedIds.set(node.id, newId());
  const still = (id: string | null): string | null =>
    id === null
      ? null
      : (renamedIds.get(id) ?? (there.has(id) || ownNodes.get(id)?.base === undefined ? id : null));
  const fromServer = inPlace(rows).flatMap((row): OptionNode[] => {
    const node = ownNodes.get(row.id);
    // Deleted here, and not saved yet.
    if (node === undefined) return knownIds.has(row.id) ? [] : [nodeOf(row)];
    const typedValues = Object.fromEntries(changedFields(node).map((name) => [name, node.values[name]]));
    const { theirs: _, ...own } = node;
    const theirs = theirsOf(node, row);
    return [
      {
        ...own,
        ...(theirs && { theirs }),
        parentId: node.moved ? still(node.parentId) : parentOf(row),
        values: { ...valuesOf(row), ...typedValues },
        base: row,
      },
    ];
  });
  const own = draft.nodes.flatMap((node): OptionNode[] => {
    const id = renamedIds.get(node.id);
    if (node.base === undefined) return [{ ...node, parentId: still(node.parentId) }];
    if (id === undefined) return [];
    const { base: _, theirs: __, ...rest } = node;
    // Its stored file went with the row that is gone.
    const values = { ...node.values, mediaPath: null, mediaName: null };
    return [{ ...rest, id, values, parentId: still(node.parentId), moved: true }];
  });
  const nodes = fromServer.filter(({ moved }) => !moved);
  // What was moved here goes to the place that it had here.
  for (const node of [...fromServer.filter(({ moved }) => moved), ...own]) {
    const parentId = ownNodes.get(node.id)?.parentId ?? node.parentId;
    const before = childrenOf(draft, parentId).findIndex(({ id }) => id === node.id);
    const after = before === -1 ? undefined : childrenOf({ nodes }, node.parentId)[before];
    nodes.splice(after === undefined ? nodes.length : nodes.indexOf(after), 0, node);
  }
  return { nodes, rows };
}
