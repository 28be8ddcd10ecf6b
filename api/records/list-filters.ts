import { z } from 'zod';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { treeOf } from '../../domain/records/record-tree.ts';
import type { Condition, Where } from '../../domain/where.ts';
import { id, optional } from '../http/schemas.ts';

/** Above the roots of a tree, as the spec's lists are asked for them. */
const aboveRoots = '-1';
const reference = optional(id);
const rowAbove = optional(z.string().max(20_000));

/** By what any record's list is asked: each takes all of them, and heeds those of its own. */
export const listFilters: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(records.flatMap(({ listedBy = [] }) => listedBy.map((name) => [name, reference]))),
  ...Object.fromEntries(
    records.flatMap(({ children }) => (children?.treeField ? [[children.treeField, rowAbove]] : [])),
  ),
};

/** Returns which rows a list is asked for by what they refer to, and those of a tree by the row above them. */
export function referring(definition: RecordDefinition, asked: Readonly<Record<string, unknown>>): Where {
  const where: Record<string, Condition> = {};
  for (const name of definition.listedBy ?? [])
    if (asked[name] !== undefined) where[name] = asked[name] as string;
  const { treeField } = treeOf(records, definition) ?? {};
  const above = treeField === undefined ? undefined : (asked[treeField] as string | undefined);
  if (treeField !== undefined && above !== undefined) where[treeField] = above === aboveRoots ? null : above;
  return where;
}
