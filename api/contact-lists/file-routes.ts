import { readFile } from 'node:fs/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ListImport, listImport } from '../../contract/contact-list.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { cleanName } from '../../domain/text/clean.ts';
import type { ContactListDocument } from '../../projections/contact-lists/document.ts';
import { listSheets, readSheet, sheetOf } from '../contacts/import/read-sheet.ts';
import type { ImportRow, RowError, RowsPart } from '../contacts/import/rows.ts';
import { awaitSettled, contextOf, createPace } from '../http/commands.ts';
import { readFileOf } from '../http/multipart.ts';
import { flag, idParams, optional } from '../http/schemas.ts';
import { config, listFor, type Needs, tags } from './lists.ts';

/** Its number is a text: as a number spreadsheet programs show, and save, 5.51E+12. */
const example = new URL('./contatos.xlsx', import.meta.url);
const shownErrors = 200;
const column = optional(z.coerce.number().int().min(0).max(999));
/** Rows that go into the list together: of a large file half a bucket, in whose order they come. What others write waits for no more. */
const batch = 500;

/**
 * Returns a row as it goes into a list. Its id is by time, whatever key it came under: a campaign goes through a list in this order. By its
 * number a row that is sent again is the same row.
 */
const itemOf = ({ name, number, email }: ImportRow) => ({
  name: cleanName(name, 50),
  number,
  email,
  itemId: newId(),
});

const erasedError = ({ row }: ImportRow) =>
  ({ row, field: 'number', code: 'erased', value: '' }) satisfies RowError;

/** Returns the numbers of those who were erased since their file came. Of most files nobody is asked for: no one was. */
async function erasedOf(
  { desk }: Pick<Needs, 'desk'>,
  { read, session }: FastifyRequest,
  rows: readonly ImportRow[],
  since: string,
): Promise<ReadonlySet<string>> {
  if ((await read.count('erasures', { where: { at: { gte: since } } })) === 0) return new Set();
  const numbers = rows.map(({ number }) => number);
  return desk.contacts.erasedSince(session.companyId, numbers, since);
}

/** Returns the rows with one of these numbers, and the others. */
const parted = (rows: readonly ImportRow[], numbers: ReadonlySet<string>) =>
  [
    rows.filter(({ number }) => numbers.has(number)),
    rows.filter(({ number }) => !numbers.has(number)),
  ] as const;

/** Spreadsheets into lists, and one to begin with. */
export function listFileRoutes(api: Needs): void {
  const { app, desk } = api;

  /** Puts the rows of a file into a list, as far as they are sound; who stands there already stays as they are. */
  async function importRows(
    request: FastifyRequest,
    { id: listId, contactsCount }: Pick<ContactListDocument, 'id' | 'contactsCount'>,
    parts: AsyncIterable<RowsPart>,
    isPreview: boolean,
  ): Promise<{ readonly report: ListImport; readonly position: number }> {
    const report = { total: 0, valid: 0, added: 0, existing: 0, refused: 0, repeated: 0, nameless: 0 };
    let columns: ListImport['columns'] = [];
    const errors: ListImport['errors'] = [];
    let position = 0;
    let waitingRows: ImportRow[] = [];
    const paced = createPace(api);
    const begunAt = new Date().toISOString();
    const putRows = async () => {
      const erasedNumbers = await erasedOf(api, request, waitingRows, begunAt);
      const [erasedRows, rows] = parted(waitingRows, erasedNumbers);
      report.valid -= erasedRows.length;
      report.refused += erasedRows.length;
      errors.push(...erasedRows.slice(0, shownErrors - errors.length).map(erasedError));
      const outcome = await desk.contactLists.add(
        contextOf(request, `rows ${report.total}`),
        { listId, items: rows.map(itemOf) },
        paced,
      );
      waitingRows = [];
      report.added += outcome.added;
      position = Math.max(position, outcome.position);
    };
    for await (const part of parts) {
      report.valid += part.valid.length;
      report.refused += part.errors.length;
      report.total += part.valid.length + part.errors.length;
      report.repeated += part.errors.filter(({ code }) => code === 'repeated').length;
      report.nameless += part.valid.filter(({ nameless }) => nameless).length;
      errors.push(...part.errors.slice(0, shownErrors - errors.length));
      columns = [...(part.columns ?? columns)];
      if (isPreview && contactsCount > 0) report.existing += await known(request, listId, part);
      if (isPreview) continue;
      waitingRows.push(...part.valid);
      if (waitingRows.length >= batch) await putRows();
    }
    if (waitingRows.length > 0) await putRows();
    if (!isPreview) report.existing = report.valid - report.added;
    return { report: { ...report, errors, columns }, position };
  }
  const known = ({ session }: FastifyRequest, listId: string, { valid }: RowsPart) =>
    desk.contactLists.countKnown(session.companyId, { listId, numbers: valid.map(({ number }) => number) });

  app.post(
    '/api/contact-lists/:id/upload',
    {
      config,
      schema: {
        tags,
        summary: 'Puts the rows of a spreadsheet into a list.',
        description:
          `.xlsx, .xls or .csv with name, number, e-mail; at most ${listSheets.rows.toLocaleString('en')} rows and ${listSheets.bytes / 1024 / 1024} MB a file. With \`preview\` nothing is written and every wrong row ` +
          'is told. Columns are known by their headings; where one is named (`nameColumn`, `numberColumn`, `emailColumn`, from 0) they are those, and no others. Who has no ' +
          'name is called by their number. A number is in a list once: sent again, a file adds nothing twice.',
        consumes: ['multipart/form-data'],
        params: idParams,
        querystring: z.object({
          preview: flag,
          nameColumn: column,
          numberColumn: column,
          emailColumn: column,
        }),
        response: { 200: listImport },
      },
    },
    async (request, reply) => {
      const list = await listFor(request, request.params.id);
      const { preview = false, nameColumn = null, numberColumn = null, emailColumn = null } = request.query;
      const chosen = { name: nameColumn, number: numberColumn, email: emailColumn };
      const columns = Object.values(chosen).some((at) => at !== null) ? chosen : undefined;
      const bytes = sheetOf(await readFileOf(api, request, listSheets.bytes));
      const parts = readSheet(api.state, request.session.companyId, bytes, listSheets, {
        columns,
        nameless: true,
      });
      const { report, position } = await importRows(request, list, parts, preview);
      await awaitSettled(api, reply, { position });
      return report;
    },
  );

  app.get(
    '/api/contact-lists/example',
    { config, schema: { tags, summary: 'A spreadsheet to begin with: name, number, e-mail.' } },
    async (_request, reply) =>
      reply
        .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', 'attachment; filename="contatos.xlsx"')
        .send(await readFile(example)),
  );
}
