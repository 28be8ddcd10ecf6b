import { instantText } from './instants.ts';
import { mostIds, tag } from './leaf-tags.ts';
import type { NameTable } from './names.ts';
import { readUuid } from './uuid.ts';

/** Returns the number that `writeSigned` wrote so. */
const signed = (value: number): number => (value % 2 === 1 ? -(value + 1) / 2 : value / 2);

/** A near id, put together. */
const nearId = Buffer.alloc(16);

const cutError = (): Error => new Error('packed data that end too early');

/** Reads leaves one after the other. @throws Error on bytes that are not what `writeLeaf` writes */
export class Leaves {
  readonly #bytes: Buffer;
  readonly #ids: string[];
  readonly #names: NameTable;
  readonly #number: number | undefined;
  #at = 0;
  #nulls = 0;
  #instant = Number.NaN;
  #idTime = Number.NaN;

  constructor(packed: Uint8Array, known: readonly string[], names: NameTable, number: number | undefined) {
    this.#number = number;
    this.#names = names;
    this.#bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
    this.#ids = known.slice(0, mostIds);
  }

  #take(count: number): number {
    const from = this.#at;
    this.#at += count;
    if (this.#at > this.#bytes.length) throw cutError();
    return from;
  }

  #varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.#bytes[this.#take(1)]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  #id(source: Buffer, from: number): string {
    const id = readUuid(source, from);
    this.#idTime = source.readUIntBE(from, 6);
    if (this.#ids.length < mostIds) this.#ids.push(id);
    return id;
  }

  #idAt(place: number): string {
    const id = this.#ids[place];
    if (id === undefined) throw new Error('packed data that name an id that is not there');
    return id;
  }

  #instantAt(ms: number): string {
    if (!(ms >= 0 && ms < 2 ** 48)) throw new Error('packed data with an instant that there is not');
    this.#instant = ms;
    return instantText(ms);
  }

  #text(length: number): string {
    const from = this.#take(length);
    return this.#bytes.toString('utf8', from, from + length);
  }

  shape(): number {
    return this.#bytes.readUInt16BE(this.#take(2));
  }

  /** @throws Error when something is left */
  end(): void {
    if (this.#at !== this.#bytes.length || this.#nulls > 0)
      throw new Error('packed data that go on behind their end');
  }

  next(): unknown {
    if (this.#nulls > 0) {
      this.#nulls--;
      return null;
    }
    const kind = this.#bytes[this.#take(1)]!;
    if (kind >= tag.short) return this.#text(kind - tag.short);
    if (kind >= tag.small) return kind - tag.small;
    if (kind >= tag.firstIds) return this.#idAt(kind - tag.firstIds);
    switch (kind) {
      case tag.null:
        return null;
      case tag.true:
        return true;
      case tag.false:
        return false;
      case tag.emptyList:
        return [];
      case tag.sameId:
        return this.#idAt(this.#bytes[this.#take(1)]!);
      case tag.id:
        return this.#id(this.#bytes, this.#take(16));
      case tag.nearId: {
        const time = this.#idTime + signed(this.#varint());
        if (!(time >= 0 && time < 2 ** 48)) throw new Error('packed data with an id that there is not');
        nearId.writeUIntBE(time, 0, 6);
        this.#bytes.copy(nearId, 6, this.#take(10), this.#at);
        return this.#id(nearId, 0);
      }
      case tag.instant:
        return this.#instantAt(this.#bytes.readUIntBE(this.#take(6), 6));
      case tag.nearInstant:
        return this.#instantAt(this.#instant + signed(this.#varint()));
      case tag.nulls:
        this.#nulls = this.#bytes[this.#take(1)]! - 1;
        if (this.#nulls < 1) throw new Error('packed data with fewer nulls than two');
        return null;
      case tag.sameNumber:
        if (this.#number === undefined) throw new Error('packed data that name a number that is not known');
        return this.#number;
      case tag.whole:
        return this.#varint();
      case tag.number:
        return this.#bytes.readDoubleLE(this.#take(8));
      case tag.sealed: {
        const letter = String.fromCharCode(this.#bytes[this.#take(1)]!);
        const length = this.#varint();
        const from = this.#take(length);
        return letter + this.#bytes.toString('base64url', from, from + length);
      }
      case tag.text:
        return this.#text(this.#varint());
      case tag.json:
        return JSON.parse(this.#text(this.#varint()));
      case tag.name:
        return this.#names.nameOf(this.#varint());
      case tag.hex: {
        const length = this.#varint();
        const from = this.#take(length);
        return this.#bytes.toString('hex', from, from + length).toUpperCase();
      }
      default:
        throw new Error(`packed data of a kind that this build does not know (${kind})`);
    }
  }
}
