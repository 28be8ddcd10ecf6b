import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type ImportView, importPreview, importView } from '../../contract/contact-import.ts';
import { offWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { readPhoneBook } from '../../messaging/phone-book.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import { commandIdOf } from '../http/commands.ts';
import { sendCsv } from '../http/csv.ts';
import { readFileOf } from '../http/multipart.ts';
import { flag, idParams, nullableId } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { contactsAsCsv, errorsAsCsv } from './export.ts';
import type { ImportJob } from './import/jobs.ts';
import { previewOf } from './import/preview.ts';
import { contactSheets, readSheet, sheetOf } from './import/read-sheet.ts';
import type { RowsPart } from './import/rows.ts';
import { createImports } from './import/run-imports.ts';
import { connectedOf } from './number-check.ts';
import { contactFilter, listQuery } from './query.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'names'
  | 'limits'
  | 'security'
  | 'desk'
  | 'eventStore'
  | 'readStore'
  | 'state'
  | 'reached'
  | 'config'
  | 'log'
>;

const tags = ['contacts'];
const importViewOf = ({
  id,
  status,
  at,
  by,
  total,
  created,
  existing,
  refused,
  errors,
}: ImportJob): ImportView => ({
  id,
  status,
  at: new Date(at ?? 0).toISOString(),
  by: by.name,
  total,
  created,
  existing,
  refused,
  errors: [...errors],
});

/** Contacts as files: into a spreadsheet and out of one. */
export function contactFileRoutes(api: Needs): void {
  exportRoute(api);
  importRoutes(api);
}

function exportRoute({ app, names, security }: Needs): void {
  app.get(
    '/api/contacts/export',
    {
      config: { rule: 'contacts-page:export' },
      schema: {
        tags,
        summary:
          'Every contact that the filter finds as CSV: name;number;email, UTF-8 with a byte order mark.',
        querystring: listQuery.omit({ pageNumber: true }),
      },
    },
    async (request, reply) => {
      const { companyId, userId } = request.session;
      const filter = await contactFilter(names, companyId, request.query);
      security.note('exported', request, { userId, companyId });
      return sendCsv(reply, 'contacts.csv', contactsAsCsv(request.read, filter));
    },
  );
}

function importRoutes(api: Needs): void {
  const { app, security } = api;
  const imports = createImports(api);
  app.addHook('onReady', async () => imports.start());
  app.addHook('preClose', () => imports.close());

  /** Carried out in the background; a repeated request is the same import. */
  async function begin(request: FastifyRequest, reply: FastifyReply, parts: AsyncIterable<RowsPart>) {
    const { companyId, userId, name } = request.session;
    const id = commandIdOf(request) ?? newId();
    const known = await imports.get(companyId, id);
    reply.code(202);
    if (known) return importViewOf(known);
    const added = await imports.add({ id, companyId, by: { id: userId, name } }, parts);
    security.note('imported', request, { userId, companyId, contacts: added.total - added.refused });
    return importViewOf(added);
  }

  app.post(
    '/api/contacts/upload',
    {
      config: { rule: 'contacts-page:import' },
      schema: {
        tags,
        summary:
          'Import a .xlsx, .xls or .csv file with name, number and email, at most 100,000 rows and 20 MB. With ' +
          '`preview` nothing is written and every wrong row is told, and who is a contact already; else it runs in the background: see ' +
          '/contacts/imports/{id}. Contacts that exist stay as they are.',
        querystring: z.object({ preview: flag }),
        response: { 200: importPreview, 202: importView },
      },
    },
    async (request, reply) => {
      const parts = readSheet(
        api.state,
        request.session.companyId,
        sheetOf(await readFileOf(api, request, contactSheets.bytes)),
        contactSheets,
        { surnames: true },
      );
      return request.query.preview ? previewOf(request.read, parts) : begin(request, reply, parts);
    },
  );

  app.post(
    '/api/contacts/import',
    {
      config: { rule: 'contacts-page:import' },
      schema: {
        tags,
        summary:
          "Import the address book of a connection's phone: of `whatsappId`, or of the default connection. It runs " +
          'in the background as an upload does.',
        body: offWire(z.object({ whatsappId: nullableId.optional() })).nullish(),
        response: { 202: importView },
      },
    },
    async (request, reply) => {
      const { companyId } = request.session;
      const wanted = request.body?.connectionId;
      const connection = wanted
        ? await request.read.get<ConnectionDocument>('connections', wanted)
        : await connectedOf(api.readStore, companyId);
      if (!connection) throw new DomainError(wanted ? 'ERR_NO_WAPP_FOUND' : 'ERR_NO_DEF_WAPP_FOUND');
      const book = await readPhoneBook(api.state, connection.id, contactSheets.rows);
      const { stringify } = await import('csv-stringify/sync');
      const parts = readSheet(
        api.state,
        companyId,
        Buffer.from(stringify([['name', 'number'], ...book.map((entry) => [entry.name, entry.number])])),
      );
      return begin(request, reply, parts);
    },
  );

  followRoutes(api, imports);
}

/** How imports get on, for everybody who may import. */
function followRoutes(api: Needs, imports: ReturnType<typeof createImports>): void {
  const { app } = api;
  const config = { rule: 'contacts-page:import' } as const;
  const findJob = async ({ session }: FastifyRequest, id: string) => {
    const job = await imports.get(session.companyId, id);
    if (!job) throw new DomainError('ERR_NOT_FOUND');
    return job;
  };

  app.get(
    '/api/contacts/imports',
    {
      config,
      schema: {
        tags,
        summary: 'Imports of the last seven days, the newest first, at most 50.',
        response: { 200: z.array(importView) },
      },
    },
    async ({ session }) => (await imports.list(session.companyId)).map(importViewOf),
  );

  app.post(
    '/api/contacts/imports/:id/cancel',
    {
      config,
      schema: {
        tags,
        summary: 'Ends an import after the rows it is at; what was imported stays.',
        params: idParams,
        response: { 202: importView },
      },
    },
    async (request, reply) => {
      const job = await findJob(request, request.params.id);
      if (job.status === 'running') await imports.cancel(job.companyId, job.id);
      reply.code(202);
      return importViewOf(job);
    },
  );

  app.get(
    '/api/contacts/imports/:id/errors',
    {
      config,
      schema: {
        tags,
        summary: 'Every row that was refused, as CSV: row;field;error;value.',
        params: idParams,
      },
    },
    async (request, reply) => {
      const { companyId, id } = await findJob(request, request.params.id);
      return sendCsv(reply, 'import-errors.csv', errorsAsCsv(imports.errors(companyId, id)));
    },
  );

  app.get(
    '/api/contacts/imports/:id',
    {
      config,
      schema: { tags, summary: 'How far an import is.', params: idParams, response: { 200: importView } },
    },
    async (request) => {
      const job = await findJob(request, request.params.id);
      // Done is what the caller can see: a list that is loaded now has all of it.
      if (job.status !== 'running') await api.reached(job.position, 2_000);
      return importViewOf(job);
    },
  );
}
