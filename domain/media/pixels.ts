/** How many pixels a picture has, as its header says. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** A picture is unfolded by whoever looks at it, four bytes a pixel: as much as a telephone's best camera makes. */
export const mostPixels = 50_000_000;

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const lettersAt = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

/** Whether a JPEG says its size there: in the frame that comes before its first line of pixels. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegSize(bytes: Uint8Array): PictureSize | undefined {
  const data = view(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    // Fill bytes before a marker.
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return { width: data.getUint16(at + 7), height: data.getUint16(at + 5) };
    else if (marker === 0xda) return undefined;
    else at += 2 + data.getUint16(at + 2);
  }
  return undefined;
}

function webpSize(bytes: Uint8Array): PictureSize | undefined {
  if (bytes.length < 30) return undefined;
  const data = view(bytes);
  const wholeNumber = (at: number) => data.getUint16(at, true) + bytes[at + 2]! * 0x10000;
  switch (lettersAt(bytes, 12, 4)) {
    case 'VP8 ':
      return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = data.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: wholeNumber(24) + 1, height: wholeNumber(27) + 1 };
    default:
      return undefined;
  }
}

/** Returns the pixels of a PNG, JPEG, GIF or WebP, from its first bytes; undefined: they do not say. */
export function pictureSize(bytes: Uint8Array): PictureSize | undefined {
  const data = view(bytes);
  if (
    bytes.length >= 24 &&
    lettersAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' &&
    lettersAt(bytes, 12, 4) === 'IHDR'
  )
    return { width: data.getUint32(16), height: data.getUint32(20) };
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes);
  if (bytes.length >= 10 && /^GIF8[79]a/.test(lettersAt(bytes, 0, 6)))
    return { width: data.getUint16(6, true), height: data.getUint16(8, true) };
  return lettersAt(bytes, 0, 4) === 'RIFF' && lettersAt(bytes, 8, 4) === 'WEBP' ? webpSize(bytes) : undefined;
}

/** Returns whether somebody may be shown a picture: it says how many pixels it has, and has some, and not too many. */
export const isShowable = (size: PictureSize | undefined): boolean =>
  size !== undefined && size.width > 0 && size.height > 0 && size.width * size.height <= mostPixels;
