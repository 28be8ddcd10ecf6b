import type { LogoImage } from '../../domain/company/logos.ts';
import { DomainError } from '../../domain/errors.ts';
import { harmlessSvg } from './svg.ts';

/** An image by its bytes, as it may be stored and shown to everybody. */
export interface CheckedImage extends Omit<LogoImage, 'mediaId'> {
  readonly content: Buffer;
}
/** No more pixels a side: a small file may name as many as would take a browser's memory. */
const mostPixels = 4_096;
const mostIcons = 32;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function refuse(why: string, error: 'invalid' | 'tooLong' = 'invalid'): never {
  throw new DomainError('ERR_MEDIA_TYPE', why, { errors: { file: error } });
}

/** Returns the pixels of a PNG whose parts are whole and in order; undefined where it is none. */
function pngSize(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (!bytes.subarray(0, 8).equals(pngSignature) || bytes.length < 45) return undefined;
  const nameAt = (at: number) => bytes.toString('latin1', at + 4, at + 8);
  if (bytes.readUInt32BE(8) !== 13 || nameAt(8) !== 'IHDR') return undefined;
  let at = 8;
  let drawn = false;
  while (at + 12 <= bytes.length) {
    const name = nameAt(at);
    drawn ||= name === 'IDAT';
    at += 12 + bytes.readUInt32BE(at);
    // What is hung behind the image's end would be a file of another kind.
    if (name === 'IEND')
      return drawn && at === bytes.length
        ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
        : undefined;
  }
  return undefined;
}

const isBitmap = (bytes: Buffer): boolean => bytes.length > 40 && bytes.readUInt32LE(0) === 40;

/** Returns the pixels of an icon's largest image; undefined where it is none. */
function iconSize(bytes: Buffer): { readonly width: number; readonly height: number } | undefined {
  if (bytes.length < 22 || bytes.readUInt32LE(0) !== 0x10000) return undefined;
  const count = bytes.readUInt16LE(4);
  if (count < 1 || count > mostIcons || bytes.length < 6 + 16 * count) return undefined;
  const sizes = Array.from({ length: count }, (_, index) => {
    const entry = 6 + 16 * index;
    const from = bytes.readUInt32LE(entry + 12);
    const image = bytes.subarray(from, from + bytes.readUInt32LE(entry + 8));
    if (from < 6 + 16 * count || image.length !== bytes.readUInt32LE(entry + 8)) return undefined;
    return isBitmap(image)
      ? { width: image.readUInt32LE(4), height: image.readUInt32LE(8) / 2 }
      : pngSize(image);
  });
  if (sizes.some((size) => size === undefined)) return undefined;
  return sizes.reduce((most, size) => (size!.width > most!.width ? size : most));
}

/**
 * Returns what the bytes are, whatever they are called: a PNG, an icon, or an SVG without anything that acts.
 * @throws ERR_MEDIA_TYPE, ERR_VALIDATION (empty)
 */
export function checkedImage(bytes: Buffer): CheckedImage {
  if (bytes.length === 0)
    throw new DomainError('ERR_VALIDATION', 'Empty file', { errors: { file: 'empty' } });
  const png = pngSize(bytes);
  const size = png ?? iconSize(bytes);
  if (size === undefined) {
    const drawing = harmlessSvg(bytes);
    return drawing === undefined
      ? refuse('Neither PNG nor ICO nor SVG')
      : { mime: 'image/svg+xml', content: Buffer.from(drawing) };
  }
  const { width, height } = size;
  if (Math.min(width, height) < 1 || Math.max(width, height) > mostPixels)
    refuse(`${width} by ${height} pixels`, 'tooLong');
  return { mime: png ? 'image/png' : 'image/x-icon', width, height, content: bytes };
}
