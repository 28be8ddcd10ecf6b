import { fileTypeFromBuffer } from 'file-type';
import { deriveId } from '../domain/kernel/ids.ts';
import { type MediaStore, MediaTooLargeError } from '../domain/ports/media-store.ts';
import { mediaTypeOf } from '../domain/simulator/phone-network.ts';
import type { Media, MediaType } from '../domain/ticket/events.ts';
import { safeName } from '../domain/ticket/file-name.ts';
import type { Driver, DriverMessage } from './driver.ts';
import { persist, StoppedError, within } from './waiting.ts';

/** The file as stored, or the code why the message has none; `mediaType` is what the bytes turned out to be. */
export interface TakenMedia {
  readonly mediaType: MediaType;
  readonly media?: Media;
  readonly mediaError?: 'ERR_TOO_LARGE' | 'ERR_MEDIA_TYPE' | 'ERR_WAPP_DOWNLOAD_MEDIA';
}

export interface MediaIntakeDeps {
  readonly companyId: string;
  readonly connectionId: string;
  readonly driver: Pick<Driver, 'downloadMedia'>;
  readonly media: MediaStore;
  readonly maxBytes: number;
  /** Types that are not taken in: exact, or a family such as `audio/*`. */
  readonly refusedTypes: readonly string[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Programs: an agent must not be one click away from running what a stranger sent. */
export const programTypes = [
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-msi',
  'application/vnd.android.package-archive',
  'application/x-sh',
  'text/html',
];

const sniffed = 4_100;

/** The same file of the same message has the same id: a message handed over twice leaves one file. */
const mediaIdOf = (connectionId: string, externalId: string): string =>
  deriveId('media', connectionId, externalId);

export const matchesType = (mime: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('/*') ? mime.startsWith(pattern.slice(0, -1)) : mime === pattern,
  );

/** What the bytes are; the sender's claim counts only where it cannot do harm. */
export async function typeOf(head: Uint8Array, claimed: string): Promise<string> {
  const plain = claimed.split(';')[0]?.trim().toLowerCase() ?? '';
  const found = (await fileTypeFromBuffer(head))?.mime.split(';')[0]?.trim();
  if (found) {
    // One container for sound and film: the claim tells which.
    const container = ['video/webm', 'video/mp4', 'application/ogg', 'video/ogg'].includes(found);
    return container && plain.startsWith('audio/') ? plain : found;
  }
  const textual = /^(text\/(plain|csv|calendar|vcard|x-vcard|html)|application\/json)$/.test(plain);
  return textual && !head.includes(0) ? plain : 'application/octet-stream';
}

/** Takes the first bytes off a stream and gives them beside a stream of the whole. */
async function peek(
  content: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ head: Uint8Array; whole: AsyncIterable<Uint8Array>; close(): Promise<void> }> {
  const rest = content[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let size = 0; size < length; ) {
    const { value, done } = await rest.next();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
  }
  async function* whole() {
    try {
      yield* chunks;
      for (let step = await rest.next(); !step.done; step = await rest.next()) yield step.value;
    } finally {
      // A reader that stops early (too large) must end the download too.
      await close();
    }
  }
  const close = async () => {
    await rest.return?.();
  };
  return { head: Buffer.concat(chunks).subarray(0, length), whole: whole(), close };
}

class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/** Tells a download that broke from a store that cannot write. */
async function* markFailures(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw new DownloadError('the download broke', { cause: error });
  }
}

/**
 * Fetches a message's file into the media store. The message itself arrives whatever becomes of its file.
 * @throws StoppedError; a store that cannot write is waited for
 */
export async function takeMedia(deps: MediaIntakeDeps, message: DriverMessage): Promise<TakenMedia> {
  const claim = message.media;
  if (!claim) return { mediaType: message.mediaType };
  const failed = (mediaError: TakenMedia['mediaError']): TakenMedia => ({
    mediaType: message.mediaType,
    ...(mediaError ? { mediaError } : {}),
  });
  const plain = claim.mime.split(';')[0]?.trim().toLowerCase() ?? '';
  if (claim.size !== undefined && claim.size > deps.maxBytes) return failed('ERR_TOO_LARGE');
  if (matchesType(plain, deps.refusedTypes)) return failed('ERR_MEDIA_TYPE');

  const id = mediaIdOf(deps.connectionId, message.externalId);
  const described = (stored: { mime: string; name: string; size: number }): TakenMedia => {
    const found = mediaTypeOf(stored.mime);
    const { seconds, width, height } = claim;
    return {
      // A picture sent as a document stays a document; what claims to be a picture and is none does not.
      mediaType: message.mediaType === found ? found : 'application',
      media: {
        id,
        name: stored.name,
        mime: stored.mime,
        size: stored.size,
        ...(seconds === undefined ? {} : { seconds }),
        ...(width ? { width } : {}),
        ...(height ? { height } : {}),
      },
    };
  };

  const fetched = async (): Promise<TakenMedia> => {
    const before = await deps.media.stat(deps.companyId, id);
    if (before) return described(before);
    const download = async () => {
      try {
        return await peek(markFailures(await deps.driver.downloadMedia(message)), sniffed);
      } catch (error) {
        throw error instanceof DownloadError ? error : new DownloadError('no download', { cause: error });
      }
    };
    const { head, whole, close } = await download();
    const mime = await typeOf(head, claim.mime);
    if (matchesType(mime, deps.refusedTypes)) {
      await close();
      return failed('ERR_MEDIA_TYPE');
    }
    const info = { id, companyId: deps.companyId, name: safeName(claim.name), mime };
    return described(await deps.media.put(info, whole, deps.maxBytes));
  };

  let broken = 0;
  try {
    return await persist(
      () => within(deps.timeoutMs, fetched(), () => new DownloadError('the download took too long')),
      {
        signal: deps.signal,
        firstMs: 200,
        giveUp: (error) =>
          error instanceof MediaTooLargeError || (error instanceof DownloadError && ++broken >= 3),
      },
    );
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    if (error instanceof MediaTooLargeError) return failed('ERR_TOO_LARGE');
    return failed('ERR_WAPP_DOWNLOAD_MEDIA');
  }
}
