import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import type { AuditDocument } from '../../projections/audit/document.ts';
import type { CompanyReader, Query } from '../../projections/ports/read-store.ts';

const page = 500;
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

/** Yields every entry that a filter finds, newest first, as lines of CSV in the company's time. Nothing is held but a page. */
export async function* auditAsCsv(
  reader: CompanyReader,
  { where, search }: Pick<Query, 'where' | 'search'>,
  zone: string,
): AsyncGenerator<string> {
  const { stringify } = await import('csv-stringify/sync');
  yield stringify([heads], { ...form, bom: true });
  let lastInstant: string | undefined;
  let ofThatInstant = 0;
  for (;;) {
    // Goes on at the instant it got to: skipping whole pages would read everything again for each of them.
    const at = {
      ...(where?.at as object | undefined),
      ...(lastInstant !== undefined && { lte: lastInstant }),
    };
    const entries = await reader.find<AuditDocument>('audit', {
      where: { ...where, ...(Object.keys(at).length > 0 && { at }) },
      ...(search !== undefined && { search }),
      sort: ['-at'],
      skip: ofThatInstant,
      limit: page,
    });
    yield stringify(
      entries.flatMap((entry) => linesOf(entry, zone)),
      form,
    );
    if (entries.length < page) return;
    const instant = entries.at(-1)!.at;
    const again = entries.filter((entry) => entry.at === instant).length;
    ofThatInstant = instant === lastInstant ? ofThatInstant + again : again;
    lastInstant = instant;
  }
}
