import type { Rule } from '../../domain/access/policy.ts';
import { isNumber, numberSpellings } from '../../domain/contact/number-spellings.ts';
import type { Mark } from '../../domain/kernel/event-store.ts';
import type { SearchRules } from '../../domain/text/search.ts';
import type { Scalar, Where } from '../../domain/where.ts';

export type { Condition, Scalar, Where } from '../../domain/where.ts';

/** A read-model document. `position` is that of the last event that changed it; `deleted` marks a tombstone. */
export interface StoredDocument {
  readonly id: string;
  readonly companyId: string;
  readonly position: number;
  readonly deleted?: true;
}

/**
 * Through a search in another collection: only documents whose `field` is the id of one of the first `limit` documents
 * of `collection` that `search` finds, in an order of the store's own. An index of the collection begins with `field`.
 */
export interface Through {
  readonly field: string;
  readonly collection: string;
  readonly search: string;
  readonly limit: number;
  /** These documents of the collection too, whoever they belong to: from an index that begins with the field. */
  readonly or?: Where;
}

export interface Query {
  /** By fields named in the collection's indexes. */
  readonly where?: Where;
  /** At least one of these holds too. */
  readonly anyOf?: readonly Where[];
  /**
   * Every word is the beginning (by `parts`: any part) of some word of the document's search fields, lower-cased and
   * without accents: `isFound` of domain/text/search.ts.
   */
  readonly search?: string;
  /** Not beside `search`. */
  readonly through?: Through;
  /** `'-updatedAt'` is descending. Ties are broken in an order of the store's own, the same for every page. */
  readonly sort?: readonly string[];
  readonly skip?: number;
  readonly limit?: number;
}

/**
 * What a collection is, declared by its projection. `indexes` name the fields that queries filter and sort by
 * (`['status', '-updatedAt']`, the company is always put before them); `search` the texts to be found by.
 * A field that is an array is indexed by its elements (`tagIds`): equality then means 'contains'.
 */
export interface CollectionSpec {
  readonly name: string;
  readonly indexes: readonly (readonly string[])[];
  readonly arrays?: readonly string[];
  /** Fields that queries filter by only beside indexed ones: they have no index of their own, for each costs every write. */
  readonly filters?: readonly string[];
  /** Indexed fields that are null in most documents: these are left out of the index, and nobody can look for null. */
  readonly sparse?: readonly string[];
  /**
   * Fields with texts that many documents share, ids mostly, asked for by their value alone (no range, no sort, not by
   * `through`): a store may keep each once.
   */
  readonly references?: readonly string[];
  readonly search?: SearchSpec;
  /** Its pages are read over and over: a store may keep the documents of the last ones parsed. */
  readonly reread?: true;
}

/** Data rather than a function: stores compare it with what they were built with, whatever became of the code's text. */
export interface SearchSpec {
  /** Top-level text fields; what is no text is not searched. */
  readonly fields: readonly string[];
  /** Fields (lists too) of stored numbers: found in any way of writing, by any part. */
  readonly numbers?: readonly string[];
  /** Words are found by any part of three letters or more: costs a write several times as much. */
  readonly parts?: true;
  /** A document where this field is true is found by no word. */
  readonly unless?: string;
  /**
   * One of `indexes`: what is found is mostly filtered and sorted by it, and documents change seldom. A store may keep
   * these fields beside the search, and pages until a document changes.
   */
  readonly by?: readonly string[];
}

export const searchRules = ({ parts, numbers }: SearchSpec): SearchRules => ({
  parts: parts ?? false,
  numbers: numbers !== undefined,
});

/** Returns the texts a document is found by. */
export const searchTexts = (search: SearchSpec, document: StoredDocument): readonly string[] => {
  const values = document as unknown as Readonly<Record<string, unknown>>;
  if (search.unless !== undefined && values[search.unless] === true) return [];
  const texts = (fields: readonly string[]) =>
    fields.flatMap((field) => values[field]).filter((value) => typeof value === 'string');
  if (search.numbers === undefined) {
    // A message has one text: it is asked for at each of its changes.
    const [only, ...others] = search.fields;
    const text = only !== undefined && others.length === 0 ? values[only] : undefined;
    return typeof text === 'string' ? [text] : texts(search.fields);
  }
  const numbers = texts(search.numbers).filter(isNumber).flatMap(numberSpellings);
  return [...texts(search.fields), ...new Set(numbers)];
};

/** Who may see a document: compared with a session by `domain/access`. Undefined: everyone in the company. */
export type Audience = TicketAudience | RowAudience | MembersAudience | ListAudience;
export interface TicketAudience {
  readonly queueId: string | null;
  readonly userId: string | null;
}
/** Of a row that belongs to somebody: its owner's, everybody's when shared; who has rule `any` sees all. */
export interface RowAudience {
  readonly owner: string | null;
  readonly shared: boolean;
  readonly any: Rule;
}

/** Of what concerns these people alone, whatever rights others have. */
export interface MembersAudience {
  readonly members: readonly string[];
}

/** Whoever may follow the channel: it says of which list somebody is, also when they have left it. */
export interface ListAudience {
  readonly listId: string;
}

/** One change of one document, as the feed carries it. `seq` is per company, gapless and unique. */
export interface Notice {
  readonly companyId: string;
  readonly seq: number;
  readonly channel: string;
  readonly action: string;
  readonly id: string;
  readonly position: number;
  readonly document?: unknown;
  /** Messages go only to those who joined this ticket. */
  readonly room?: string;
  readonly before?: Audience | null;
  readonly after?: Audience | null;
}

