import { readInstant } from './instants.ts';
import { mostIds, tag } from './leaf-tags.ts';
import type { NameTable } from './names.ts';
import type { Plain } from './shapes.ts';
import { writeUuid } from './uuid.ts';

const sealedFrom = 24;
const base64url = /^[\w-]+$/;
const hexFrom = 8;
const hexTo = 64;
/** Of a near instant, milliseconds; of a near id. */
const nearestInstant = 2 ** 20;
const nearestId = 2 ** 13;
const capitalHex = /^(?:[0-9A-F]{2})+$/;

/** Where values are written to, one after the other. */
let bytes = Buffer.allocUnsafe(64 * 1_024);
let at = 0;
/** The ids that may be meant by their place. */
let ids: string[] = [];
/** The last instant, and the time that the last id tells (its first 6 bytes); NaN: there was none. */
let lastInstant = Number.NaN;
let lastIdTime = Number.NaN;
/** The number that may be meant by its being known. */
let givenNumber: number | undefined;
/** The nulls in a row that end at `nullsEnd`. */
let nulls = 0;
let nullsEnd = -1;

function need(count: number): void {
  if (at + count <= bytes.length) return;
  const larger = Buffer.allocUnsafe(Math.max(bytes.length * 2, at + count));
  bytes.copy(larger, 0, 0, at);
  bytes = larger;
}

function writeVarint(value: number): void {
  let rest = value;
  while (rest > 127) {
    bytes[at++] = (rest % 128) | 128;
    rest = Math.floor(rest / 128);
  }
  bytes[at++] = rest;
}

/** Below nothing odd, else even. */
const writeSigned = (value: number): void => writeVarint(value < 0 ? -2 * value - 1 : 2 * value);

function writeNull(): void {
  if (at !== nullsEnd || nulls === 255) {
    bytes[at++] = tag.null;
    nulls = 1;
  } else {
    nulls++;
    if (nulls === 2) {
      bytes[at - 1] = tag.nulls;
      at++;
    }
    bytes[at - 1] = nulls;
  }
  nullsEnd = at;
}

function writeLong(kind: number, value: string): void {
  const length = Buffer.byteLength(value);
  need(length + 12);
  bytes[at++] = kind;
  writeVarint(length);
  at += bytes.write(value, at, length, 'utf8');
}

/** Returns false, with nothing written: it is not base64url behind one letter, letter for letter. */
function writeSealed(value: string): boolean {
  if (!base64url.test(value)) return false;
  const sealed = Buffer.from(value.slice(1), 'base64url');
  if (sealed.toString('base64url') !== value.slice(1)) return false;
  need(sealed.length + 12);
  bytes[at++] = tag.sealed;
  bytes[at++] = value.charCodeAt(0);
  writeVarint(sealed.length);
  bytes.set(sealed, at);
  at += sealed.length;
  return true;
}

/** Returns false, with nothing written: it is not an instant as `toISOString` writes it. */
function writeInstant(value: string): boolean {
  const ms = readInstant(value);
  if (Number.isNaN(ms)) return false;
  const since = ms - lastInstant;
  lastInstant = ms;
  if (Math.abs(since) < nearestInstant) {
    bytes[at++] = tag.nearInstant;
    writeSigned(since);
  } else {
    bytes[at++] = tag.instant;
    at = bytes.writeUIntBE(ms, at, 6);
  }
  return true;
}

function writeId(value: string): boolean {
  const place = ids.indexOf(value);
  if (place >= 0) {
    if (place < tag.small - tag.firstIds) bytes[at++] = tag.firstIds + place;
    else {
      bytes[at++] = tag.sameId;
      bytes[at++] = place;
    }
    return true;
  }
  if (!writeUuid(value, bytes, at + 1)) return false;
  const time = bytes.readUIntBE(at + 1, 6);
  const since = time - lastIdTime;
  lastIdTime = time;
  if (Math.abs(since) < nearestId) {
    const rest = at + 7;
    bytes[at++] = tag.nearId;
    writeSigned(since);
    bytes.copyWithin(at, rest, rest + 10);
    at += 10;
  } else {
    bytes[at] = tag.id;
    at += 17;
  }
  if (ids.length < mostIds) ids.push(value);
  return true;
}

