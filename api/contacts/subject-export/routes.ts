import { DomainError } from '../../../domain/errors.ts';
import type { ContactDocument } from '../../../projections/contacts/document.ts';
import { idParams } from '../../http/schemas.ts';
import { createTurns } from '../../http/turns.ts';
import type { Api } from '../../services.ts';
import { subjectFiles } from './subject-export.ts';

type Needs = Pick<Api, 'app' | 'names' | 'security' | 'eventStore' | 'state' | 'media' | 'log'>;

/** One at a time for each company: it may be every file of years. */
const turns = { atOnce: 1, waiting: 3 };

/** All that is kept of one person, on their demand. */
export function subjectExportRoutes(api: Needs): void {
  const { app, names, security, log } = api;
  const inTurn = createTurns(turns);

  app.get(
    '/api/contacts/:id/export',
    {
      config: { rule: 'contacts-page:exportContact' },
      schema: {
        tags: ['contacts'],
        summary:
          'Everything that is kept of a contact, as a zip archive: data and their history, conversations to read and as JSON, files.',
        params: idParams,
      },
    },
    async (request, reply) => {
      const { companyId, userId } = request.session;
      // Also one that was deleted: what was said is still kept.
      const asked = await request.read.get<ContactDocument>('contacts', request.params.id);
      const contact = asked?.mergedInto
        ? await request.read.get<ContactDocument>('contacts', asked.mergedInto)
        : asked;
      if (!contact || contact.erasedAt !== undefined) throw new DomainError('ERR_NO_CONTACT_FOUND');
      const company = await names.company(companyId);
      const timeZone = company.get('companies', companyId)?.timeZone ?? 'UTC';
      const { createZip } = await import('./zip.ts');
      await inTurn(companyId, async () => {
        security.note('exported', request, { userId, companyId, contactId: contact.id });
        const sources = { ...api, reader: request.read, company, timeZone };
        const { stream, done } = createZip(subjectFiles(sources, contact));
        stream.on('error', (err) => log.warn({ err, contactId: contact.id }, 'an export broke off'));
        reply
          .header('content-type', 'application/zip')
          .header('content-disposition', `attachment; filename="${contact.id}.zip"`)
          .header('cache-control', 'no-store')
          .send(stream);
        await done;
      });
      return reply;
    },
  );
}
