import type { OpusPacket, OpusSound } from './webm-opus.ts';

/** A page counts its content in pieces of 255 bytes, and has room for 255 counts. */
const MOST_PIECES = 255;
/** A page for each second: a player that seeks or loses a page is never further off. */
const PAGE_SAMPLES = 48_000;
const HEADER_BYTES = 27;
const flag = { first: 2, last: 4, none: 0 };

/** Ogg's own: polynomial 0x04c11db7, highest bit first, beginning with 0, not inverted. */
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});
const crcOf = (bytes: Uint8Array): number =>
  bytes.reduce((crc, byte) => (crc << 8) ^ crcTable[(crc >>> 24) ^ byte]!, 0);

interface Page {
  readonly packets: readonly Uint8Array[];
  readonly flags: number;
  /** Samples up to the end of this page, from the beginning of the stream. */
  readonly position: number;
  readonly serial: number;
  readonly number: number;
}

const pieces = ({ length }: Uint8Array): number => Math.floor(length / 255) + 1;

/** Returns a packet's length as Ogg counts it: a count below 255, if need be 0, ends it. */
const counts = (packet: Uint8Array): number[] =>
  Array.from({ length: pieces(packet) }, (_, i) => Math.min(255, packet.length - i * 255));

function pageBytes({ packets, flags, position, serial, number }: Page): Uint8Array<ArrayBuffer> {
  const table = packets.flatMap(counts);
  const header = HEADER_BYTES + table.length;
  const bytes = new Uint8Array(packets.reduce((size, packet) => size + packet.length, header));
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('OggS'));
  bytes[5] = flags;
  view.setBigUint64(6, BigInt(position), true);
  view.setUint32(14, serial, true);
  view.setUint32(18, number, true);
  bytes[26] = table.length;
  bytes.set(table, HEADER_BYTES);
  let at = header;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.length;
  }
  // Over the page as it is with 0 in the sum's own place.
  view.setUint32(22, crcOf(bytes), true);
  return bytes;
}

/** Returns the comment header, with a vendor and no comment: who spoke where is nobody's to read from the file. */
function tags(): Uint8Array {
  const vendor = new TextEncoder().encode('balcao');
  const bytes = new Uint8Array(8 + 4 + vendor.length + 4);
  bytes.set(new TextEncoder().encode('OpusTags'));
  new DataView(bytes.buffer).setUint32(8, vendor.length, true);
  bytes.set(vendor, 12);
  return bytes;
}

/** Returns packets as they share pages: each page full, or a second long. */
function pagePackets(packets: readonly OpusPacket[]): OpusPacket[][] {
  const pages: OpusPacket[][] = [];
  let room = 0;
  let samples = 0;
  for (const packet of packets) {
    const needed = pieces(packet.bytes);
    if (needed > room || samples >= PAGE_SAMPLES) {
      pages.push([]);
      room = MOST_PIECES;
      samples = 0;
    }
    pages.at(-1)!.push(packet);
    room -= needed;
    samples += packet.samples;
  }
  return pages;
}

/**
 * Returns Opus in Ogg (RFC 7845): a page for each of the two headers, then the sound; the last page says that it is
 * the last. @param serial the stream's number: any, but another for each recording, so that two may be joined
 * @returns the pages; no packet is split, so none may be longer than a page (`readWebmOpus` gives no such)
 */
export function oggOpus({ head, packets }: OpusSound, serial: number): Uint8Array<ArrayBuffer>[] {
  const sound = pagePackets(packets);
  let position = 0;
  return [
    pageBytes({ packets: [head], flags: flag.first, position, serial, number: 0 }),
    pageBytes({ packets: [tags()], flags: flag.none, position, serial, number: 1 }),
    ...sound.map((page, i) => {
      for (const { samples } of page) position += samples;
      const flags = i === sound.length - 1 ? flag.last : flag.none;
      return pageBytes({ packets: page.map(({ bytes }) => bytes), flags, position, serial, number: i + 2 });
    }),
  ];
}
