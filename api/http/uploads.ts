import { DomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { contentType, matchesType, sniffedBytes } from '../../domain/media/content-type.ts';
import { peek } from '../../domain/media/peek.ts';
import { type MediaStore, MediaTooLargeError } from '../../domain/ports/media-store.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { safeName } from '../../domain/ticket/file-name.ts';
import type { ApiConfig } from '../deps.ts';

/** What people send each other; nothing that a browser or a desktop would run. */
const defaultMimes = [
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
  'application/json',
  'text/plain',
  'text/csv',
  'text/calendar',
  'text/vcard',
  'text/x-vcard',
] as const;

/** A file as it comes in a form; `field` is what it is called there, and what a refusal names. */
export interface Upload {
  readonly field: string;
  readonly name: string | undefined;
  readonly claimedType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Resolves with the stored file of a company.
 * @throws ERR_MEDIA_TYPE (by its bytes), ERR_TOO_LARGE, ERR_VALIDATION (empty), each with `errors` naming the field
 */
export async function storeUpload(
  { media, config }: { media: MediaStore; config: ApiConfig },
  companyId: string,
  { field, claimedType: claimed, content, ...file }: Upload,
): Promise<Media> {
  const name = safeName(file.name);
  const { head, wholeContent } = await peek(content, sniffedBytes);
  if (head.length === 0)
    throw new DomainError('ERR_VALIDATION', 'Empty file', { errors: { [field]: 'empty' } });
  const { fileTypeFromBuffer } = await import('file-type');
  const mime = contentType((await fileTypeFromBuffer(head))?.mime, head, { claimed, name });
  if (!matchesType(mime, config.allowedMimes ?? defaultMimes))
    throw new DomainError('ERR_MEDIA_TYPE', `Not accepted: ${mime}`, {
      details: { mime, name },
      errors: { [field]: 'invalid' },
    });
  try {
    const stored = await media.put(
      { id: newId(), companyId, name, mime },
      wholeContent,
      config.maxUploadBytes,
    );
    return { id: stored.id, name: stored.name, mime: stored.mime, size: stored.size };
  } catch (error) {
    if (!(error instanceof MediaTooLargeError)) throw error;
    throw new DomainError('ERR_TOO_LARGE', `More than ${config.maxUploadBytes} bytes`, {
      details: { name, maxBytes: config.maxUploadBytes },
      errors: { [field]: 'tooLong' },
    });
  }
}
