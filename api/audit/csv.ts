import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { audit } from '../../projections/audit/audit.ts';
import type { AuditDocument } from '../../projections/audit/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';
import { foundPages } from '../http/found-pages.ts';

const told = { collection: audit, by: '-at' };
// As the contacts' file: a semicolon, a byte order mark, and no text that a spreadsheet would run.
const form = { delimiter: ';', escape_formulas: true, record_delimiter: '\r\n' } as const;
const heads = ['at', 'who', 'kind', 'action', 'what', 'field', 'before', 'after', 'event', 'position', 'id'];

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

/** Returns an entry's lines: one a changed field, one alone where nothing but the act is told. */
function linesOf(entry: AuditDocument, zone: string): string[][] {
  const { at, actorName, actorKind, actorId, kind, action, title, type, position, id } = entry;
  const who = actorName || `${actorKind} ${actorId}`;
  const begin = [format(new TZDate(at, zone), 'yyyy-MM-dd HH:mm:ss'), who, kind, action, title];
  const end = [type, String(position), id];
  if (entry.changes.length === 0) return [[...begin, '', '', '', ...end]];
  return entry.changes.map(({ field, before, after }) => [
    ...begin,
    field,
    textOf(before),
    textOf(after),
    ...end,
  ]);
}

/** Yields every entry that a filter finds, newest first, as lines of CSV in the company's time. */
export async function* auditAsCsv(
  reader: CompanyReader,
  filter: Pick<Query, 'where' | 'search'>,
  zone: string,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([heads], { ...form, bom: true });
  for await (const entries of foundPages<AuditDocument>(reader, told, filter))
    yield stringify(
      entries.flatMap((entry) => linesOf(entry, zone)),
      form,
    );
}
