import { fileTypeFromBuffer } from 'file-type';
import { v7 as uuidv7 } from 'uuid';
import { DomainError } from '../../domain/errors.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { safeName } from '../../domain/ticket/file-name.ts';
import type { ApiConfig } from '../deps.ts';

/** What people send each other; nothing that a browser or a desktop would run. */
export const defaultMimes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/heic',
  'image/heif',
  'image/avif',
  'audio/*',
  'video/*',
  'application/pdf',
  'application/zip',
  'application/rtf',
  'application/vnd.openxmlformats-officedocument.*',
  'application/vnd.oasis.opendocument.*',
  'application/x-cfb',
  'text/plain',
  'text/csv',
] as const;

const matches = (pattern: string, mime: string) =>
  pattern.endsWith('*') ? mime.startsWith(pattern.slice(0, -1)) : pattern === mime;

const sniffed = 4_100;

/** Reads enough of the stream to tell its type, and gives a stream that begins with what was read. */
async function peek(content: AsyncIterable<Uint8Array>) {
  const iterator = content[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  while (size < sniffed && !ended) {
    const next = await iterator.next();
    if (next.done) ended = true;
    else {
      chunks.push(next.value);
      size += next.value.length;
    }
  }
  async function* whole() {
    yield* chunks;
    if (ended) return;
    for (;;) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  }
  return { head: Buffer.concat(chunks), whole: whole() };
}

const isText = (head: Buffer): boolean => {
  if (head.includes(0)) return false;
  // The last bytes may be half a character.
  const text = new TextDecoder('utf-8').decode(head.subarray(0, Math.max(0, head.length - 3)));
  return !text.includes('\uFFFD');
};

/** Markup that a browser would run when it is opened as a page of ours. */
const isMarkup = (head: Buffer) =>
  /^\s*(<\?xml|<!doctype|<html|<svg|<script|<!--)/i.test(head.toString('utf8', 0, 512));

/** The type the bytes have; never the one that is claimed, but to tell a voice recording from a film in the same container. */
async function typeOf(head: Buffer, claimed: string, name: string): Promise<string> {
  const found = (await fileTypeFromBuffer(head))?.mime;
  if (found) {
    const recording = /^audio\//.test(claimed) && /^(video\/(webm|mp4|ogg)|application\/ogg)$/.test(found);
    return recording ? `audio/${found.split('/')[1]}` : found;
  }
  if (!isText(head)) return 'application/octet-stream';
  if (isMarkup(head)) return 'text/html';
  return /\.csv$/i.test(name) ? 'text/csv' : 'text/plain';
}

/**
 * Stores one uploaded file of a company.
 * @throws ERR_MEDIA_TYPE (by its bytes), ERR_TOO_LARGE, ERR_VALIDATION (empty)
 */
export async function storeUpload(
  { media, config }: { media: MediaStore; config: ApiConfig },
  companyId: string,
  file: { name: string | undefined; claimed: string; content: AsyncIterable<Uint8Array>; id?: string },
): Promise<Media> {
  const name = safeName(file.name);
  const { head, whole } = await peek(file.content);
  if (head.length === 0)
    throw new DomainError('ERR_VALIDATION', 'Empty file', { errors: { medias: 'empty' } });
  const mime = await typeOf(head, file.claimed, name);
  if (!(config.allowedMimes ?? defaultMimes).some((pattern) => matches(pattern, mime)))
    throw new DomainError('ERR_MEDIA_TYPE', `Not accepted: ${mime}`, { details: { mime, name } });
  const stored = await media.put(
    { id: file.id ?? uuidv7(), companyId, name, mime },
    whole,
    config.maxUploadBytes,
  );
  return { id: stored.id, name: stored.name, mime: stored.mime, size: stored.size };
}
