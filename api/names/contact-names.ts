import { LRUCache } from 'lru-cache';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import { roughSize } from '../../domain/kernel/rough-size.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { Notice, ReadStore } from '../../projections/ports/read-store.ts';

/** Some fifty thousand contacts as they usually are. */
const mostContactLetters = 32 * 1024 * 1024;

/** Returns the contacts that views asked for last: a company may have too many to keep whole. */
export function createContactNames(readStore: ReadStore) {
  // By letters: a contact may hold fifty long entries of extra information, or none.
  const contacts = new LRUCache<string, ContactDocument>({
    maxSize: mostContactLetters,
    sizeCalculation: roughSize,
  });
  // Positions of contacts the feed has told of: a read that began before must not be kept. By the id, which is there anyway.
  const positions = boundedCache<number>(20_000);
  // By the id alone, whose hash is made once: a page asks for forty. A company is given its own documents only.
  const knownTo = (companyId: string, id: string): ContactDocument | undefined => {
    const known = contacts.get(id);
    return known?.companyId === companyId ? known : undefined;
  };

  async function ownContacts(
    companyId: string,
    ids: Iterable<string>,
  ): Promise<Map<string, ContactDocument>> {
    const documents = new Map<string, ContactDocument>();
    const missingIds = new Set<string>();
    for (const id of ids) {
      const known = knownTo(companyId, id);
      if (known) documents.set(id, known);
      else missingIds.add(id);
    }
    if (missingIds.size > 0)
      for (const document of await readStore
        .forCompany(companyId)
        .getMany<ContactDocument>('contacts', [...missingIds])) {
        const told = positions.get(document.id) ?? 0;
        if (told <= document.position) contacts.set(document.id, document);
        documents.set(document.id, document);
      }
    return documents;
  }

  return {
    /** Returns contacts by the ids asked for; of one that was merged, the one that it is part of now. */
    async get(companyId: string, ids: Iterable<string>): Promise<ReadonlyMap<string, ContactDocument>> {
      const currentContacts = await ownContacts(companyId, ids);
      for (let step = 0; step < 50; step += 1) {
        const moved = [...currentContacts].filter(([, { mergedInto }]) => mergedInto !== undefined);
        if (moved.length === 0) break;
        const next = await ownContacts(companyId, new Set(moved.map(([, { mergedInto }]) => mergedInto!)));
        for (const [id, { mergedInto }] of moved) {
          const into = next.get(mergedInto!);
          if (into) currentContacts.set(id, into);
          else currentContacts.delete(id);
        }
      }
      return currentContacts;
    },

    /** Takes over what was read just now; undefined for one that is gone. */
    refresh(companyId: string, id: string, document: ContactDocument | undefined): void {
      if (document) contacts.set(id, document);
      else if (knownTo(companyId, id)) contacts.delete(id);
    },

    /** Takes over a change from the feed, of a contact that is kept. */
    apply({ companyId, id, position }: Notice, document: ContactDocument | undefined): void {
      positions.set(id, position);
      const known = knownTo(companyId, id);
      if (!known) return;
      if (!document) contacts.delete(id);
      else if (known.position <= document.position) contacts.set(id, document);
    },

    clear: (): void => contacts.clear(),
  };
}
