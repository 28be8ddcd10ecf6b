import type { z } from 'zod';
import type { PlanFlag } from '../domain/company/events.ts';
import type { ChannelKind, ConnectionStatus } from '../domain/connection/events.ts';
import type { HeldReason, Pace } from '../domain/connection/pace.ts';
import type { extraInfo } from '../domain/contact/events.ts';
import type { Actor } from '../domain/kernel/event.ts';
import type {
  FileClaim,
  Media,
  MediaType,
  TicketIntegration,
  TicketStatus,
} from '../domain/ticket/events.ts';
import type { MessageExtra } from '../domain/ticket/extra.ts';
import type { Failure } from '../domain/ticket/failure.ts';
import type { MessageKind } from '../domain/ticket/kind.ts';
import type { Profile } from '../domain/user/events.ts';
import type { StoredDocument } from './ports/read-store.ts';

// The read models' documents. Names are joined when read, never stored here (contact, queue, user, tag: only ids).

export interface LastMessage {
  readonly id: string;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly fromMe: boolean;
  readonly ack: number;
  readonly failed: boolean;
  readonly isDeleted: boolean;
  readonly seconds?: number;
  readonly fileName?: string;
  /** Where it is another than its `mediaType`; of a kind that cannot be shown `unknown` is the messaging app's name. */
  readonly kind?: MessageKind;
  readonly unknown?: string;
  /** Name of an event, or of the group of an invitation. */
  readonly about?: string;
  /** The contact's reaction to it or to a message before it, later than it. */
  readonly reaction?: { readonly emoji: string; readonly messageId: string; readonly name: string | null };
  readonly at: string;
  readonly isErased?: true;
}

/** Collection `tickets`. */
export interface TicketDocument extends StoredDocument {
  readonly protocol: string;
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly tagIds: readonly string[];
  readonly unreadMessages: number;
  /** `order` of the contact's first message that nobody has seen; null when all are seen. */
  readonly unreadFrom: number | null;
  /** `order` of the contact's last message. */
  readonly receivedUpTo: number | null;
  /** What answers instead of an agent; null: nothing does. */
  readonly integration: TicketIntegration | null;
  readonly lastMessage: LastMessage | null;
  /** It was given to its user by somebody else, and they have not seen it yet. `by` is a user, null for the system. */
  readonly handed?: { readonly by: string | null; readonly at: string } | null;
  readonly waitingSince: string | null;
  readonly previousTicketId: string | null;
  /** Tickets of the same person whose conversation goes on here. */
  readonly joined?: readonly { readonly ticketId: string; readonly at: string }[];
  /** What the contact thinks of how it was handled, 1 to 3; null: nobody asked, or they did not say. */
  readonly rating: number | null;
  readonly createdAt: string;
  readonly acceptedAt: string | null;
  /** The user who accepted it, or whom it was opened for. */
  readonly acceptedBy: string | null;
  readonly closedAt: string | null;
  /** The user who closed it; null: it closed by itself, or an integration closed it. */
  readonly closedBy: string | null;
  readonly updatedAt: string;
}

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

/** Collection `notes`: what colleagues noted on tickets. One that was deleted has lost its text and is listed nowhere. */
export interface NoteDocument extends StoredDocument {
  readonly ticketId: string;
  readonly contactId: string;
  readonly userId: string | null;
  readonly note: string;
  readonly isDeleted: boolean;
  /** Position of the event that created it: its place among the ticket's messages. */
  readonly order: number;
  readonly createdAt: string;
  readonly isErased?: true;
}

/** Collection `contacts`. */
export interface ContactDocument extends StoredDocument {
  readonly name: string;
  /** The name as lists sort it: see `domain/text/sort-name.ts`. */
  readonly sortName: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: z.output<typeof extraInfo>;
  readonly aliases: readonly string[];
  readonly pictureId: string | null;
  readonly isGroup: boolean;
  /** A deleted contact stands in no list; its tickets still say whose they were. */
  readonly deletedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Nothing is left that says who it was. */
  readonly erasedAt?: string;
  /** The contact that it is part of now; it stands in no list itself. */
  readonly mergedInto?: string;
  /** Contacts that are part of this one. */
  readonly mergedIds?: readonly string[];
}

/** Collection `merges`: contacts that were merged into others; id = the one that was. */
export interface MergeDocument extends StoredDocument {
  readonly into: string;
  readonly at: string;
  readonly eventId: string;
  readonly completedAt: string | null;
}

