import { DomainError } from '../../domain/errors.ts';
import { peek } from '../../domain/media/peek.ts';
import { isShowable, mostPixels, pictureSize } from '../../domain/media/pixels.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import type { Media } from '../../domain/ticket/events.ts';

/** What comes before a photo's pixels: a preview, a colour profile. */
const headerBytes = 1024 * 1024;

/**
 * A stored picture that others are shown unasked: a small file may unfold to as many pixels as take a browser's memory.
 * @throws ERR_MEDIA_TYPE (it does not say its pixels), ERR_TOO_LARGE (too many), each naming the field
 */
export async function demandShowable(
  media: Pick<MediaStore, 'open'>,
  { companyId, field, file }: { readonly companyId: string; readonly field: string; readonly file: Media },
): Promise<void> {
  const { head, close } = await peek(await media.open(companyId, file.id), headerBytes);
  await close();
  const size = pictureSize(head);
  if (isShowable(size)) return;
  const { mime, name } = file;
  if (size === undefined || size.width * size.height === 0)
    throw new DomainError('ERR_MEDIA_TYPE', 'Its header says no pixels', {
      details: { mime, name },
      errors: { [field]: 'invalid' },
    });
  throw new DomainError('ERR_TOO_LARGE', `${size.width} by ${size.height} pixels, at most ${mostPixels}`, {
    details: { ...size, name, maxPixels: mostPixels },
    errors: { [field]: 'tooManyPixels' },
  });
}
