import { LRUCache } from 'lru-cache';
import type { StoredDocument } from '../../projections/ports/read-store.ts';

/** Letters of JSON whose documents are kept: some eight thousand tickets. */
const mostLetters = 8 * 1024 * 1024;

/**
 * Returns the documents that pages showed last, parsed: the first pages of a list are read over and over, and parsing
 * them costs more than finding them. The rows themselves are read every time, so that nothing here decides what is
 * found. One generation's: within it a row and the position of its last event stand for one content.
 */
export const createParsedDocuments = () => {
  const keptDocuments = new LRUCache<string | number, StoredDocument>({ maxSize: mostLetters });
  /** The row's document, when it is kept as it was at this position. */
  const knownDocument = (row: string | number, position: number): StoredDocument | undefined => {
    const document = keptDocuments.get(row);
    return document?.position === position ? document : undefined;
  };
  return {
    forget: (): void => keptDocuments.clear(),
    known: knownDocument,
    /** @param row what keys the row in its collection; position and size (in letters of JSON) as they stand in it now */
    parse<T extends StoredDocument>(row: string | number, position: number, size: number, read: () => T): T {
      const held = knownDocument(row, position);
      if (held) return held as T;
      const document = read();
      keptDocuments.set(row, document, { size });
      return document;
    },
  };
};
export type ParsedDocuments = ReturnType<typeof createParsedDocuments>;
