import { createCipheriv, createDecipheriv } from 'node:crypto';
import createLibsodium from 'libsodium';

/**
 * ChaCha20-Poly1305 (RFC 8439), key of 32 bytes, nonce of 12, tag of 16 at the end of the text. Two implementations of
 * one standard: libsodium (WebAssembly, on memory set aside once) for what is short, as nearly every box is, at a third
 * of what Node's cipher objects cost; Node's own for what is longer than that memory.
 */
const keyBytes = 32;
export const nonceBytes = 12;
export const tagBytes = 16;
const algorithm = 'chacha20-poly1305';

/** Longest text, in bytes as they are sealed, that goes through libsodium; and longest place bound to it. */
const longest = 32_768;
const longestPlace = 1_024;

const libsodium = await createLibsodium();
const at = (() => {
  const key = libsodium._malloc(keyBytes + nonceBytes + longestPlace + 2 * (nonceBytes + longest + tagBytes));
  if (key === 0) throw new Error('libsodium has no memory');
  const place = key + keyBytes;
  const from = place + longestPlace;
  return { key, place, from, to: from + nonceBytes + longest + tagBytes };
})();
let heap = Buffer.from(libsodium.HEAPU8.buffer);
/** Returns the library's memory; another buffer once it has grown. */
const memory = (): Buffer => {
  if (heap.buffer !== libsodium.HEAPU8.buffer) heap = Buffer.from(libsodium.HEAPU8.buffer);
  return heap;
};

/** Returns base64url of nonce, sealed text and tag. `place`: bound to it, not in it. */
export const seal = (
  key: Uint8Array,
  nonce: Uint8Array,
  text: string | Uint8Array,
  place: string,
): string => {
  const length = typeof text === 'string' ? Buffer.byteLength(text) : text.length;
  if (length > longest || place.length * 3 > longestPlace) {
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
    cipher.setAAD(Buffer.from(place), { plaintextLength: length });
    const sealed = typeof text === 'string' ? cipher.update(text, 'utf8') : cipher.update(text);
    cipher.final();
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url');
  }
  const bytes = memory();
  bytes.set(key, at.key);
  bytes.set(nonce, at.to);
  if (typeof text === 'string') bytes.write(text, at.from, length, 'utf8');
  else bytes.set(text, at.from);
  const placeLength = bytes.write(place, at.place, longestPlace, 'utf8');
  const sealedAt = at.to + nonceBytes;
  libsodium._crypto_aead_chacha20poly1305_ietf_encrypt(
    sealedAt,
    0,
    at.from,
    length,
    0,
    at.place,
    placeLength,
    0,
    0,
    at.to,
    at.key,
  );
  return bytes.toString('base64url', at.to, sealedAt + length + tagBytes);
};

/**
 * Returns what `read` makes of what was sealed. It reads at once: the bytes are another text's afterwards.
 * @throws Error when it was sealed otherwise, under another key or for another place
 */
export const openBox = <T>(key: Uint8Array, box: string, place: string, read: (text: Buffer) => T): T => {
  // Four letters are three bytes.
  if (box.length > longest || place.length * 3 > longestPlace) return read(openLong(key, box, place));
  const bytes = memory();
  const length = bytes.write(box, at.from, longest, 'base64url');
  const textLength = length - nonceBytes - tagBytes;
  if (textLength < 0) throw new Error('a box that is too short');
  bytes.set(key, at.key);
  const placeLength = bytes.write(place, at.place, longestPlace, 'utf8');
  const refusal = libsodium._crypto_aead_chacha20poly1305_ietf_decrypt(
    at.to,
    0,
    0,
    at.from + nonceBytes,
    length - nonceBytes,
    0,
    at.place,
    placeLength,
    0,
    at.from,
    at.key,
  );
  if (refusal !== 0) throw new Error('it does not open');
  return read(bytes.subarray(at.to, at.to + textLength));
};

const openLong = (key: Uint8Array, box: string, place: string): Buffer => {
  const bytes = Buffer.from(box, 'base64url');
  const end = bytes.length - tagBytes;
  if (end < nonceBytes) throw new Error('a box that is too short');
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(place), { plaintextLength: end - nonceBytes });
  decipher.setAuthTag(bytes.subarray(end));
  const opened = decipher.update(bytes.subarray(nonceBytes, end));
  decipher.final();
  return opened;
};
