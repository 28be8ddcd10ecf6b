/**
 * Contacts from a spreadsheet, step by step: the file is read in a process of its own, shown as a preview, and its rows
 * become contacts.
 */

import { fromBufferPromise } from 'yauzl';

/** A file that cannot be read and why: its `code` is what the caller is told. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly code: 'unreadable' | 'tooLarge' | 'tooManyRows';
  constructor(code: SheetError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const mostEntries = 2_000;

/**
 * Inflates every entry of a zip and throws the bytes away: what it really holds is known before any reader of
 * spreadsheets sees it. The directory's sizes are only claims; an entry that is longer or shorter than its claim is a
 * lie, for nobody writes one by mistake.
 * @throws SheetError
 */
export async function checkArchive(bytes: Buffer, mostBytes: number): Promise<void> {
  let real = 0;
  try {
    // Sizes are checked by yauzl as it inflates: an entry that goes on beyond its own is an error at that byte.
    const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
    if (zip.entryCount > mostEntries) throw new SheetError('unreadable', 'The archive has too many entries');
    let claimed = 0;
    for await (const entry of zip.eachEntry()) {
      claimed += entry.uncompressedSize;
      if (claimed > mostBytes) throw tooLarge(mostBytes);
      if (entry.fileName.endsWith('/')) continue;
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        real += (piece as Buffer).length;
        if (real > mostBytes) throw tooLarge(mostBytes);
      }
    }
  } catch (error) {
    if (error instanceof SheetError) throw error;
    throw new SheetError('unreadable', `The archive is damaged or lies: ${(error as Error).message}`);
  }
}

const tooLarge = (mostBytes: number) =>
  new SheetError('tooLarge', `It unfolds to more than ${Math.round(mostBytes / 1024 / 1024)} MB`);
