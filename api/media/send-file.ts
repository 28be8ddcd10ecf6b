import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain/errors.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';

/** What a browser shows by itself without running anything. Everything else is a download. */
const inline = /^(image\/(jpeg|png|gif|webp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

/** Returns the range of `bytes=a-b`, one only. Undefined: the whole file; null: cannot be satisfied. */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | null | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start > end || start >= size ? null : { start, end };
}

/**
 * Returns what answers with a file of the session's company (or of another, where the route knows that it may), whole
 * or the range that was asked for. Whether the caller may have it is the route's to know.
 * @throws DomainError ERR_NOT_FOUND
 */
export const fileSender =
  (media: MediaStore) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    mediaId: string,
    companyId = request.session.companyId,
  ) => {
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
  };
