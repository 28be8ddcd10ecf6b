import type { DomainEvent, RecordedEvent } from '../domain/kernel/event.ts';
import type { Audience, CollectionSpec, Scalar, SearchSpec, StoredDocument } from './ports/read-store.ts';

/** What a fold is told beside document and event. */
export interface FoldContext {
  /** Id of the document being folded: one of those `id` gave. */
  readonly id: string;
  /** The document that `companion` named, folded up to and including this very event. */
  readonly companion: StoredDocument | undefined;
}

export interface Handler<Doc, Event> {
  id(event: Event): string | readonly string[];
  /**
   * The first event of its document: `apply` does not look at `doc`, and the projector need not load what cannot be there.
   */
  readonly creates?: true;
  /** A document of a projection listed earlier. It must give the same answer when this event is folded a second time. */
  companion?(event: Event): { readonly collection: string; readonly id: string };
  /** Pure. `undefined` (or `doc` itself): nothing changes. The projector sets `position` on what is returned. */
  apply(doc: Doc | undefined, event: Event, context: FoldContext): Doc | 'delete' | undefined;
}

export type NoticeAction = 'create' | 'update' | 'delete' | 'updateUnread' | 'new-message' | 'CONCLUIDA';

/** How changes of a collection's documents are told to browsers. */
export interface NoticePolicy<Doc = StoredDocument> {
  channel(companyId: string): string;
  /** Told to the people of this company, whosever the document is. */
  readonly to?: string;
  /** Event types that are told; absent: all. */
  readonly on?: readonly string[];
  /** Default: 'create' for a handler that creates, else 'update'. A document that is deleted is always 'delete'. Undefined: nothing is told. */
  action?(event: RecordedEvent, creates: boolean): NoticeAction | undefined;
  audience?(doc: Doc): Audience;
  /**
   * The audience before this event, told from the event alone: after a crash between documents and notices the stored
   * document no longer says who could see it, and they would keep a ticket that is not theirs any more.
   */
  audienceBefore?(event: RecordedEvent): Audience | undefined;
  room?(doc: Doc): string;
  /** What is told of the document; default: all of it. */
  document?(doc: Doc): unknown;
}

/** The one set operation: every document of the event's company where `field` (indexed) equals `value` goes. */
export interface DeleteBy<Event> {
  readonly field: string;
  /** There are only ever few: they are found and deleted one by one, for a commit has one set operation. */
  readonly few?: true;
  value(event: Event): Scalar;
}

type EventOfType<E extends DomainEvent, T extends E['type']> = RecordedEvent<
  T,
  Extract<E, { type: T }>['data']
>;

export interface Definition<Doc extends StoredDocument, E extends DomainEvent> {
  readonly indexes: readonly (readonly string[])[];
  /** Fields that are arrays, indexed by their elements. */
  readonly arrays?: readonly string[];
  readonly filters?: readonly string[];
  readonly sparse?: readonly string[];
  readonly references?: readonly string[];
  readonly search?: SearchSpec;
  readonly reread?: true;
  /** Others ask whether a document was deleted: it leaves its mark even when born and gone within one batch. */
  readonly marked?: true;
  readonly notices?: readonly NoticePolicy<Doc>[];
  readonly on: { readonly [T in E['type']]?: Handler<Doc, EventOfType<E, T>> };
  readonly deleteBy?: { readonly [T in E['type']]?: DeleteBy<EventOfType<E, T>> };
}

/** A read model as the projector sees it: its document type is forgotten, its collection known. */
export interface Projection extends CollectionSpec {
  readonly marked?: true;
  readonly notices: readonly NoticePolicy[];
  readonly on: Readonly<Record<string, Handler<StoredDocument, RecordedEvent> | undefined>>;
  readonly deleteBy: Readonly<Record<string, DeleteBy<RecordedEvent> | undefined>>;
}

/**
 * Returns a declared read model: pure folds of events into the documents of one collection, and how they are found and
 * told.
 * @param name the collection
 */
export function projection<Doc extends StoredDocument, E extends DomainEvent>(
  name: string,
  definition: Definition<Doc, E>,
): Projection {
  const {
    indexes,
    arrays,
    filters,
    sparse,
    references,
    search,
    reread,
    marked,
    notices = [],
    on,
    deleteBy = {},
  } = definition;
  // The types of document and event meet here for the last time: the projector hands each fold only what it asked for.
  return {
    name,
    indexes,
    ...(arrays && { arrays }),
    ...(filters && { filters }),
    ...(sparse && { sparse }),
    ...(references && { references }),
    ...(search && { search }),
    ...(reread && { reread }),
    ...(marked && { marked }),
    notices,
    on,
    deleteBy,
  } as unknown as Projection;
}

/** Returns the fields every document begins with; the projector sets `position` again after each fold. */
export const begin = (event: RecordedEvent, id: string) => ({
  id,
  companyId: event.metadata.companyId,
  position: event.position,
});
