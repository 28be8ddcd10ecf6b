/** Opus as a container holds it: the identification header, and each packet with how long it sounds. */
export interface OpusSound {
  /** `OpusHead`, the same bytes in WebM and in Ogg (RFC 7845 section 5.1). */
  readonly head: Uint8Array;
  readonly packets: readonly OpusPacket[];
}
export interface OpusPacket {
  readonly bytes: Uint8Array;
  /** At 48 kHz, whatever the microphone's rate. */
  readonly samples: number;
}

interface Element {
  readonly id: number;
  /** Where its content begins. */
  readonly from: number;
  /** Where it ends; undefined when its size is not told, as it is while something is still being recorded. */
  readonly to: number | undefined;
}

const ids = {
  ebml: 0x1a45dfa3,
  docType: 0x4282,
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  codec: 0x86,
  codecPrivate: 0x63a2,
  encodings: 0x6d80,
  cluster: 0x1f43b675,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
};
/** Those whose content is walked as if it lay beside them: then it does not matter whether their size is told. */
const openedIds = new Set([ids.segment, ids.tracks, ids.cluster, ids.blockGroup]);
/** Only these may leave their size open: what comes after any other would be lost. */
const endless = new Set([ids.segment, ids.cluster]);
/** What a player must be able to take (RFC 7845 section 6); it also fits one page of Ogg. */
const MOST_BYTES = 61_440;
/** 120 ms, the longest a packet may sound. */
const MOST_SAMPLES = 5_760;

const text = (bytes: Uint8Array): string =>
  String.fromCharCode(...bytes.subarray(0, 64)).replace(/\0+$/u, '');

/** Returns a number of one to eight bytes whose first bits tell how many; all ones mean 'not known'. */
function variable(
  bytes: Uint8Array,
  at: number,
): { value: number; unknown: boolean; next: number } | undefined {
  const first = bytes[at];
  if (first === undefined || first === 0) return undefined;
  const length = Math.clz32(first) - 23;
  const mask = 0xff >> length;
  let value = first & mask;
  let unknown = value === mask;
  for (let i = 1; i < length; i++) {
    const byte = bytes[at + i];
    if (byte === undefined) return undefined;
    value = value * 256 + byte;
    unknown &&= byte === 0xff;
  }
  return { value, unknown, next: at + length };
}

/** Returns the element that begins here; undefined when it does not lie within the bytes as a whole. */
function elementAt(bytes: Uint8Array, at: number): Element | undefined {
  const length = Math.clz32(bytes[at] ?? 0) - 23;
  if (length > 4 || at + length > bytes.length) return undefined;
  const id = bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
  const size = variable(bytes, at + length);
  if (size === undefined) return undefined;
  if (size.unknown) return endless.has(id) ? { id, from: size.next, to: undefined } : undefined;
  const to = size.next + size.value;
  return to <= bytes.length ? { id, from: size.next, to } : undefined;
}

/** Returns what lies directly in an element, by id, the last of a kind; undefined when something sticks out of it. */
function fields(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> | undefined {
  const found = new Map<number, Uint8Array>();
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    if (element?.to === undefined) return undefined;
    found.set(element.id, bytes.subarray(element.from, element.to));
    at = element.to;
  }
  return found;
}

/**
 * Whether it is the header of one or two channels; what has more is no voice, and orders its channels in ways of its
 * own.
 */
const isHead = (head: Uint8Array): boolean =>
  head.length === 19 &&
  text(head.subarray(0, 8)) === 'OpusHead' &&
  head[8]! >> 4 === 0 &&
  (head[9] === 1 || head[9] === 2) &&
  head[18] === 0;

/** Returns how long a packet sounds, by its first bytes (RFC 6716 section 3.1); 0 when they make no sense. */
export function samplesOf(packet: Uint8Array): number {
  const [first, second = 0] = packet;
  if (first === undefined) return 0;
  const config = first >> 3;
  const frame =
    config < 12
      ? [480, 960, 1_920, 2_880][config & 3]!
      : config < 16
        ? [480, 960][config & 1]!
        : [120, 240, 480, 960][config & 3]!;
  const frames = [1, 2, 2, second & 0x3f][first & 3]!;
  return frame * frames > MOST_SAMPLES ? 0 : frame * frames;
}

/** Returns the packet in a block; 'other' for a block of another track, undefined for what cannot be read. */
function packetIn(block: Uint8Array, track: number): OpusPacket | 'other' | undefined {
  const number = variable(block, 0);
  if (number === undefined) return undefined;
  if (number.value !== track) return 'other';
  // Number, two bytes of time, one of flags. Laced blocks hold several packets: no recorder writes sound that way.
  const flags = block[number.next + 2];
  if (flags === undefined || (flags & 0x06) !== 0) return undefined;
  const bytes = block.subarray(number.next + 3);
  const samples = samplesOf(bytes);
  return samples === 0 || bytes.length > MOST_BYTES ? undefined : { bytes, samples };
}

/**
 * Returns the Opus in a WebM recording: the first track of that codec.
 * @returns undefined for whatever is not a whole WebM with Opus: another container or codec, bytes missing at the end,
 *   laced, compressed or encrypted blocks, packets that cannot be
 */
export function readWebmOpus(bytes: Uint8Array): OpusSound | undefined {
  const start = elementAt(bytes, 0);
  if (start?.id !== ids.ebml || start.to === undefined) return undefined;
  const docType = fields(bytes.subarray(start.from, start.to))?.get(ids.docType);
  if (docType === undefined || text(docType) !== 'webm') return undefined;

  let head: Uint8Array | undefined;
  let track = 0;
  const packets: OpusPacket[] = [];
  for (let at = start.to; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    // A second header is a second recording: half of what was said must not pass for all of it.
    if (element === undefined || element.id === ids.ebml) return undefined;
    const { id, from, to } = element;
    at = to === undefined || openedIds.has(id) ? from : to;
    if (id === ids.track && head === undefined) {
      const entry = fields(bytes.subarray(from, to));
      if (entry === undefined) return undefined;
      if (text(entry.get(ids.codec) ?? new Uint8Array()) !== 'A_OPUS') continue;
      head = entry.get(ids.codecPrivate);
      track = (entry.get(ids.trackNumber) ?? new Uint8Array()).reduce((sum, byte) => sum * 256 + byte, 0);
      if (head === undefined || !isHead(head) || entry.has(ids.encodings)) return undefined;
    }
    if (id !== ids.simpleBlock && id !== ids.block) continue;
    const packet = packetIn(bytes.subarray(from, to), track);
    if (packet === undefined) return undefined;
    if (packet !== 'other') packets.push(packet);
  }
  if (head === undefined) return undefined;
  // So much of the beginning is not played: there must be something after it.
  const skipped = head[10]! + head[11]! * 256;
  const heard = packets.reduce((sum, { samples }) => sum + samples, 0) - skipped;
  return heard > 0 ? { head, packets } : undefined;
}
