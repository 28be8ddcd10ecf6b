import { type RecordDefinition, secretFields } from '../../domain/records/definition.ts';
import { liveTicketsOf } from '../../domain/ticket-lists/job-lists.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { recordFileUrl } from '../media/url.ts';
import type { CompanyNames } from '../names/names.ts';
import { userRefOf } from '../names/refs.ts';
import { derivedFields } from './live-view.ts';

export type RecordView = Readonly<Record<string, unknown>> & { readonly id: string };

/** Resolves with how many tickets that are not closed each record has. */
async function ticketCounts(
  reader: CompanyReader,
  { ticketField: field }: RecordDefinition,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (field === undefined) return new Map();
  return new Map(
    await Promise.all(
      ids.map(
        async (id) => [id, await reader.count('tickets', { where: liveTicketsOf(field, id) })] as const,
      ),
    ),
  );
}

/** Returns records as screens and integrators see them: their fields, what is computed, addresses of their files. */
export async function recordViews(
  definition: RecordDefinition,
  reader: CompanyReader,
  names: CompanyNames,
  documents: readonly RecordDocument[],
  kept?: { readonly secrets: (document: RecordDocument) => Promise<ReadonlySet<string>> },
): Promise<RecordView[]> {
  const hiddenFields = secretFields(definition);
  const presentSecrets = await Promise.all(
    kept && hiddenFields.length > 0 ? documents.map(kept.secrets) : [],
  );
  const fields = Object.entries(definition.fields);
  const computedFields = fields.filter(([, field]) => field.computed === 'count').map(([name]) => name);
  const files = fields.filter(([, field]) => field.widget.kind === 'file').map(([name]) => name);
  const counts =
    computedFields.length > 0
      ? await ticketCounts(
          reader,
          definition,
          documents.map(({ id }) => id),
        )
      : undefined;
  return documents.map((document, row) => ({
    id: document.id,
    number: document.number,
    ...Object.fromEntries(
      fields
        .filter(([, field]) => !field.computed && !field.secret)
        .map(([name, field]) => [name, document[name] ?? field.default ?? null]),
    ),
    ...Object.fromEntries(
      hiddenFields.map((name) => [`${name}Set`, presentSecrets[row]?.has(name) === true]),
    ),
    ...derivedFields(definition, document),
    ...Object.fromEntries(computedFields.map((name) => [name, counts?.get(document.id) ?? 0])),
    ...Object.fromEntries(
      files.flatMap((name) =>
        typeof document[name] === 'string'
          ? [[`${name}Url`, recordFileUrl(definition.plural, document.id, document[name])]]
          : [],
      ),
    ),
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    updatedBy: userRefOf(names, document.updatedBy)?.name ?? null,
    position: document.position,
  }));
}
