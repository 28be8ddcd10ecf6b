import type { RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import { treeOf } from '../../domain/records/record-tree.ts';
import { compareNames } from '../../domain/text/compare-names.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { RecordView } from './view.ts';

const mostRows = 1_000;

/** Returns the rows of a tree in their places, others by their titles. */
export function inPlace(
  definition: RecordDefinition,
  rows: readonly RecordDocument[],
): readonly RecordDocument[] {
  const { placeField } = treeOf(records, definition) ?? {};
  if (placeField === undefined) {
    const title = (row: RecordDocument) => String(row[definition.title]);
    return rows.toSorted((a, b) => compareNames(title(a), title(b)));
  }
  return rows.toSorted((a, b) => Number(a[placeField]) - Number(b[placeField]));
}

/** Returns what the rows look like, those of a tree with all that hangs below them (`children`), each level in its order. */
export async function nestedViews(
  definition: RecordDefinition,
  reader: CompanyReader,
  rows: readonly RecordDocument[],
  viewsOf: (rows: readonly RecordDocument[]) => Promise<RecordView[]>,
): Promise<RecordView[]> {
  const shape = treeOf(records, definition);
  const [field] = Object.entries(definition.fields).find(([, { computed }]) => computed === 'children') ?? [];
  if (shape === undefined || field === undefined || rows.length === 0) return viewsOf(rows);
  const { parentField, treeField } = shape;
  const trees = [...new Set(rows.map((row) => row[parentField] as string))];
  const all = await reader.find<RecordDocument>(definition.plural, {
    where: { [parentField]: { in: trees } },
    limit: mostRows,
  });
  const known = new Map([...all, ...rows].map((row) => [row.id, row]));
  const views = await viewsOf(inPlace(definition, [...known.values()]));
  const byId = new Map(views.map((view) => [view.id, view]));
  const below = Map.groupBy(views, (view) => view[treeField]);
  const nestView = (view: RecordView, above: readonly string[]): RecordView => ({
    ...view,
    // A ring would have no end; none is ever made, but whoever reads must not hang on one.
    [field]: (below.get(view.id) ?? [])
      .filter(({ id }) => !above.includes(id))
      .map((child) => nestView(child, [...above, child.id])),
  });
  return rows.flatMap(({ id }) => {
    const view = byId.get(id);
    return view ? [nestView(view, [id])] : [];
  });
}