/** Returns false, with nothing written: it is no even number of hexadecimal digits in capitals. */
function writeHex(value: string): boolean {
  if (!capitalHex.test(value)) return false;
  bytes[at++] = tag.hex;
  writeVarint(value.length / 2);
  at += bytes.write(value, at, 'hex');
  return true;
}

/** Returns false, with nothing written: it is longer, or has a letter beyond ASCII. */
function writeShort(value: string): boolean {
  const { length } = value;
  if (length > 48) return false;
  for (let index = 0; index < length; index++) {
    const code = value.charCodeAt(index);
    if (code > 127) return false;
    bytes[at + 1 + index] = code;
  }
  bytes[at] = tag.short + length;
  at += 1 + length;
  return true;
}

function writeText(value: string): void {
  const { length } = value;
  if (length === 36 && writeId(value)) return;
  if (length === 24 && writeInstant(value)) return;
  if (length >= hexFrom && length <= hexTo && writeHex(value)) return;
  if (length >= sealedFrom && writeSealed(value)) return;
  if (writeShort(value)) return;
  // A text with half a letter has no UTF-8.
  if (!value.isWellFormed()) {
    writeLong(tag.json, JSON.stringify(value));
    return;
  }
  const size = length < 128 ? Buffer.byteLength(value) : length;
  if (size < 128) {
    bytes[at++] = tag.short + size;
    at += bytes.write(value, at, size, 'utf8');
  } else writeLong(tag.text, value);
}

function writeNumber(value: number): void {
  if (!Number.isFinite(value)) writeNull();
  else if (value === givenNumber && !Object.is(value, -0)) bytes[at++] = tag.sameNumber;
  else if (!Number.isSafeInteger(value) || value < 0) {
    bytes[at++] = tag.number;
    at = bytes.writeDoubleLE(value, at);
  } else if (value < 64) bytes[at++] = tag.small + value;
  else {
    bytes[at++] = tag.whole;
    writeVarint(value);
  }
}

/** Begins another value. @param known ids that whoever reads it knows too, and a number */
export function begin(known: readonly string[], number?: number): void {
  at = 0;
  ids = known.slice(0, mostIds);
  givenNumber = number;
  lastInstant = Number.NaN;
  lastIdTime = Number.NaN;
  nullsEnd = -1;
}

/** Writes two bytes. */
export function writeShape(number: number): void {
  at = bytes.writeUInt16BE(number, at);
}

/** Writes one leaf: what is neither undefined nor an object whose keys are in the shape. */
export function writeLeaf(value: unknown): void {
  need(160);
  if (value === null) writeNull();
  else if (typeof value === 'string') writeText(value);
  else if (typeof value === 'number') writeNumber(value);
  else if (typeof value === 'boolean') bytes[at++] = value ? tag.true : tag.false;
  else if (Array.isArray(value) && value.length === 0) bytes[at++] = tag.emptyList;
  else writeLong(tag.json, JSON.stringify(value));
}

/** Writes a leaf whose text the file keeps once by its number; what has none as any other. */
export function writeName(value: unknown, kind: string, object: Plain, names: NameTable): void {
  const number =
    typeof value === 'string' && !ids.includes(value) ? names.numberOf(value, kind, object, ids) : undefined;
  if (number === undefined) {
    writeLeaf(value);
    return;
  }
  need(160);
  bytes[at++] = tag.name;
  writeVarint(number);
}

/** Returns the bytes that a name's number is written as. */
export function encodedName(number: number): Buffer {
  begin([]);
  bytes[at++] = tag.name;
  writeVarint(number);
  return writtenBytes();
}

/** Returns what was written since `begin`. */
export const writtenBytes = (): Buffer => Buffer.from(bytes.subarray(0, at));
