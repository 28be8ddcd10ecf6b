import { channels } from '../../contract/channels.ts';
import type { RecordDefinition } from '../../domain/records/definition.ts';
import { records } from '../../domain/records/index.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { recordFileUrl } from '../media/url.ts';

/** Suffixes of the records' live channels. */
export const recordNames: ReadonlySet<string> = new Set(
  records.map((record) => record.channel ?? record.name),
);
const byName = new Map<string, RecordDefinition>(
  records.map((record) => [record.channel ?? record.name, record]),
);

/** Returns the channel's suffix where a change is of a record of the platform. */
export const platformRecordOf = ({ companyId, channel }: { companyId: string; channel: string }) => {
  const found = records.find(
    (record) =>
      record.scope === 'platform' && channels.record(companyId, record.channel ?? record.name) === channel,
  );
  return found && (found.channel ?? found.name);
};

/** Returns what the channel carries of a record under the spec's own names, beside `document` and `id`. */
export const carriedBy = (
  suffix: string,
  id: string,
  document?: unknown,
): Readonly<Record<string, unknown>> => {
  const carries = byName.get(suffix)?.carries;
  if (carries === undefined) return {};
  return { [carries.id]: id, ...(document !== undefined && { [carries.document]: document }) };
};

/** Returns a stored file's id, whether the field holds the id alone or the file's description. */
const fileIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== ''
    ? value
    : typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
      ? value.id
      : undefined;

/** Returns what follows from the document itself. */
export const derivedFields = (
  { fields }: RecordDefinition,
  document: RecordDocument,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { computed }]): [string, unknown][] =>
      computed === 'company'
        ? [[name, document.companyId]]
        : computed === 'writer'
          ? [[name, document.updatedBy ?? null]]
          : typeof computed === 'object'
            ? [[name, (document[computed.present] ?? null) !== null]]
            : [],
    ),
  );

/** Returns a record as the API answers it: its declared fields and nothing else, an address beside each file field (`{field}Url`). */
export function recordViewOf(name: string, document: RecordDocument): Record<string, unknown> {
  const definition = byName.get(name);
  const view: Record<string, unknown> = {
    id: document.id,
    number: document.number,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
    position: document.position,
  };
  if (!definition) return view;
  Object.assign(view, derivedFields(definition, document));
  for (const [field, { widget, computed, secret }] of Object.entries(definition.fields)) {
    if (computed || secret) continue;
    view[field] = document[field] ?? null;
    if (widget.kind !== 'file') continue;
    const mediaId = fileIdOf(document[field]);
    view[`${field}Url`] = mediaId ? recordFileUrl(definition.plural, document.id, mediaId) : null;
  }
  return view;
}
