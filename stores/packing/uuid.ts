const dash = 45;

/** Value of a lower-case hexadecimal digit by its ASCII code; -1: none. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  /[0-9a-f]/.test(String.fromCharCode(code)) ? Number.parseInt(String.fromCharCode(code), 16) : -1,
);
const letters = Buffer.from('0123456789abcdef');

/**
 * Writes the 16 bytes of a UUID in lower case. By hand: each write does it a dozen times, and this takes a fifth.
 * @returns false: it is none, and what stands in the bytes does not count
 */
export function writeUuid(value: string, bytes: Uint8Array, start: number): boolean {
  if (value.length !== 36) return false;
  let wrong = 0;
  for (let at = 0, from = 0; at < 16; at++, from += 2) {
    if (at === 4 || at === 6 || at === 8 || at === 10) {
      if (value.charCodeAt(from) !== dash) return false;
      from++;
    }
    const high = digits[value.charCodeAt(from)] ?? -1;
    const low = digits[value.charCodeAt(from + 1)] ?? -1;
    wrong |= high | low;
    bytes[start + at] = (high << 4) | low;
  }
  return wrong >= 0;
}

const text = Buffer.alloc(36, dash);

/** Returns the UUID whose 16 bytes stand there. Through bytes: a text joined from pieces would keep all of them. */
export function readUuid(bytes: Uint8Array, start: number): string {
  for (let at = 0, to = 0; at < 16; at++) {
    if (at === 4 || at === 6 || at === 8 || at === 10) to++;
    const byte = bytes[start + at]!;
    text[to++] = letters[byte >> 4]!;
    text[to++] = letters[byte & 15]!;
  }
  return text.toString('latin1');
}
