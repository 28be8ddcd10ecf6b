import { fileTypeFromBuffer } from 'file-type';
import { deriveId } from '../domain/kernel/ids.ts';
import { contentType, matchesType, sniffed } from '../domain/media/content-type.ts';
import { mediaTypeOf } from '../domain/media/media-type.ts';
import { peek } from '../domain/media/peek.ts';
import { type MediaStore, MediaTooLargeError, StorageLimitError } from '../domain/ports/media-store.ts';
import type { Media, MediaType } from '../domain/ticket/events.ts';
import { safeName } from '../domain/ticket/file-name.ts';
import type { Driver, DriverMessage } from './driver.ts';
import { persist, StoppedError, within } from './waiting.ts';

/** The file as stored, or the code why the message has none; `mediaType` is what the bytes turned out to be. */
export interface TakenMedia {
  readonly mediaType: MediaType;
  readonly media?: Media;
  readonly mediaError?: 'ERR_TOO_LARGE' | 'ERR_STORAGE_LIMIT' | 'ERR_MEDIA_TYPE' | 'ERR_WAPP_DOWNLOAD_MEDIA';
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
  'application/x.ms.shortcut',
  'application/java-archive',
  'text/html',
];

/** The same file of the same message has the same id: a message handed over twice leaves one file. */
const mediaIdOf = (connectionId: string, externalId: string): string =>
  deriveId('media', connectionId, externalId);

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
    const before = await deps.media.reuse(deps.companyId, id);
    if (before) return described(before);
    const download = async () => {
      try {
        return await peek(markFailures(await deps.driver.downloadMedia(message)), sniffed);
      } catch (error) {
        throw error instanceof DownloadError ? error : new DownloadError('no download', { cause: error });
      }
    };
    const { head, whole, close } = await download();
    const found = (await fileTypeFromBuffer(head))?.mime;
    const mime = contentType(found, head, { claimed: claim.mime, name: claim.name });
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
          error instanceof MediaTooLargeError ||
          error instanceof StorageLimitError ||
          (error instanceof DownloadError && ++broken >= 3),
      },
    );
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    if (error instanceof MediaTooLargeError) return failed('ERR_TOO_LARGE');
    if (error instanceof StorageLimitError) return failed('ERR_STORAGE_LIMIT');
    return failed('ERR_WAPP_DOWNLOAD_MEDIA');
  }
}
