import { hash, randomFillSync, randomInt } from 'node:crypto';
import { parse, v7 } from 'uuid';

/** Never change it: ids of stored events and of what they name derive from it. */
const namespace = parse('5b0c1f6e-3d0e-5c55-9c86-0d2f4a1c7b11');
/** What is hashed, in memory of its own: it is done with when the hash is made. */
const scratch = Buffer.alloc(1_024);
scratch.set(namespace);

/**
 * Returns a UUID (v5) that the same parts give in every process, so that a retry names the same thing. Made here, with
 * the one-shot hash: several are made for each thing that is taken in, and the package takes four times as long.
 */
export const deriveId = (...parts: readonly (string | number)[]): string => {
  const text = parts.join('\n');
  // Three bytes a letter at most.
  const bytes = text.length * 3 + 16 <= scratch.length ? scratch : Buffer.alloc(text.length * 3 + 16);
  if (bytes !== scratch) bytes.set(namespace);
  const length = bytes.write(text, 16);
  return uuidOf(hash('sha1', bytes.subarray(0, 16 + length)), 5);
};

/** Returns the first 128 bits of a hash, in lower-case hexadecimal digits, as a UUID of this version. */
export const uuidOf = (hex: string, version: 5 | 8): string => {
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${version}${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const size = 16;
const pool = new Uint8Array(256 * size);
let drawnBytes = pool.length;
let lastMs = 0;
let sequence = 0;

/**
 * Returns a new UUID (v7): later ones of this process sort after earlier ones, also when the clock is set back. Random
 * bytes are drawn for 256 at once, for each drawing costs more than the rest of the making.
 */
export const newId = (): string => {
  if (drawnBytes === pool.length) {
    randomFillSync(pool);
    drawnBytes = 0;
  }
  const random = pool.subarray(drawnBytes, drawnBytes + size);
  drawnBytes += size;
  const ms = Date.now();
  if (ms > lastMs) {
    lastMs = ms;
    // Half of the 32 bits are room to count up in.
    sequence = randomInt(0x7fff_ffff);
  } else if (++sequence > 0xffff_ffff) {
    lastMs += 1;
    sequence = 0;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
};
