import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomFillSync,
} from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { ContactKey } from '../../domain/ports/contact-keys.ts';
import { nonceBytes, openBox, seal, tagBytes } from './aead.ts';

/**
 * The form of a box, and a storage format: a version, then base64url of nonce (12 bytes), ciphertext, tag (16); the place
 * where it stands is bound to it.
 *
 * - `1`: the text as UTF-8, sealed with AES-256-GCM. Read, no longer written.
 * - `2`: as `1`, the text compressed with zstd before.
 * - `3`: the text as UTF-8, sealed with ChaCha20-Poly1305, which costs a third of the processor's time.
 * - `4`: as `3`, the text compressed with zstd before: long ones, which would not fit into an append otherwise.
 *
 * A version to come (zstd with a dictionary for short texts) is another letter; this build refuses it by name.
 */
const versions = {
  '1': { aead: false, compressed: false },
  '2': { aead: false, compressed: true },
  '3': { aead: true, compressed: false },
  '4': { aead: true, compressed: true },
} as const;
const compressFrom = 2_048;

// From a pool: one call of the random generator for a thousand boxes.
const pool = Buffer.alloc(nonceBytes * 1_024);
let usedBytes = pool.length;
const nonce = (): Buffer => {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += nonceBytes;
  return pool.subarray(usedBytes - nonceBytes, usedBytes);
};

/** Returns a key object: with plain bytes each box would cost four times as much (20 instead of 5 µs). */
export const keyObject = (bytes: Buffer): KeyObject => createSecretKey(bytes);

export const sealBytes = (key: KeyObject, bytes: string | Buffer, place: string): string => {
  const start = nonce();
  const cipher = createCipheriv('aes-256-gcm', key, start);
  cipher.setAAD(Buffer.from(place));
  const text = typeof bytes === 'string' ? cipher.update(bytes, 'utf8') : cipher.update(bytes);
  cipher.final();
  return Buffer.concat([start, text, cipher.getAuthTag()]).toString('base64url');
};

/** Returns what was sealed. @throws Error when it was sealed otherwise */
export const openBytes = (key: KeyObject, box: string, place: string): Buffer => {
  const bytes = Buffer.from(box, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) throw new Error('a box that is too short');
  const end = bytes.length - tagBytes;
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes));
  decipher.setAAD(Buffer.from(place));
  // Always of 16 bytes: a shorter one could be guessed.
  decipher.setAuthTag(bytes.subarray(end));
  const opened = decipher.update(bytes.subarray(nonceBytes, end));
  decipher.final();
  return opened;
};

const isVersion = (letter: string): letter is keyof typeof versions => letter in versions;
const text = (bytes: Buffer): string => bytes.toString('utf8');
const inflate = (bytes: Buffer): string => zstdDecompressSync(bytes).toString('utf8');

const keyLength = 32;
/** The bytes of the key in use; another's with the next call. */
const keyInUse = Buffer.alloc(keyLength);

/** Of these a process remembers twenty thousand: bytes as letters and methods of a class are a quarter of buffers and closures. */
class BoxKey implements ContactKey {
  readonly #letters: string;
  /** Made when an old box needs it: few do. */
  #oldKey: KeyObject | undefined;

  constructor(bytes: Buffer) {
    this.#letters = bytes.toString('latin1');
  }

  #bytes(): Buffer {
    keyInUse.write(this.#letters, 'latin1');
    return keyInUse;
  }

  seal(given: string, place: string): string {
    return given.length < compressFrom
      ? `3${seal(this.#bytes(), nonce(), given, place)}`
      : `4${seal(this.#bytes(), nonce(), zstdCompressSync(given), place)}`;
  }

  open(box: string, place: string): string {
    const version = box.slice(0, 1);
    if (!isVersion(version))
      throw new Error(`it is sealed in a way that this build does not know (version ${version})`);
    const { aead, compressed } = versions[version];
    const read = compressed ? inflate : text;
    try {
      if (aead) return openBox(this.#bytes(), box.slice(1), place, read);
      this.#oldKey ??= keyObject(this.#bytes());
      return read(openBytes(this.#oldKey, box.slice(1), place));
    } catch (error) {
      throw new Error('its personal data do not open: another key, or changed since', { cause: error });
    }
  }
}

/** Returns the key that these bytes are. @param bytes 32 of them */
export const contactKey = (bytes: Buffer): ContactKey => {
  if (bytes.length !== keyLength) throw new Error(`a key of ${bytes.length} bytes`);
  return new BoxKey(bytes);
};
