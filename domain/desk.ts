import type { z } from 'zod';
import type { CompanyEvent, companyEvents } from './company/events.ts';
import type { ConnectionStatus, connectionEvents } from './connection/events.ts';
import type { HeldReason } from './connection/pace.ts';
import type { contactEvents } from './contact/events.ts';
import type { CommandMetadata } from './kernel/decider.ts';
import type { AppendedEvent } from './ports/event-store.ts';
import type { RowRights } from './records/ownership.ts';
import type { Side } from './ticket/commands.ts';
import type { FileClaim, Media, MediaType, TicketIntegration } from './ticket/events.ts';
import type { MessageExtra } from './ticket/extra.ts';
import type { Failure } from './ticket/failure.ts';
import type { userEvents } from './user/events.ts';
import type { UserChange } from './user/user.ts';

/** Who asks, when, under which command id (the idempotency key), limited to which queues. `at` defaults to the clock. */
export type Context = Omit<CommandMetadata, 'at' | 'commandId'> & {
  readonly at?: string;
  readonly commandId?: string;
};

/**
 * What a command did. `position` is that of the stream's last event, also when nothing was appended: who waits for
 * the read models to reach it reads their own writes.
 */
export interface Outcome {
  readonly position: number;
  readonly revision: number;
  readonly events: readonly AppendedEvent[];
}

export interface InboundMessage {
  readonly connectionId: string;
  /** Where a ticket that this message opens starts: the connection's only queue, or null. */
  readonly queueId: string | null;
  readonly contactId: string;
  readonly isGroup?: boolean;
  readonly externalId: string;
  readonly fromMe: boolean;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly media?: Media;
  /** What it says of its file: attached afterwards, unless `mediaError` says why there is none. */
  readonly file?: FileClaim;
  readonly mediaError?: string;
  readonly extra?: MessageExtra;
  /** The messaging app's id of the quoted message. */
  readonly quotedExternalId?: string;
  readonly participant?: { readonly name: string; readonly number: string };
  readonly sentAt: string;
  /** A contact's ticket that closed at most this long ago is reopened, instead of opening another; absent: never. */
  readonly reopenWithinMs?: number;
  /** The contact was met with this very message: there is no ticket to look for. */
  readonly isNewContact?: boolean;
  /** Of the contact: the message may stand in a ticket that was theirs. */
  readonly merged?: MergedBefore;
}

/** Contacts that became part of one, and when the last of them did. */
export interface MergedBefore {
  readonly contactIds: readonly string[];
  readonly at: string;
}

export interface NewMessage {
  readonly ticketId: string;
  /** Derived from the idempotency key when absent: the same request is the same message. */
  readonly messageId?: string;
  readonly body: string;
  readonly mediaType?: MediaType;
  readonly media?: Media;
  readonly quotedId?: string;
  readonly automatic?: string;
}

type Fields<T extends z.ZodType, K extends string> = Omit<z.input<T>, K>;
type Created<K extends string> = Outcome & { readonly [P in K]: string };

