import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can } from '../../domain/access/policy.ts';
import { DomainError } from '../../domain/errors.ts';
import { records } from '../../domain/records/index.ts';
import { seesRow } from '../../domain/records/ownership.ts';
import type {
  ConnectionDocument,
  ContactDocument,
  MessageDocument,
  RecordDocument,
} from '../../projections/documents.ts';
import { ticketFor } from '../http/guard.ts';
import { id } from '../http/schemas.ts';
import type { Api } from '../services.ts';

const tags = ['media'];
const config = { mediaCookie: true };
/** What a browser shows by itself without running anything. Everything else is a download. */
const inline = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** `bytes=a-b`, one range only. Undefined: the whole file; null: cannot be satisfied. */
export function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? null : { start, end };
}

/** Files by the document that has them: who may see the document may have the file. */
export function mediaRoutes({ app, media, phones }: Api): void {
  async function send(request: FastifyRequest, reply: FastifyReply, mediaId: string) {
    const { companyId } = request.session;
    const info = await media.stat(companyId, mediaId);
    if (!info) throw new DomainError('ERR_NOT_FOUND');
    const etag = `"${info.id}"`;
    const shown = inline.test(info.mime);
    reply.headers({
      'content-type': shown
        ? info.mime
        : info.mime.startsWith('text/')
          ? 'text/plain; charset=utf-8'
          : 'application/octet-stream',
      'content-disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(info.name)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=86400, immutable',
      'accept-ranges': 'bytes',
      etag,
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    const range = parseRange(request.headers.range, info.size);
    if (range === null) return reply.code(416).header('content-range', `bytes */${info.size}`).send();
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${info.size}`);
    reply.header('content-length', range ? range.end - range.start + 1 : info.size);
    if (request.method === 'HEAD') return reply.send();
    return reply.send(Readable.from(await media.open(companyId, mediaId, range)));
  }

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
      const record = await request.read.get<RecordDocument>(plural, recordId);
      const files = Object.entries(definition.fields).filter(([, field]) => field.widget.kind === 'file');
      if (!record || !seesRow(definition, request.session, record)) throw new DomainError('ERR_NOT_FOUND');
      if (!files.some(([name]) => record[name] === mediaId)) throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, mediaId);
    },
  );

  app.get(
    '/api/media/simulator/:connectionId/:number/:messageId',
    {
      config: { ...config, rule: 'simulator:use' },
      schema: {
        tags,
        summary: 'A file on a pretend phone.',
        params: z.object({
          connectionId: id,
          number: z.string().regex(/^\d{4,30}$/),
          messageId: z.string().max(200),
        }),
      },
    },
    async (request, reply) => {
      const { connectionId, number, messageId } = request.params;
      const connection = await request.read.get<ConnectionDocument>('connections', connectionId);
      if (connection?.channel !== 'simulator') throw new DomainError('ERR_NOT_FOUND');
      const message = (await phones.chats(connectionId, number)).find(
        (candidate) => candidate.id === messageId,
      );
      if (!message?.media) throw new DomainError('ERR_NOT_FOUND');
      return send(request, reply, message.media.id);
    },
  );
}