export interface WrittenDocument {
  readonly collection: string;
  readonly document: StoredDocument;
  /** Nothing is known to stand under its id: it need not be looked for. Where something does, that is respected. */
  readonly isNew?: boolean;
}

export interface Commit {
  readonly projector: string;
  /** Fencing number of the projector's lease; a lower one than the store has seen is refused. */
  readonly fence: number;
  readonly position: number;
  /**
   * Where the projector left its checkpoint, 0 when there was none: read models that stand anywhere else are not those it
   * has been folding, and the commit is refused. Absent: not asked.
   */
  readonly after?: number;
  readonly logId: string;
  /** The last event folded, at `position`: absent only where nothing was. */
  readonly mark?: Mark | undefined;
  /** Written where the stored position is lower; a document with `deleted` replaces all fields by a tombstone. */
  readonly documents: readonly WrittenDocument[];
  /** The one set operation, done after the documents: every document of `companyId` where field = value becomes a tombstone. */
  readonly deleteBy?: {
    readonly collection: string;
    readonly companyId: string;
    readonly field: string;
    readonly value: Scalar;
  };
  readonly notices: readonly Notice[];
}

/** `mark` is the event at `position`: of a log of the same id that was put back from a backup it is not there. */
export interface Checkpoint {
  readonly position: number;
  readonly logId: string;
  readonly mark?: Mark;
}

/** The projector has lost its lease, or its read models were replaced: somebody else has written. It looks anew. */
export class FencedError extends Error {
  override readonly name = 'FencedError';
}

/** Reads of one company; tombstones are never seen. What is given may be shared with other readers: it is never changed. */
export interface CompanyReader {
  readonly companyId: string;
  get<T extends StoredDocument>(collection: string, id: string): Promise<T | undefined>;
  getMany<T extends StoredDocument>(collection: string, ids: readonly string[]): Promise<readonly T[]>;
  find<T extends StoredDocument>(collection: string, query: Query): Promise<readonly T[]>;
  /** As `find`, but only the ids: nothing else of the documents is read. */
  ids(collection: string, query: Query): Promise<readonly string[]>;
  count(collection: string, query: Pick<Query, 'where' | 'anyOf' | 'search' | 'through'>): Promise<number>;
  /** Number of documents per value of `field`. */
  groupCount(
    collection: string,
    field: string,
    query: Pick<Query, 'where' | 'anyOf'>,
  ): Promise<ReadonlyMap<Scalar, number>>;
}

/**
 * Read models: documents with indexes, change notices and a checkpoint. Adapters: SQLite, MongoDB.
 * A store holds generations; `reader`, `commit` and `changes` work on the live one of its own version. Processes of
 * another version beside it (a deploy) have a live generation of theirs, and neither touches the other's.
 */
export interface ReadStore {
  /** What the documents are: changes with the collections' indexes, with the folds and with the engine's own format. */
  readonly version: string;
  forCompany(companyId: string): CompanyReader;
  /** The explicit handle of super users and of the projector: all companies. */
  allCompanies(): CompanyReader;
  /** Documents as the projector needs them, tombstones included. */
  load(collection: string, ids: readonly string[]): Promise<readonly StoredDocument[]>;
  /** In this order and idempotently: documents, notices, checkpoint; in one transaction where the engine has them. @throws FencedError */
  commit(commit: Commit): Promise<void>;
  checkpoint(projector: string): Promise<Checkpoint | undefined>;
  /** Last `seq` of each company that has one. */
  heads(): Promise<ReadonlyMap<string, number>>;
  /** Notices of a company with seq > after, in order; `truncated` when some of them are no longer kept. */
  changes(
    companyId: string,
    after: number,
    limit: number,
  ): Promise<{ readonly notices: readonly Notice[]; readonly truncated: boolean }>;
  /** Notices of every company, in the order they were committed, for the API's tail: `after` is the store's own cursor (0 = from now). */
  tail(
    after: number,
    limit: number,
  ): Promise<{ readonly notices: readonly Notice[]; readonly cursor: number }>;
  /** Called in this process after each commit made through this very object; the API tails by it when it shares the process. */
  onCommit(listener: (notices: readonly Notice[], position: number) => void): () => void;
  /** Id of the live generation: part of every client's cursor. */
  generation(): Promise<string>;
  /** A new, empty generation beside the live one. */
  newGeneration(): Promise<NewGeneration>;
  /** Removes notices older than the newest `keep` of each company, or of one. */
  trimNotices(keep: number, companyId?: string): Promise<void>;
  /**
   * Removes the read models of other versions that no process has had open for `unseenMs`.
   * @returns the versions removed
   */
  sweepVersions(unseenMs: number): Promise<readonly string[]>;
  ping(): Promise<void>;
  /** Gives back memory that is held for speed alone, where the engine takes it from this process: at rest. */
  giveBack?(): void;
  close(): Promise<void>;
}

export interface NewGeneration extends ReadStore {
  /** The bulk has been written: what only readers need and is cheaper to make in one go is made now. */
  index(): Promise<void>;
  /** Makes it the live one at once for every process. */
  activate(): Promise<void>;
  discard(): Promise<void>;
}
