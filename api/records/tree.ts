import { DomainError } from '../../domain/errors.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';

const deepest = 100;

/**
 * A node of a tree stands below a node of the same parent record, and never below itself: a ring of options is reached
 * by nobody who comes from the root, and by nothing that follows it to its end.
 * @throws ERR_VALIDATION naming the field
 */
export async function checkTree(
  definition: RecordDefinition,
  reader: CompanyReader,
  values: Readonly<Record<string, unknown>>,
  before?: RecordDocument,
): Promise<void> {
  const children = records.find((record) => record.children?.record === definition.name)?.children;
  if (!children?.treeField) return;
  const { parentField, treeField } = children;
  if (values[treeField] === undefined && values[parentField] === undefined) return;
  const after = { ...before, ...values } as Readonly<Record<string, unknown>>;
  const refuse = () =>
    new DomainError('ERR_VALIDATION', 'Not below itself, nor below what belongs elsewhere', {
      errors: { [treeField]: 'invalid' },
    });
  let above = after[treeField];
  for (let depth = 0; typeof above === 'string' && above !== ''; depth++) {
    if (above === before?.id || depth > deepest) throw refuse();
    const node: RecordDocument | undefined = await reader.get<RecordDocument>(definition.plural, above);
    if (!node) return;
    if (node[parentField] !== after[parentField]) throw refuse();
    above = node[treeField];
  }
}
