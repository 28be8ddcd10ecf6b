import type { FileClaim, Media, MediaType } from '../../domain/ticket/events.ts';
import type { MessageExtra } from '../../domain/ticket/extra.ts';
import type { Failure } from '../../domain/ticket/failure.ts';
import type { Held } from '../outbox/document.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** One side's reaction to a message. */
export interface Reaction {
  /** '' while an agent's taking it back has not reached the messaging app. */
  readonly emoji: string;
  readonly fromMe: boolean;
  readonly participant: { readonly name: string; readonly number: string } | null;
  /** The agent who reacted; null: it was done on the messaging app. */
  readonly userId: string | null;
  readonly at: string;
  /** Not there yet: revision of the event that asked for it, and what the contact sees meanwhile. */
  readonly asked?: { readonly revision: number; readonly before: string };
}

/** Collection `messages`. `order` is the position of the event that created it: pages sort by it. */
export interface MessageDocument extends StoredDocument {
  readonly ticketId: string;
  readonly contactId: string;
  /** The connection it came or goes by, also after its ticket moved to another: receipts look here with `externalId`. */
  readonly connectionId: string;
  readonly order: number;
  readonly externalId: string | null;
  readonly body: string;
  readonly fromMe: boolean;
  readonly ack: number;
  readonly mediaType: MediaType;
  readonly media: Media | null;
  /** Why there is no file (code); null: there is one, none is awaited, or it is on its way (`file`). */
  readonly mediaError: string | null;
  /** What its sender says of a file that is not there (yet). */
  readonly file: FileClaim | null;
  readonly extra: MessageExtra | null;
  /** What can be read in it beside the body, for the search. */
  readonly words?: string;
  readonly reactions?: readonly Reaction[];
  /** Of a poll: places of the options each side chose. */
  readonly votes?: readonly (Pick<Reaction, 'fromMe' | 'participant'> & {
    readonly choices: readonly number[];
  })[];
  readonly quotedId: string | null;
  readonly participant: { readonly name: string; readonly number: string } | null;
  readonly userId: string | null;
  readonly automatic: string | null;
  readonly isDeleted: boolean;
  readonly isEdited: boolean;
  /** Users who changed it last; null: nobody here did (the contact, the phone, or it never changed). */
  readonly editedBy: string | null;
  readonly deletedBy: string | null;
  readonly failure: Failure | null;
  /** It waits its turn on the connection, until about then; null or absent: it does not, or no more. */
  readonly held?: Held | null;
  /** The last edit, deletion or reaction could not be carried out on the messaging app: the contact sees what was before. */
  readonly changeFailure?: ({ readonly change: 'edit' | 'delete' | 'react' } & Failure) | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Its content went with its contact. */
  readonly isErased?: true;
}
