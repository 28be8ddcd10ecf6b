import { LRUCache } from 'lru-cache';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { Notice, ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { createContactNames } from './contact-names.ts';

/** What is small in every company and is kept whole. */
interface Kept {
  readonly companies: CompanyDocument;
  readonly users: Omit<UserDocument, 'passwordHash'>;
  readonly queues: RecordDocument;
  readonly tags: RecordDocument;
  readonly connections: ConnectionDocument;
}
export type KeptCollection = keyof Kept;
const keptCollections = ['companies', 'users', 'queues', 'tags', 'connections'] as const;

/** Channel of the feed (what follows `company-{id}-`) to collection. */
const collectionOf: Readonly<Record<string, KeptCollection | 'contacts'>> = {
  company: 'companies',
  user: 'users',
  auth: 'users',
  queue: 'queues',
  tag: 'tags',
  whatsapp: 'connections',
  whatsappSession: 'connections',
  contact: 'contacts',
};

interface Slot {
  readonly position: number;
  readonly document: StoredDocument | undefined;
}
type Shelf = Map<string, Slot>;

interface CompanyEntry {
  readonly shelves: Record<KeptCollection, Shelf>;
  readonly loaded: Promise<void>;
}

/** Documents of one company that views join by id; synchronous, for they are in memory. */
export interface CompanyNames {
  get<C extends KeptCollection>(collection: C, id: string): Kept[C] | undefined;
  all<C extends KeptCollection>(collection: C): readonly Kept[C][];
}

export type Names = ReturnType<typeof createNames>;

const put = (shelf: Shelf, id: string, slot: Slot): void => {
  const known = shelf.get(id);
  if (!known || known.position <= slot.position) shelf.set(id, slot);
};

/** Keeps in memory what views join by id. Who is deleted stays as a mark, so that a load that began before cannot bring it back. */
export function createNames(readStore: ReadStore) {
  const entries = new LRUCache<string, CompanyEntry>({ max: 2_000 });
  const contacts = createContactNames(readStore);

  function open(companyId: string): CompanyEntry {
    const shelves = Object.fromEntries(keptCollections.map((name) => [name, new Map()])) as Record<
      KeptCollection,
      Shelf
    >;
    const reader = readStore.forCompany(companyId);
    const loaded = Promise.all(
      keptCollections.map(async (name) => {
        for (const document of await reader.find<StoredDocument>(name, { limit: 10_000 }))
          put(shelves[name], document.id, { position: document.position, document });
      }),
    ).then(() => undefined);
    const entry = { shelves, loaded };
    entries.set(companyId, entry);
    loaded.catch(() => entries.get(companyId) === entry && entries.delete(companyId));
    return entry;
  }

  const entryOf = async (companyId: string): Promise<CompanyEntry> => {
    const entry = entries.get(companyId) ?? open(companyId);
    await entry.loaded;
    return entry;
  };

  return {
    async company(companyId: string): Promise<CompanyNames> {
      const { shelves } = await entryOf(companyId);
      return {
        get: <C extends KeptCollection>(collection: C, id: string) =>
          shelves[collection].get(id)?.document as Kept[C] | undefined,
        all: <C extends KeptCollection>(collection: C) =>
          [...shelves[collection].values()].flatMap(({ document }) => document ?? []) as unknown as Kept[C][],
      };
    },

    /** What holds for every company is set in the platform's own. */
    async platformSettings(): Promise<Readonly<Record<string, string>>> {
      const { shelves } = await entryOf(platformCompanyId);
      return (
        (shelves.companies.get(platformCompanyId)?.document as CompanyDocument | undefined)?.settings ?? {}
      );
    },

    contacts: contacts.get,

    /** Reads a document anew: the feed may be a moment behind a command of this very request. */
    async refresh(companyId: string, collection: KeptCollection | 'contacts', id: string): Promise<void> {
      const document = await readStore.forCompany(companyId).get<StoredDocument>(collection, id);
      if (collection === 'contacts') {
        contacts.refresh(companyId, id, document as ContactDocument | undefined);
        return;
      }
      const shelf = (await entryOf(companyId)).shelves[collection];
      if (document) put(shelf, id, { position: document.position, document });
      else shelf.delete(id);
    },

    /** A change from the feed. */
    apply(notice: Notice): void {
      const suffix = notice.channel.slice(`company-${notice.companyId}-`.length);
      const collection = collectionOf[suffix];
      if (collection === undefined) return;
      const gone = notice.action === 'delete' || notice.document === undefined;
      const document = gone ? undefined : (notice.document as StoredDocument);
      if (collection === 'contacts') {
        contacts.apply(notice, document as ContactDocument | undefined);
        return;
      }
      const shelf = entries.get(notice.companyId)?.shelves[collection];
      if (shelf) put(shelf, notice.id, { position: notice.position, document });
    },

    /** Another generation of read models is live, or changes were missed: everything is read anew. */
    clear(): void {
      entries.clear();
      contacts.clear();
    },
  };
}
