import { describe, expect, test } from 'vitest';
import { recording, replaceBytes } from './recordings/read-recording.ts';
import { readWebmOpus, samplesOf } from './webm-opus.ts';

const letters = (value: string): number[] => [...Buffer.from(value)];
const whole = recording('whole');
const slices = recording('slices');

/** An element of at most 126 bytes. */
const element = (id: readonly number[], ...content: readonly (readonly number[])[]): number[] => {
  const bytes = content.flat();
  return [...id, 0x80 | bytes.length, ...bytes];
};
const ebml = element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], letters('webm')));
const head = [...letters('OpusHead'), 1, 1, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0];
const track = (number: number, codec: string, ...more: number[][]) =>
  element([0xae], element([0xd7], [number]), element([0x86], letters(codec)), ...more);
const privateOf = (bytes: readonly number[]) => element([0x63, 0xa2], bytes);
const tracks = (...entries: number[][]) => element([0x16, 0x54, 0xae, 0x6b], ...entries);
const cluster = (...blocks: number[][]) => element([0x1f, 0x43, 0xb6, 0x75], ...blocks);
const simple = (number: number, flags: number, packet: readonly number[]) =>
  element([0xa3], [0x80 | number, 0, 0, flags], packet);
/** A segment of unknown size. */
const file = (...content: number[][]) =>
  Uint8Array.from([...ebml, 0x18, 0x53, 0x80, 0x67, 0xff, ...content.flat()]);
const opusTrack = tracks(track(1, 'A_OPUS', privateOf(head)));
/** 20 ms. */
const packet = [0xf8, 1, 2, 3];

describe('what a browser recorded', () => {
  test.each([
    ['whole', 50],
    ['slices', 25],
  ] as const)('%s: each packet of 60 ms once, in the order of the file', (name, count) => {
    const bytes = Buffer.from(recording(name));
    const sound = readWebmOpus(bytes)!;
    expect([...sound.head.subarray(0, 10)]).toEqual([...letters('OpusHead'), 1, 1]);
    expect(sound.packets.map(({ samples }) => samples)).toEqual(Array(count).fill(2_880));
    let at = 0;
    for (const { bytes: packet } of sound.packets) {
      // Nothing of a packet is missing: a block's flags come before it, and the next element after it.
      at = bytes.indexOf(packet, at);
      expect(at).toBeGreaterThan(0);
      expect(bytes[at - 1]).toBe(0x80);
      at += packet.length;
      expect([0xa3, 0x1f, 0x1c, undefined]).toContain(bytes[at]);
    }
    expect(bytes.length - at).toBeLessThan(100);
  });
});

test('blocks in groups, and those of other tracks between them', () => {
  const sound = readWebmOpus(
    file(
      tracks(track(1, 'V_VP8'), track(2, 'A_OPUS', privateOf(head))),
      cluster(simple(1, 0, [9, 9, 9]), simple(2, 0x80, packet)),
      cluster(element([0xa0], element([0x9b], [20]), element([0xa1], [0x82, 0, 0, 0], [0xfc, 7]))),
    ),
  );
  expect(sound?.packets.map(({ bytes }) => [...bytes])).toEqual([packet, [0xfc, 7]]);
});

