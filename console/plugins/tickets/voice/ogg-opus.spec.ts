import { describe, expect, test } from 'vitest';
import { oggOpus } from './ogg-opus.ts';
import { recording } from './recordings/read-recording.ts';
import { type OpusPacket, readWebmOpus } from './webm-opus.ts';

// The pages are read here by the letter of RFC 3533, with nothing of what wrote them.

/** Bit by bit, as the RFC describes it, without a table. */
const crcOf = (bytes: Uint8Array): number => {
  let crc = 0n;
  for (const byte of bytes) {
    crc ^= BigInt(byte) << 24n;
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x80000000n ? ((crc << 1n) ^ 0x104c11db7n) & 0xffffffffn : crc << 1n;
  }
  return Number(crc);
};

const readPages = (file: Buffer) => {
  const pages = [];
  for (let at = 0; at < file.length; ) {
    expect(file.toString('latin1', at, at + 5)).toBe('OggS\0');
    const table = [...file.subarray(at + 27, at + 27 + file[at + 26]!)];
    const packets: Buffer[] = [];
    let from = at + 27 + table.length;
    let open = false;
    for (let i = 0, size = 0; i < table.length; i++) {
      size += table[i]!;
      open = table[i] === 255;
      if (open) continue;
      packets.push(file.subarray(from, from + size));
      from += size;
      size = 0;
    }
    const page = Buffer.from(file.subarray(at, from));
    const told = page.readUInt32LE(22);
    page.writeUInt32LE(0, 22);
    pages.push({
      flags: file[at + 5],
      position: Number(file.readBigInt64LE(at + 6)),
      serial: file.readUInt32LE(at + 14),
      number: file.readUInt32LE(at + 18),
      sound: told === crcOf(page),
      open,
      packets,
    });
    at = from;
  }
  return pages;
};

const written = (packets: readonly OpusPacket[], serial = 7) => {
  const { head } = readWebmOpus(recording('whole'))!;
  return readPages(Buffer.concat(oggOpus({ head, packets }, serial)));
};

describe.each([
  ['whole', 3],
  ['slices', 1.5],
] as const)('%s, as a browser recorded it', (name, seconds) => {
  const webm = Buffer.from(recording(name));
  const pages = readPages(Buffer.concat(oggOpus(readWebmOpus(webm)!, 0xfedcba98)));
  const sound = pages.slice(2);

  test('every page has the right sum, the next number, the one serial, and ends no packet in another', () => {
    expect(pages.map((page) => page.number)).toEqual(pages.map((_, i) => i));
    expect(pages.every((page) => page.sound && !page.open && page.serial === 0xfedcba98)).toBe(true);
  });
  test('the first page is marked as first and the last as last', () => {
    expect(pages.map(({ flags }) => flags)).toEqual([2, 0, ...sound.slice(1).map(() => 0), 4]);
  });
  test('the headers have a page each, at position 0: the recording’s own, and a comment that tells nothing', () => {
    expect(pages.slice(0, 2).map(({ packets, position }) => [packets.length, position])).toEqual([
      [1, 0],
      [1, 0],
    ]);
    const head = pages[0]!.packets[0]!;
    expect(head.length).toBe(19);
    expect(webm.includes(head)).toBe(true);
    expect(head.toString('latin1', 0, 8)).toBe('OpusHead');
    expect(pages[1]!.packets[0]!.toString('latin1')).toBe('OpusTags\u0006\0\0\0balcao\0\0\0\0');
  });
  test('it sounds as long as the recording, and each packet begins when it did there', () => {
    const skipped = pages[0]!.packets[0]!.readUInt16LE(10);
    expect((pages.at(-1)!.position - skipped) / 48_000).toBe(seconds);
    let at = 0;
    let clusterAt = 0;
    sound.forEach(({ packets, position }, i) => {
      const before = i === 0 ? 0 : sound[i - 1]!.position;
      // All of these packets sound equally long.
      const each = (position - before) / packets.length;
      packets.forEach((packet, j) => {
        const found = webm.indexOf(packet, at);
        // The last: the file's own index names the id, too.
        const cluster = webm.subarray(at, found).lastIndexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]));
        if (cluster >= 0) {
          // Id, size in eight bytes, then the time: id, size, number.
          const time = at + cluster + 12;
          expect(webm[time]).toBe(0xe7);
          clusterAt = webm.readUIntBE(time + 2, webm[time + 1]! & 0x7f);
        }
        expect((before + j * each) / 48).toBe(clusterAt + webm.readInt16BE(found - 3));
        at = found + packet.length;
      });
    });
  });
});

test('a page is a second long', () => {
  const packets = Array.from({ length: 120 }, (_, i) => ({ bytes: Uint8Array.of(0xf8, i), samples: 960 }));
  expect(written(packets).map(({ position }) => position)).toEqual([0, 0, 48_000, 96_000, 115_200]);
});
test('packets of every length around a piece, and the longest, come out as they went in, in pages that hold them', () => {
  const sizes = [1, 254, 255, 256, 509, 510, 511, 61_440, 61_440, 2];
  const packets = sizes.map((size, i) => ({ bytes: new Uint8Array(size).fill(i + 1), samples: 120 }));
  const pages = written(packets);
  expect(pages.every(({ sound, open }) => sound && !open)).toBe(true);
  const got = pages.slice(2).flatMap((page) => page.packets);
  expect(got.map((packet) => packet.length)).toEqual(sizes);
  expect(got.every((packet, i) => packet.every((byte) => byte === i + 1))).toBe(true);
  expect(pages.at(-1)!.position).toBe(1_200);
});
test('one packet is enough: the page it is on is the last', () => {
  expect(written([{ bytes: Uint8Array.of(0xf8), samples: 960 }]).map(({ flags }) => flags)).toEqual([
    2, 0, 4,
  ]);
});
