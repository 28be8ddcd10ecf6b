import type { ImportPreview } from '../../../contract/contact-import.ts';
import type { CompanyReader } from '../../../projections/ports/read-store.ts';
import { type KnownRow, knownRows } from './known-rows.ts';
import type { ImportRow, RowError, RowsPart } from './rows.ts';

const shownErrors = 200;
const shownRows = 5;

/** Returns what an import of these rows would come to, with the first of each kind. */
export async function previewOf(read: CompanyReader, parts: AsyncIterable<RowsPart>): Promise<ImportPreview> {
  const sample: ImportRow[] = [];
  const errors: RowError[] = [];
  const existingRows: KnownRow[] = [];
  const counts = { valid: 0, existing: 0, refused: 0 };
  for await (const part of parts) {
    const there = await knownRows(read, part.valid);
    counts.valid += part.valid.length;
    counts.existing += there.length;
    counts.refused += part.errors.length;
    // Of those who stay as they are nothing of the file would be saved.
    const kept = new Set(there.map(({ row }) => row));
    sample.push(...part.valid.filter(({ row }) => !kept.has(row)).slice(0, shownRows - sample.length));
    errors.push(...part.errors.slice(0, shownErrors - errors.length));
    existingRows.push(...there.slice(0, shownErrors - existingRows.length));
  }
  return { ...counts, total: counts.valid + counts.refused, sample, errors, known: existingRows };
}
