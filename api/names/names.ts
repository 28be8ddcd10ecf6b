/**
 * Names for what documents hold as ids (contacts, queues, users, tags): joined when they are read, so that a new name
 * stands everywhere at once.
 */

import { LRUCache } from 'lru-cache';
import { platformCompanyId } from '../../domain/company/platform.ts';
import type { CompanyDocument } from '../../projections/companies/document.ts';
import type { ConnectionDocument } from '../../projections/connections/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { CompanyReader, Notice, ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import type { RecordDocument } from '../../projections/records/document.ts';
import type { UserDocument } from '../../projections/users/document.ts';
import { createContactNames } from './contact-names.ts';
import { formerUsers } from './former-users.ts';

/** What is small in every company and is kept whole. */
interface Kept {
  readonly companies: CompanyDocument;
  readonly users: Omit<UserDocument, 'passwordHash'>;
  readonly queues: RecordDocument;
  readonly tags: RecordDocument;
  readonly connections: ConnectionDocument;
  readonly roles: RecordDocument;
}
export type KeptCollection = keyof Kept;
export const keptCollections = ['companies', 'users', 'queues', 'tags', 'connections', 'roles'] as const;

/** Channel of the feed (what follows `company-{id}-`) to collection. */
const collectionOf: Readonly<Record<string, KeptCollection | 'contacts'>> = {
  company: 'companies',
  user: 'users',
  auth: 'users',
  queue: 'queues',
  tag: 'tags',
  role: 'roles',
  whatsapp: 'connections',
  whatsappSession: 'connections',
  contact: 'contacts',
};

interface CachedDocument {
  readonly position: number;
  readonly document: StoredDocument | undefined;
}
type CachedCollection = Map<string, CachedDocument>;

interface CompanyEntry {
  readonly cached: Record<KeptCollection, CachedCollection>;
  readonly formerNames: Map<string, string>;
  readonly names: KeptNames;
  version: number;
  loading: Promise<void>;
}

/** Documents of one company that views join by id; synchronous, for they are in memory. */
export interface CompanyNames {
  get<C extends KeptCollection>(collection: C, id: string): Kept[C] | undefined;
  all<C extends KeptCollection>(collection: C): readonly Kept[C][];
  /** What somebody was called who is no user any more: what they wrote and did stays theirs. */
  former(userId: string): string | undefined;
}

/** What a process has of a company at a moment. */
export interface KeptNames extends CompanyNames {
  /** Another one where anything may have changed since: one version stands for one content. */
  readonly version: number;
}

export type Names = ReturnType<typeof createNames>;

const emptyCollections = () =>
  Object.fromEntries(keptCollections.map((name) => [name, new Map()])) as CompanyEntry['cached'];

/** Keeps what a user is called who goes. */
function leave({ cached, formerNames }: CompanyEntry, collection: KeptCollection, id: string): void {
  const user = collection === 'users' ? cached.users.get(id)?.document : undefined;
  if (user !== undefined) formerNames.set(id, (user as unknown as UserDocument).name);
}

/** Resolves when all that is kept of a company was put where it belongs. */
async function load(
  { formerNames }: CompanyEntry,
  reader: CompanyReader,
  put: (collection: KeptCollection, id: string, document: CachedDocument) => void,
): Promise<void> {
  const kept = keptCollections.map(async (name) => {
    for (const document of await reader.find<StoredDocument>(name, { limit: 10_000 }))
      put(name, document.id, { position: document.position, document });
  });
  const [former] = await Promise.all([formerUsers(reader), ...kept]);
  for (const [id, name] of former) if (!formerNames.has(id)) formerNames.set(id, name);
}

/** Returns what views join by id, kept in memory. Who is deleted stays as a mark, so that a load that began before cannot bring it back. */
export function createNames(readStore: ReadStore) {
  const entries = new LRUCache<string, CompanyEntry>({ max: 2_000 });
  const contacts = createContactNames(readStore);
  let versions = 0;

  function put(entry: CompanyEntry, collection: KeptCollection, id: string, document: CachedDocument): void {
    const collectionCache = entry.cached[collection];
    const documentBefore = collectionCache.get(id);
    if (documentBefore && documentBefore.position > document.position) return;
    if (document.document === undefined) leave(entry, collection, id);
    collectionCache.set(id, document);
    entry.version = ++versions;
  }

  function openEntry(companyId: string): CompanyEntry {
    const cached = emptyCollections();
    const formerNames = new Map<string, string>();
    const entry: CompanyEntry = {
      cached,
      formerNames,
      version: ++versions,
      loading: Promise.resolve(),
      names: {
        get: <C extends KeptCollection>(collection: C, id: string) =>
          cached[collection].get(id)?.document as Kept[C] | undefined,
        all: <C extends KeptCollection>(collection: C) =>
          [...cached[collection].values()].flatMap(({ document }) => document ?? []) as unknown as Kept[C][],
        former: (userId) => formerNames.get(userId),
        get version() {
          return entry.version;
        },
      },
    };
    const loading = load(entry, readStore.forCompany(companyId), (...document) => put(entry, ...document));
    entry.loading = loading;
    entries.set(companyId, entry);
    loading.catch(() => entries.get(companyId) === entry && entries.delete(companyId));
    return entry;
  }

  const entryOf = async (companyId: string): Promise<CompanyEntry> => {
    const entry = entries.get(companyId) ?? openEntry(companyId);
    await entry.loading;
    return entry;
  };

  return {
    company: async (companyId: string): Promise<KeptNames> => (await entryOf(companyId)).names,
    /** Returns what is in memory already of a company that somebody is connected of; there may be nothing yet. */
    atHand: (companyId: string): CompanyNames | undefined => entries.get(companyId)?.names,

    /** What holds for every company is set in the platform's own. */
    async platformSettings(): Promise<Readonly<Record<string, string>>> {
      const { cached } = await entryOf(platformCompanyId);
      return (
        (cached.companies.get(platformCompanyId)?.document as CompanyDocument | undefined)?.settings ?? {}
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
      const entry = await entryOf(companyId);
      if (document) put(entry, collection, id, { position: document.position, document });
      else {
        leave(entry, collection, id);
        if (entry.cached[collection].delete(id)) entry.version = ++versions;
      }
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
      const entry = entries.get(notice.companyId);
      if (entry) put(entry, collection, notice.id, { position: notice.position, document });
    },

    /** Another generation of read models is live, or changes were missed: everything is read anew. */
    clear(): void {
      entries.clear();
      contacts.clear();
    },
  };
}
