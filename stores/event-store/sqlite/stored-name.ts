import { readUuid, writeUuid } from '../../packing/uuid.ts';
import { idLength, idsOf } from './shape-table.ts';

const category = /^[A-Za-z]+$/;
const idBytes = 16;

/** A stream's name as the file has it: of `ticket-COMPANY_ID` the category's letters, then the 16 bytes of each id; any other as it is. */
export type StoredName = string | Uint8Array;

/** Returns a stream's name as it is stored. */
export function storedName(stream: string): StoredName {
  const letters = stream.indexOf('-');
  if (stream.length !== letters + 2 * idLength + 2 || stream[letters + 1 + idLength] !== '_') return stream;
  const name = stream.slice(0, letters);
  if (!category.test(name)) return stream;
  const bytes = Buffer.allocUnsafe(letters + 2 * idBytes);
  bytes.write(name, 'latin1');
  const [company, id] = idsOf(stream) as [string, string];
  const isWritten = writeUuid(company, bytes, letters) && writeUuid(id, bytes, letters + idBytes);
  return isWritten ? bytes : stream;
}

/** Returns the name that is stored so; of damaged bytes something that is no stream's. */
export function nameOf(stored: StoredName): string {
  if (typeof stored === 'string') return stored;
  const letters = stored.length - 2 * idBytes;
  if (letters < 1) return '?';
  const name = Buffer.from(stored.buffer, stored.byteOffset, letters).toString('latin1');
  return `${name}-${readUuid(stored, letters)}_${readUuid(stored, letters + idBytes)}`;
}
