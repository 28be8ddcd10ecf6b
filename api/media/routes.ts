import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { records } from '../../domain/records/index.ts';
import { seesRow } from '../../domain/records/ownership.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import { ticketFor } from '../http/guard.ts';
import { id } from '../http/schemas.ts';
import { companyOf, readerOf } from '../records/scope.ts';
import type { Api } from '../services.ts';
import { fileSender } from './send-file.ts';

type Needs = Pick<Api, 'app' | 'media' | 'readStore'>;

const tags = ['media'];
const config = { mediaCookie: true };
/** Files by the document that has them: who may see the document may have the file. */
export function mediaRoutes({ app, media, readStore }: Needs): void {
  const send = fileSender(media);

  app.get(
    '/api/media/messages/:messageId/:mediaId',
    {
      config,
      schema: { tags, summary: 'A file of a message.', params: z.object({ messageId: id, mediaId: id }) },
    },
    async (request, reply) => {
      const { messageId, mediaId } = request.params;
      const message = await request.read.get<MessageDocument>('messages', messageId);
      if (message?.media?.id !== mediaId) throw new DomainError('ERR_NOT_FOUND');
      await ticketFor(request, message.ticketId);
      if (message.isDeleted && !can(request.session, 'messages:seeDeleted'))
        throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, mediaId);
    },
  );

  app.get(
    '/api/media/contacts/:contactId/:mediaId',
    {
      config,
      schema: { tags, summary: 'A contact’s picture.', params: z.object({ contactId: id, mediaId: id }) },
    },
    async (request, reply) => {
      const contact = await request.read.get<ContactDocument>('contacts', request.params.contactId);
      if (contact?.pictureId !== request.params.mediaId) throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, request.params.mediaId);
    },
  );

  app.get(
    '/api/media/records/:plural/:recordId/:mediaId',
    {
      config,
      schema: {
        tags,
        summary: 'A file of a record.',
        params: z.object({ plural: id, recordId: id, mediaId: id }),
      },
    },
    async (request, reply) => {
      const { plural, recordId, mediaId } = request.params;
      const definition = records.find((record) => record.plural === plural);
      if (!definition || !can(request.session, definition.access.read))
        throw new DomainError('ERR_NOT_FOUND');
      const record = await readerOf(definition, readStore, request).get<RecordDocument>(plural, recordId);
      const files = Object.entries(definition.fields).filter(([, field]) => field.widget.kind === 'file');
      if (!record || !seesRow(definition, request.session, record)) throw new DomainError('ERR_NOT_FOUND');
      const within = definition.filesIn?.of(record[definition.filesIn.field]) ?? [];
      if (!files.some(([name]) => record[name] === mediaId) && !within.includes(mediaId))
        throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, mediaId, companyOf(definition, request));
    },
  );
}
