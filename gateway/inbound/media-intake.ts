import type { ErrorCode } from '../../domain/error-codes.ts';
import { withTimeout } from '../../domain/kernel/retry.ts';
import { contentType, matchesType, sniffedBytes } from '../../domain/media/content-type.ts';
import { mediaTypeOf } from '../../domain/media/media-type.ts';
import { peek } from '../../domain/media/peek.ts';
import { type MediaStore, MediaTooLargeError, StorageLimitError } from '../../domain/ports/media-store.ts';
import type { FileClaim, Media, MediaType } from '../../domain/ticket/events.ts';
import { safeName } from '../../domain/ticket/file-name.ts';
import { type Driver, DriverError } from '../driver/driver.ts';

/** The file as stored; `mediaType` is what the bytes turned out to be. Or the code why there will be none. */
export type FetchedFile =
  | { readonly mediaType: MediaType; readonly media: Media }
  | { readonly refusal: ErrorCode };

export interface MediaLimits {
  readonly maxBytes: number;
  /** Types that are not taken in: exact, or a family such as `audio/*`. */
  readonly refusedTypes: readonly string[];
}

export interface MediaIntakeDeps extends MediaLimits {
  readonly companyId: string;
  readonly driver: Pick<Driver, 'downloadMedia'>;
  readonly media: MediaStore;
  /** A download may be silent for this long, milliseconds; and last for ten times as long. */
  readonly timeoutMs: number;
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

/** The network, or whoever has the file there, does not give it; `cause` is a DriverError when it says more. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
}

/** Returns why a file is not even asked for, by what its sender says of it. */
export function refusalOf(claim: FileClaim, limits: MediaLimits): ErrorCode | undefined {
  if (claim.size !== undefined && claim.size > limits.maxBytes) return 'ERR_TOO_LARGE';
  const plain = claim.mime.split(';')[0]?.trim().toLowerCase() ?? '';
  return matchesType(plain, limits.refusedTypes) ? 'ERR_MEDIA_TYPE' : undefined;
}

const lateError = () => new DownloadError('the download stands still');

/** Yields a download's content, watched: one that broke is told from a store that cannot write, and one that stands still is ended. */
async function* watchContent(
  content: AsyncIterable<Uint8Array>,
  timeoutMs: number,
  until: number,
): AsyncIterable<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]();
  try {
    for (;;) {
      const left = Math.max(1, Math.min(timeoutMs, until - performance.now()));
      const next = await withTimeout(left, chunks.next(), lateError);
      if (next.done) return;
      yield next.value;
    }
  } catch (error) {
    throw error instanceof DownloadError ? error : new DownloadError('the download broke', { cause: error });
  } finally {
    // Not awaited: one that stands still answers nothing any more.
    void Promise.resolve(chunks.return?.()).catch(() => {});
  }
}

/**
 * Resolves with a file fetched into the media store, under an id of the caller's; one that is there already is not
 * fetched again.
 * @param file.handle what its driver fetches it by
 * @throws DownloadError when the network does not give it; anything else is of the stores
 */
export async function fetchFile(
  deps: MediaIntakeDeps,
  file: {
    readonly id: string;
    readonly mediaType: MediaType;
    readonly claim: FileClaim;
    readonly handle: string;
  },
): Promise<FetchedFile> {
  const { id, claim } = file;
  const { companyId, media, timeoutMs } = deps;
  const describeFile = (storedFile: { mime: string; name: string; size: number }): FetchedFile => {
    const found = mediaTypeOf(storedFile.mime);
    const { seconds, width, height } = claim;
    return {
      // A picture sent as a document stays a document; what claims to be a picture and is none does not.
      mediaType: file.mediaType === found ? found : 'application',
      media: {
        id,
        name: storedFile.name,
        mime: storedFile.mime,
        size: storedFile.size,
        ...(seconds === undefined ? {} : { seconds }),
        ...(width ? { width } : {}),
        ...(height ? { height } : {}),
      },
    };
  };

  const before = await media.reuse(companyId, id);
  if (before) return describeFile(before);
  const finisher = new AbortController();
  const until = performance.now() + 10 * timeoutMs;
  try {
    const asked = deps.driver.downloadMedia(file.handle, finisher.signal);
    asked.catch(() => {});
    const content = await withTimeout(timeoutMs, asked, lateError).catch((cause: unknown) => {
      throw cause instanceof DownloadError ? cause : new DownloadError('no download', { cause });
    });
    const { head, wholeContent, close } = await peek(watchContent(content, timeoutMs, until), sniffedBytes);
    const { fileTypeFromBuffer } = await import('file-type');
    const found = (await fileTypeFromBuffer(head))?.mime;
    const mime = contentType(found, head, { claimed: claim.mime, name: claim.name });
    if (matchesType(mime, deps.refusedTypes)) {
      await close();
      return { refusal: 'ERR_MEDIA_TYPE' };
    }
    const info = { id, companyId, name: safeName(claim.name), mime };
    return describeFile(await media.put(info, wholeContent, deps.maxBytes));
  } catch (error) {
    if (error instanceof MediaTooLargeError) return { refusal: 'ERR_TOO_LARGE' };
    if (error instanceof StorageLimitError) return { refusal: 'ERR_STORAGE_LIMIT' };
    const { cause } = error as Error;
    if (error instanceof DownloadError && cause instanceof DriverError && cause.failure === 'refused')
      return { refusal: cause.code === 'later' ? 'ERR_WAPP_DOWNLOAD_MEDIA' : 'ERR_MEDIA_GONE' };
    throw error;
  } finally {
    finisher.abort();
  }
}
