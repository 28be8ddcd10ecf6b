import { clearFields } from '../../domain/records/declare.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';

/** What the read side adds to every record. */
const addedFields = ['id', 'number', 'createdAt', 'updatedAt', 'updatedBy', 'position'];

const readOnly = (definition: RecordDefinition): ReadonlySet<string> =>
  new Set([
    ...addedFields.filter((name) => !Object.hasOwn(definition.fields, name)),
    ...Object.entries(definition.fields).flatMap(([name, { computed, widget, secret }]) =>
      computed ? [name] : widget.kind === 'file' ? [`${name}Url`] : secret ? [`${name}Set`] : [],
    ),
    // Whose a row is, the server says.
    ...(definition.ownership ? [definition.ownership.owner] : []),
  ]);

/**
 * Returns what a form may write: a client that sends back the record it was given sends more than that, and what the
 * read side had added is left out. `null` where a field knows no null, but a default, clears it to that default.
 * Everything else goes on as it came: the definition refuses what it does not know by name.
 */
export function formValues(
  definition: RecordDefinition,
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const left = readOnly(definition);
  return clearFields(
    definition,
    Object.fromEntries(Object.entries(body).filter(([name]) => !left.has(name))),
  );
}