/** Collection `connections`. */
export interface ConnectionDocument extends StoredDocument {
  readonly name: string;
  readonly channel: ChannelKind;
  readonly isDefault: boolean;
  readonly queueIds: readonly string[];
  readonly greetingMessage: string;
  readonly complationMessage: string;
  readonly outOfHoursMessage: string;
  readonly ratingMessage: string;
  /** Absent: the usual one of its channel. */
  readonly pace?: Pace;
  readonly status: ConnectionStatus;
  readonly number: string;
  readonly retries: number;
  readonly reason: string | null;
  readonly qrAttempt: number;
  readonly wanted: 'start' | 'stop' | 'newQr' | 'restart';
  readonly wantedAt: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Collection `users`; `passwordHash` never leaves the server. Found by `email` (lower case) across companies at login. */
export interface UserDocument extends StoredDocument {
  readonly name: string;
  /** Lists are in this order: see domain/text/sort-name. */
  readonly sortName: string;
  readonly email: string;
  readonly profile: Profile;
  readonly super: boolean;
  readonly queueIds: readonly string[];
  readonly allTicket: boolean;
  readonly whatsappId: string | null;
  readonly passwordHash: string | null;
  /** Command that set the password: sessions begun under another one are none any more. */
  readonly passwordSetBy?: string | null;
  /** Session of the last login, null after its logout. */
  readonly sessionId?: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Collection `departures`; id = userId. */
export interface DepartureDocument extends StoredDocument {
  readonly at: string;
  /** Of the UserDeleted: what is done because of it names it as its cause. */
  readonly eventId: string;
}

/** Collection `erasures`: contacts who were erased, how far that is, and what it took; id = contactId. */
export interface ErasureDocument extends StoredDocument {
  readonly contactId: string;
  /** When it was asked for, by whom, in which event. */
  readonly at: string;
  readonly by: Actor;
  readonly eventId: string;
  readonly completedAt: string | null;
  readonly taken: {
    readonly tickets: number;
    readonly messages: number;
    readonly notes: number;
    readonly files: number;
    readonly entries: number;
  } | null;
  /** What was stored before stands in the clear in the log; null: all of it. */
  readonly sealedSince: string | null;
}

/** Collection `companies`; id = companyId. */
export interface CompanyDocument extends StoredDocument {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly active: boolean;
  readonly dueDate: string | null;
  readonly timeZone: string;
  readonly flags: readonly PlanFlag[];
  readonly settings: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * Collection `outbox`: messages to be sent, edits, deletions and reactions to be carried out, files of what came to be
 * fetched; gone when done. id = messageId.
 * `changes` gives the revision of the latest event that asked for each: what settles it names it.
 */
export interface OutboxDocument extends StoredDocument {
  readonly ticketId: string;
  readonly connectionId: string;
  readonly contactId: string;
  readonly order: number;
  readonly work: readonly Work[];
  readonly changes: { readonly edit?: number; readonly delete?: number; readonly react?: number };
  /** It waits its turn on the connection, until about then. */
  readonly held?: Held;
}
export interface Held {
  readonly until: string;
  readonly reason: HeldReason;
}
export type Work = 'send' | 'edit' | 'delete' | 'react' | 'file';

/** Collections of record definitions (`queues`, `tags`, …): the record's fields beside these. */
export interface RecordDocument extends StoredDocument {
  readonly number: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  readonly [field: string]: unknown;
}

/** Collection `counters`: the short numbers given to the records of one company and collection, by creation. */
export interface CounterDocument extends StoredDocument {
  /** Numbers up to this one were given before those in `recent`. */
  readonly base: number;
  /** Positions of the latest creations, in order: the n-th has number `base + n`. */
  readonly recent: readonly number[];
}

/** What came to one agent in an hour, and what they closed. `handled`: resolved after having been open; milliseconds. */
export interface AgentActivity {
  readonly taken: number;
  readonly resolved: number;
  readonly handled: number;
  readonly handledMs: number;
  /** Contacts who said what they think, and the sum of what they said (1 to 3 each). */
  readonly rated: number;
  readonly ratings: number;
}

/** Collection `activity`: one company's UTC hour. `waitedMs` of all `accepted`, `handledMs` of all `handled`. */
export interface ActivityDocument extends StoredDocument {
  /** First instant of the hour. */
  readonly hour: string;
  readonly opened: number;
  readonly accepted: number;
  readonly waitedMs: number;
  readonly resolved: number;
  readonly handled: number;
  readonly handledMs: number;
  readonly newContacts: number;
  readonly agents: Readonly<Record<string, AgentActivity>>;
}

/** Collection `parked`: an event that a projection could not fold; the event itself stays in the log only. */
export interface ParkedDocument extends StoredDocument {
  readonly collection: string;
  readonly documentId: string;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly error: string;
  readonly at: string;
}
