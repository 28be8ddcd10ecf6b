const dash = 45;

/** Value of a lower-case hexadecimal digit by its ASCII code; -1: none. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-f]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
);
const letters = Buffer.from('0123456789abcdef');

/**
 * UUIDs read lately, text and bytes, each at the place that its last ten bits name: those of a page of messages, or of a
 * commit, are mostly the same few. None that was only written: its text may be a piece of a long one, which it keeps.
 */
const places = 1_024;
const lateBytes = Buffer.alloc(16 * places);
const lateTexts = new Array<string>(places).fill('00000000-0000-0000-0000-000000000000');
const placeOf = (beforeLast: number, last: number): number => ((beforeLast << 8) | last) & (places - 1);

const digitAt = (value: string, at: number): number => digits[value.charCodeAt(at)] ?? -1;
const byteAt = (value: string, at: number): number => (digitAt(value, at) << 4) | digitAt(value, at + 1);

/**
 * Returns whether it wrote the 16 bytes of a UUID in lower case; false: it is none, and what stands in the bytes does
 * not count. By hand: each write does it a dozen times, and this takes a fifth.
 */
export function writeUuid(value: string, bytes: Uint8Array, start: number): boolean {
  if (value.length !== 36) return false;
  const place = placeOf(byteAt(value, 32), byteAt(value, 34));
  if (lateTexts[place] === value) {
    for (let at = 0; at < 16; at++) bytes[start + at] = lateBytes[place * 16 + at]!;
    return true;
  }
  let wrong = 0;
  for (let at = 0, from = 0; at < 16; at++, from += 2) {
    if (at === 4 || at === 6 || at === 8 || at === 10) {
      if (value.charCodeAt(from) !== dash) return false;
      from++;
    }
    const high = digitAt(value, from);
    const low = digitAt(value, from + 1);
    wrong |= high | low;
    bytes[start + at] = (high << 4) | low;
  }
  return wrong >= 0;
}

const text = Buffer.alloc(36, dash);

/**
 * Returns the UUID whose 16 bytes stand there. Through bytes: a text joined from pieces would keep all of them.
 * @throws RangeError when there are fewer
 */
export function readUuid(bytes: Uint8Array, start: number): string {
  if (bytes.length < start + 16) throw new RangeError('a UUID takes 16 bytes');
  const place = placeOf(bytes[start + 14]!, bytes[start + 15]!);
  const late = place * 16;
  let same = 0;
  while (same < 16 && lateBytes[late + same] === bytes[start + same]) same++;
  if (same === 16) return lateTexts[place]!;
  for (let at = 0, to = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) to++;
    const byte = bytes[start + at]!;
    lateBytes[late + at] = byte;
    text[to++] = letters[byte >> 4]!;
    text[to++] = letters[byte & 15]!;
  }
  const read = text.toString('latin1');
  lateTexts[place] = read;
  return read;
}
