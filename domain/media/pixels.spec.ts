import { describe, expect, it } from 'vitest';
import { png } from '../../testing/images.ts';
import { isShowable, mostPixels, pictureSize } from './pixels.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const segment = (marker: string, bytes: number) =>
  Buffer.concat([
    hex(`ff${marker}`),
    Buffer.from([(bytes + 2) >> 8, (bytes + 2) & 255]),
    Buffer.alloc(bytes),
  ]);
const jpeg = (...parts: readonly Buffer[]) => Buffer.concat([hex('ffd8'), ...parts]);
/** 800 wide, 600 high. */
const frame = (marker: string) => hex(`ff${marker} 0011 08 0258 0320 03 012200 021101 031101`);
const webp = (rest: string) => Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), hex(rest), Buffer.alloc(16)]);

describe('the pixels of a picture', () => {
  it.each<[string, Buffer, number, number]>([
    ['a PNG', png(320, 80), 320, 80],
    ['a JPEG', jpeg(segment('e0', 14), frame('c0')), 800, 600],
    [
      'a progressive JPEG behind a preview and a profile',
      jpeg(segment('e1', 65_000), segment('e2', 3_000), frame('c2')),
      800,
      600,
    ],
    [
      'a JPEG with fill bytes and tables',
      jpeg(hex('ffff'), segment('c4', 20), segment('db', 65), frame('c1')),
      800,
      600,
    ],
    ['a GIF', Buffer.from('GIF89a\x20\x03\x58\x02', 'latin1'), 800, 600],
    ['a WebP', webp('56503820 00000000 000000 9d012a 2003 5802'), 800, 600],
    ['a WebP without loss', webp('5650384c 00000000 2f 1fc39500'), 800, 600],
    ['a WebP of several parts', webp('56503858 0a000000 00000000 1f0300 570200'), 800, 600],
  ])('are those of its header: %s', (_what, bytes, width, height) => {
    expect(pictureSize(bytes)).toEqual({ width, height });
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('GIF of nothing at all')],
    ['a PNG that was cut', png(9, 9).subarray(0, 20)],
    ['a JPEG without a frame', jpeg(segment('e0', 14), segment('da', 10), frame('c0'))],
    ['a JPEG that was cut', jpeg(segment('e0', 14), frame('c0').subarray(0, 6))],
    ['a JPEG whose part names no end', jpeg(hex('ffe0 ffff'))],
    ['another WebP', webp('58585858 00000000 00000000 000000')],
  ])('are not known of %s', (_what, bytes) => {
    expect(pictureSize(bytes)).toBeUndefined();
  });

  it('may be fifty million, and no more, and not none', () => {
    expect(isShowable({ width: 10_000, height: mostPixels / 10_000 })).toBe(true);
    expect(isShowable({ width: 10_000, height: mostPixels / 10_000 + 1 })).toBe(false);
    expect(isShowable({ width: 0, height: 9 })).toBe(false);
    expect(isShowable(undefined)).toBe(false);
  });
});