describe('what is not a whole WebM with Opus is not read', () => {
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(64)],
    ['Ogg', Uint8Array.from(letters('OggS\0\u0002 and something else'))],
    ['another kind of EBML', replaceBytes(whole, letters('webm'), letters('webx'))],
    ['another codec', replaceBytes(whole, letters('A_OPUS'), letters('A_VORB'))],
    ['a header that is none', replaceBytes(whole, letters('OpusHead'), letters('OpusHeap'))],
    [
      'a header of a coming version',
      replaceBytes(slices, letters('OpusHead\u0001'), letters('OpusHead\u0010')),
    ],
    ['no channel', replaceBytes(slices, letters('OpusHead\u0001\u0001'), letters('OpusHead\u0001\0'))],
    ['two recordings in one', Uint8Array.from([...slices, ...slices])],
    ['no header of the codec', file(tracks(track(1, 'A_OPUS')), cluster(simple(1, 0, packet)))],
    [
      'compressed',
      file(tracks(track(1, 'A_OPUS', privateOf(head), [0x6d, 0x80, 0x80])), cluster(simple(1, 0, packet))),
    ],
    ['no sound', file(opusTrack, cluster())],
    ['sound of another track only', file(opusTrack, cluster(simple(2, 0, packet)))],
    ['laced (Xiph)', file(opusTrack, cluster(simple(1, 0x02, packet)))],
    ['laced (EBML)', file(opusTrack, cluster(simple(1, 0x06, packet)))],
    ['laced (fixed)', file(opusTrack, cluster(simple(1, 0x04, packet)))],
    ['an empty packet', file(opusTrack, cluster(simple(1, 0, [])))],
    ['a packet of no frame', file(opusTrack, cluster(simple(1, 0, [0xfb, 0])))],
    ['a packet longer than 120 ms', file(opusTrack, cluster(simple(1, 0, [0xfb, 7])))],
    ['a block cut off in its head', file(opusTrack, cluster(element([0xa3], [0x81, 0])))],
    ['a block of unknown size', file(opusTrack, cluster(), [0xa3, 0xff, 0x81, 0, 0, 0, ...packet])],
    [
      'nothing left after what is skipped',
      file(
        tracks(track(1, 'A_OPUS', privateOf([...head.slice(0, 10), 0xc0, 3, ...head.slice(12)]))),
        cluster(simple(1, 0, packet)),
      ),
    ],
    ['an id of five bytes', file(opusTrack, [0x08, 1, 1, 1, 1, 0x80], cluster(simple(1, 0, packet)))],
  ])('%s', (_, bytes) => {
    expect(readWebmOpus(bytes)).toBeUndefined();
  });

  test('the parts that those are made of are read when nothing is wrong with them', () => {
    expect(readWebmOpus(file(opusTrack, cluster(simple(1, 0, packet))))?.packets).toHaveLength(1);
  });
  test('a packet larger than a page', () => {
    const long = (bytes: number) => {
      const total = bytes + 4;
      const sized = [0xa3, 0x20 | (total >> 16), (total >> 8) & 255, total & 255, 0x81, 0, 0, 0];
      return file(opusTrack, [...sized, ...packet, ...Array<number>(bytes - packet.length).fill(0)]);
    };
    expect(readWebmOpus(long(61_440))?.packets).toHaveLength(1);
    expect(readWebmOpus(long(61_441))).toBeUndefined();
  });
  test('cut off anywhere', () => {
    for (let length = 0; length < whole.length; length += 1)
      expect(readWebmOpus(whole.subarray(0, length))).toBeUndefined();
  });
  test('cut off where sizes are not told: only between two elements, and then what is there', () => {
    let read = 0;
    for (let length = 0; length < slices.length; length += 1)
      read += readWebmOpus(slices.subarray(0, length)) === undefined ? 0 : 1;
    // After each of 24 blocks, and after the head of each of the six clusters and the time in it.
    expect(read).toBe(24 + 2 * 6);
  });
  test('any byte another: it never throws, and never gives more than there is', () => {
    for (const value of [0x00, 0x01, 0x7f, 0x81, 0xff])
      for (let at = 0; at < slices.length; at += 1) {
        const bytes = Uint8Array.from(slices);
        bytes[at] = value;
        const sound = readWebmOpus(bytes);
        const size = sound?.packets.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0;
        expect(size).toBeLessThan(slices.length);
      }
  });
});

test.each([
  // RFC 6716, table 2: SILK, hybrid, CELT; then one frame, two, two of different size, many.
  [[0 << 3], 480],
  [[1 << 3], 960],
  [[2 << 3], 1_920],
  [[3 << 3], 2_880],
  [[11 << 3], 2_880],
  [[12 << 3], 480],
  [[13 << 3], 960],
  [[15 << 3], 960],
  [[16 << 3], 120],
  [[29 << 3], 240],
  [[30 << 3], 480],
  [[31 << 3], 960],
  [[(31 << 3) | 1], 1_920],
  [[(31 << 3) | 2], 1_920],
  [[(31 << 3) | 3, 6], 5_760],
  [[(31 << 3) | 3, 0xc3], 2_880],
  [[(16 << 3) | 3, 48], 5_760],
  [[(31 << 3) | 3, 7], 0],
  [[(31 << 3) | 3, 0], 0],
  [[(31 << 3) | 3], 0],
  [[], 0],
])('a packet beginning with %j sounds for %i samples', (bytes, samples) => {
  expect(samplesOf(Uint8Array.from(bytes))).toBe(samples);
});