/** Every command of the product; refusals are DomainErrors with the spec's codes. Scope is checked inside the decisions. */
export interface Desk {
  readonly tickets: {
    /** Contact writes (or the company's own phone): opens a ticket if none is open. `duplicate`: seen before, nothing appended. */
    receive(
      context: Context,
      message: InboundMessage,
    ): Promise<
      Outcome & { readonly ticketId: string; readonly messageId: string; readonly duplicate: boolean }
    >;
    /** The open or pending ticket of a contact on a connection; undefined: there is none. */
    openOf(
      companyId: string,
      of: { readonly connectionId: string; readonly contactId: string },
    ): Promise<string | undefined>;
    /** @throws ERR_OTHER_OPEN_TICKET with details {ticketId, userId, queueId} */
    open(
      context: Context,
      ticket: {
        contactId: string;
        connectionId: string;
        queueId: string | null;
        userId: string | null;
        status: 'pending' | 'open';
        isGroup?: boolean;
        ticketId?: string;
      },
    ): Promise<Created<'ticketId'>>;
    /** @throws ERR_TICKET_TAKEN with details {userId} when someone else has it */
    accept(
      context: Context,
      ticket: {
        ticketId: string;
        userId: string;
        queueId?: string | null;
        /** Goes to the contact in the same append, unless it is a group. */
        greeting?: string;
      },
    ): Promise<Outcome>;
    /** `from`: only while it is this user's; nothing happens when somebody else has it by now. */
    returnToQueue(context: Context, ticket: { ticketId: string; from?: string }): Promise<Outcome>;
    resolve(
      context: Context,
      ticket: {
        ticketId: string;
        reason?: 'agent' | 'auto';
        /** Goes to the contact in the same append and asks for a rating, unless it is a group or nobody worked on it. */
        rating?: string;
      },
    ): Promise<Outcome>;
    /** Closes an open ticket in which nobody wrote, and of which nothing changed hands, since an instant; else nothing. */
    closeQuiet(context: Context, ticket: { ticketId: string; quietSince: string }): Promise<Outcome>;
    /** @throws ERR_OTHER_OPEN_TICKET */
    reopen(context: Context, ticket: { ticketId: string; userId: string | null }): Promise<Outcome>;
    transfer(
      context: Context,
      ticket: {
        ticketId: string;
        queueId: string | null;
        userId: string | null;
        connectionId?: string;
        /** Only while it is in this queue; whoever has it keeps it. */
        fromQueueId?: string;
        /** Goes to the contact in the same append when the queue changes, unless it is a group. */
        notice?: string;
      },
    ): Promise<Outcome>;
    setTags(context: Context, ticket: { ticketId: string; tagIds: readonly string[] }): Promise<Outcome>;
    markRead(context: Context, ticket: { ticketId: string }): Promise<Outcome>;
    /** Of one that was seen: it counts as unread again. */
    markUnread(context: Context, ticket: { ticketId: string }): Promise<Outcome>;
    /** @throws ERR_TICKET_STATE when it is closed: what answers it is cleared by closing */
    setIntegration(
      context: Context,
      ticket: { ticketId: string } & Partial<TicketIntegration>,
    ): Promise<Outcome>;
    /** Writes down that somebody looked without taking it. */
    peek(context: Context, ticket: { ticketId: string; userId: string }): Promise<Outcome>;
    delete(context: Context, ticket: { ticketId: string }): Promise<Outcome>;
    /**
     * Its contact was merged into this one. Where that one has an open ticket on the same connection the two become one
     * conversation: the one an agent works on stays, else the older contact's.
     */
    changeContact(context: Context, ticket: { ticketId: string; contactId: string }): Promise<Outcome>;
    /** Its contact was erased: closes it and takes the content of all that was said in it. Nothing left to take: nothing. */
    erase(context: Context, ticket: { ticketId: string }): Promise<Outcome>;
    /** @throws ERR_TICKET_NOT_OPEN */
    send(context: Context, message: NewMessage): Promise<Created<'messageId'>>;
    edit(
      context: Context,
      message: { ticketId: string; messageId: string; body: string; byContact?: boolean },
    ): Promise<Outcome>;
    deleteMessage(
      context: Context,
      message: { ticketId: string; messageId: string; byContact?: boolean },
    ): Promise<Outcome>;
    retry(context: Context, message: { ticketId: string; messageId: string }): Promise<Outcome>;
    /** From the gateway: what became of a queued message. */
    sent(
      context: Context,
      message: { ticketId: string; messageId: string; externalId: string },
    ): Promise<Outcome>;
    failed(
      context: Context,
      message: { ticketId: string; messageId: string; late?: boolean } & Failure,
    ): Promise<Outcome>;
    /** From the gateway: it waits its turn on the connection until about then. */
    held(
      context: Context,
      message: { ticketId: string; messageId: string; until: string; reason: HeldReason },
    ): Promise<Outcome>;
    /** From the gateway: an agent's edit, deletion or reaction was carried out, or given up with `failure`. `revision`: see the event. */
    changeSettled(
      context: Context,
      change: {
        ticketId: string;
        messageId: string;
        change: 'edit' | 'delete' | 'react';
        revision: number;
        failure?: Failure;
      },
    ): Promise<Outcome>;
    /**
     * From the gateway: the file of a message is there, or could not be fetched.
     * @throws ERR_CONTACT_ERASED when nothing of it may be kept
     */
    attachFile(
      context: Context,
      file: { ticketId: string; messageId: string; mediaType: MediaType; media: Media },
    ): Promise<Outcome>;
    failFile(context: Context, file: { ticketId: string; messageId: string; code: string }): Promise<Outcome>;
    /** @throws ERR_WAPP_DOWNLOAD_MEDIA when no further try can bring it */
    requestFile(context: Context, message: { ticketId: string; messageId: string }): Promise<Outcome>;
    /**
     * A reaction to a message of either side; `emoji` '' takes it back. Of an agent it is the company's and goes out;
     * `byContact`: it happened on the messaging app. @throws ERR_VALIDATION, ERR_TICKET_NOT_OPEN, ERR_NO_MESSAGE_FOUND
     */
    react(
      context: Context,
      reaction: { ticketId: string; messageId: string; emoji: string } & Partial<Side> & {
          byContact?: boolean;
          sentAt?: string;
        },
    ): Promise<Outcome>;
    /** From the gateway: what somebody chose in a poll, by the options' places. */
    vote(
      context: Context,
      vote: { ticketId: string; messageId: string; choices: readonly number[]; sentAt: string } & Side,
    ): Promise<Outcome>;
    acknowledge(
      context: Context,
      receipt: { ticketId: string; messageIds: readonly string[]; ack: number },
    ): Promise<Outcome>;
    /** For colleagues only, on a ticket of any status. @throws ERR_VALIDATION on `note` under 2 characters */
    addNote(
      context: Context,
      note: { ticketId: string; noteId?: string; note: string },
    ): Promise<Created<'noteId'>>;
    /** @param note.any the actor may delete what others wrote @throws ERR_NOT_FOUND, ERR_NO_PERMISSION */
    deleteNote(context: Context, note: { ticketId: string; noteId: string; any: boolean }): Promise<Outcome>;
  };
  readonly contacts: {
    /**
     * The contact that has this number (with or without the Brazilian ninth digit) or lid, created if there is none.
     * Cached: the hot path of every inbound message.
     */
    ensure(
      context: Context,
      contact: {
        numbers: readonly string[];
        name: string;
        isGroup?: boolean;
        origin?: 'inbound' | 'import' | 'demo';
        /** Not this one: it was refused as erased or merged a moment ago, and may be remembered here still. */
        gone?: string;
        /** Where it wrote: should it turn out to be two contacts, their open tickets there are joined before this returns. */
        connectionId?: string;
      },
    ): Promise<Created<'contactId'> & { readonly created: boolean; readonly merged?: MergedBefore }>;
    /** @throws ERR_DUPLICATED_CONTACT with details {contactId} */
    create(
      context: Context,
      contact: Fields<typeof contactEvents.ContactCreated, 'contactId' | 'origin'> & {
        origin?: 'agent' | 'import';
      },
    ): Promise<Created<'contactId'>>;
    update(context: Context, contact: z.input<typeof contactEvents.ContactUpdated>): Promise<Outcome>;
    /** Who has this number now, however it is written; undefined: nobody. `position`: what the read models must reach. */
    byNumber(
      companyId: string,
      number: string,
    ): Promise<{ readonly contactId: string; readonly position: number } | undefined>;
    setPicture(context: Context, contact: { contactId: string; mediaId: string | null }): Promise<Outcome>;
    /**
     * All that says who they are or what was said with them is to go: from now on nothing more is written of them; the
     * rest is due work (gateway/erasures.ts). A second time: nothing. Whoever writes from that number again is new.
     */
    erase(context: Context, contact: { contactId: string }): Promise<Outcome>;
    /** What the messaging app calls a group. `formerName`: what it called it before; a name that people gave it stays. Nobody knows it: nothing. */
    nameGroup(
      context: Context,
      group: { readonly number: string; readonly name: string; readonly formerName?: string },
    ): Promise<void>;
    /** Addresses of one person: whoever is known by one of them is known by all, two who are known by one each are merged. */
    recognise(
      context: Context,
      person: { readonly numbers: readonly string[]; readonly connectionId?: string },
    ): Promise<void>;
    /**
     * They are one person: the younger goes on in the older. Returns which one stays. The open tickets of `connectionIds`
     * are joined before this returns; the rest is due work (gateway/merges.ts).
     * @param merge.keepsNameOf whose name stands where they differ; default: the one that people wrote
     * @throws ERR_NO_CONTACT_FOUND, ERR_VALIDATION (a group, the same one)
     */
    merge(
      context: Context,
      merge: {
        contactId: string;
        other: string;
        keepsNameOf?: string;
        connectionIds: readonly string[];
      },
    ): Promise<Outcome & { readonly into: string }>;
    /** Goes on with a merge that was begun. Nothing left to do: nothing. */
    finishMerge(
      context: Context,
      merge: { contactId: string; connectionIds?: readonly string[] },
    ): Promise<Outcome & { readonly into: string }>;
    /** From the gateway: nothing of it is left outside. */
    completeMerge(context: Context, done: { contactId: string; tickets: number }): Promise<Outcome>;
    /** From the gateway: everything has gone. */
    completeErasure(
      context: Context,
      done: z.input<typeof contactEvents.ContactErasureCompleted>,
    ): Promise<Outcome>;
    /**
     * Its closed tickets stay. `connectionIds`: where it may have an open or pending one, which must be closed first.
     * @throws ERR_OTHER_OPEN_TICKET with details {ticketId, userId, queueId}
     */
    delete(
      context: Context,
      contact: { contactId: string; connectionIds: readonly string[] },
    ): Promise<Outcome>;
  };
  readonly users: {
    create(
      context: Context,
      user: Fields<typeof userEvents.UserCreated, 'userId'> & { passwordHash: string; userId?: string },
    ): Promise<Created<'userId'>>;
    /**
     * Absent fields keep their value. `otherAdmins`, here and in `delete`: ids of users who may be admins of this
     * company too; each is looked up in their own events, and whom nobody names is not counted.
     * @throws ERR_EMAIL_ALREADY_EXISTS, ERR_LAST_ADMIN
     */
    update(
      context: Context,
      user: UserChange & { readonly userId: string; readonly otherAdmins?: readonly string[] },
    ): Promise<Outcome>;
    changePassword(context: Context, user: { userId: string; passwordHash: string }): Promise<Outcome>;
    /** @throws ERR_LAST_ADMIN */
    delete(
      context: Context,
      user: { readonly userId: string; readonly otherAdmins?: readonly string[] },
    ): Promise<Outcome>;
    loggedIn(context: Context, session: { userId: string; sessionId: string }): Promise<Outcome>;
    loggedOut(context: Context, session: { userId: string; sessionId: string }): Promise<Outcome>;
  };
  readonly companies: {
    create(context: Context, company: z.input<typeof companyEvents.CompanyCreated>): Promise<Outcome>;
    update(context: Context, company: z.input<typeof companyEvents.CompanyUpdated>): Promise<Outcome>;
    setSetting(
      context: Context,
      setting: Extract<CompanyEvent, { type: 'CompanySettingChanged' }>['data'],
    ): Promise<Outcome>;
  };
  readonly connections: {
    create(
      context: Context,
      connection: Fields<typeof connectionEvents.ConnectionCreated, 'connectionId'> & {
        connectionId?: string;
      },
    ): Promise<Created<'connectionId'>>;
    update(
      context: Context,
      connection: z.input<typeof connectionEvents.ConnectionUpdated>,
    ): Promise<Outcome>;
    /** `heir` becomes the default before. @throws ERR_NO_OTHER_WHATSAPP when it is the default and hands over to nobody */
    delete(context: Context, connection: { connectionId: string; heir?: string }): Promise<Outcome>;
    requestSession(
      context: Context,
      request: z.input<typeof connectionEvents.ConnectionSessionRequested>,
    ): Promise<Outcome>;
    reportStatus(
      context: Context,
      report: {
        connectionId: string;
        status: ConnectionStatus;
        number?: string;
        qrAttempt?: number;
        retries?: number;
        reason?: string;
      },
    ): Promise<Outcome>;
  };
  /** `rights`: of who asks, where rows belong to people. Record definitions by name: `records('queue').create(context, {...})`. Values are validated by the definition; unknown fields are refused. */
  records(name: string): {
    create(
      context: Context,
      values: Record<string, unknown> & { id?: string },
      rights?: RowRights,
    ): Promise<Created<'id'>>;
    update(
      context: Context,
      values: Record<string, unknown> & { id: string },
      rights?: RowRights,
    ): Promise<Outcome>;
    delete(context: Context, record: { id: string }, rights?: RowRights): Promise<Outcome>;
  };
}
