import type { HeldReason } from '../connection/pace.ts';
import type { Command } from '../kernel/decider.ts';
import type { FileClaim, Media, MediaType, TicketIntegration } from './events.ts';
import type { MessageExtra } from './extra.ts';
import type { Failure } from './failure.ts';

export interface Opening {
  readonly ticketId: string;
  readonly protocol: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly status: 'pending' | 'open';
  readonly isGroup: boolean;
  readonly claim: string;
  readonly claimRevision: number;
  readonly previousTicketId?: string;
}

/**
 * A message from the messaging app. `formerIds`: what its id may have been before. `quoted`: the app's id of the
 * quoted message, and the ids it may have if it is inbound.
 */
export interface Incoming {
  readonly messageId: string;
  readonly formerIds?: readonly string[];
  readonly externalId: string;
  readonly fromMe: boolean;
  readonly contactId: string;
  readonly body: string;
  readonly mediaType: MediaType;
  readonly media?: Media;
  /** Of a file that is fetched afterwards, or never (`mediaError`). */
  readonly file?: FileClaim;
  readonly mediaError?: string;
  readonly extra?: MessageExtra;
  readonly quoted?: {
    readonly externalId: string;
    readonly inboundId: string;
    readonly formerIds?: readonly string[];
  };
  readonly participant?: { readonly name: string; readonly number: string };
  readonly sentAt: string;
}

interface Named {
  readonly messageId: string;
}

/** Who does something to a message on the messaging app: the contact (in a group a member), or the company's number. */
export interface Side {
  readonly fromMe: boolean;
  readonly participant?: { readonly name: string; readonly number: string } | undefined;
}

/** A text of the company's own that goes out with a change of the ticket, in the same append: with it or not at all. */
export interface AutomaticText extends Named {
  readonly body: string;
}

export type TicketCommand =
  | Command<'OpenTicket', Opening & { readonly message?: Incoming }>
  | Command<
      'ReceiveMessage',
      {
        readonly message: Incoming;
        /** The claim as the sender knows it: the ticket must hold it since one of these revisions. */
        readonly claim: string;
        readonly since: number;
        readonly claimRevision: number;
      }
    >
  | Command<
      'AcceptTicket',
      {
        readonly userId: string;
        readonly queueId?: string | null;
        readonly greeting?: AutomaticText;
      }
    >
  | Command<'ReturnTicket', { readonly from?: string }>
  | Command<
      'ResolveTicket',
      {
        readonly reason: 'agent' | 'auto' | 'contact-merged';
        /** Asks the contact what they think of who worked on it. */
        readonly rating?: AutomaticText;
      }
    >
  /** A contact's answer to that, if it still is one. */
  | Command<'RateTicket', { readonly message: Incoming }>
  /** Nobody wrote since `quietSince` (an instant): the ticket is closed. */
  | Command<'CloseQuietTicket', { readonly quietSince: string }>
  | Command<
      'ReopenTicket',
      {
        readonly userId: string | null;
        readonly claimRevision: number;
        /** What a contact wrote, which reopens it. */
        readonly message?: Incoming;
      }
    >
  | Command<
      'TransferTicket',
      {
        readonly queueId: string | null;
        readonly userId: string | null;
        readonly connectionId?: string;
        /** When it reopens, or moves to another connection. */
        readonly claim?: string;
        readonly claimRevision?: number;
        /** Only while it is in this queue, and with whoever has it: the queue is gone. */
        readonly fromQueueId?: string;
        /** Told to the contact when the queue changes. */
        readonly notice?: AutomaticText;
      }
    >
  | Command<'SetTicketTags', { readonly tagIds: readonly string[] }>
  | Command<'MarkTicketRead', object>
  | Command<'MarkTicketUnread', object>
  /** Only what is named changes. */
  | Command<'SetTicketIntegration', Partial<TicketIntegration>>
  /** Somebody looks at the conversation without taking it. */
  | Command<'PeekTicket', { readonly userId: string }>
  | Command<'DeleteTicket', object>
  /** `claimRevision`: while it is open; the claim of the contact that has it from now on is taken first. */
  | Command<
      'ChangeTicketContact',
      { readonly contactId: string; readonly claim: string; readonly claimRevision?: number }
    >
  /** The conversation of another ticket of the same person goes on here. */
  | Command<'JoinTicket', { readonly joinedTicketId: string; readonly unread: boolean }>
  /** Its contact was erased. */
  | Command<'EraseTicket', object>
  | Command<
      'SendMessage',
      Named & {
        /** The id may have been used before: it came with the request. */
        readonly mayRepeat: boolean;
        readonly body: string;
        readonly mediaType: MediaType;
        readonly media?: Media;
        readonly quotedId?: string;
        readonly automatic?: string;
      }
    >
  | Command<'EditMessage', Named & { readonly body: string; readonly byContact: boolean }>
  | Command<'DeleteMessage', Named & { readonly byContact: boolean }>
  /** A message that could not be read came again, in a ticket that has closed since. */
  | Command<'RecoverMessage', { readonly message: Incoming }>
  /** `byContact`: it happened on the messaging app, at `sentAt`. `emoji` '': it is taken back. */
  | Command<
      'ReactToMessage',
      Named & Side & { readonly emoji: string; readonly byContact: boolean; readonly sentAt?: string }
    >
  | Command<'RecordVote', Named & Side & { readonly choices: readonly number[]; readonly sentAt: string }>
  | Command<
      'SettleReaction',
      Named & {
        readonly revision: number;
        readonly failure?: Failure;
      }
    >
  | Command<'RetryMessage', Named>
  | Command<'RecordSent', Named & { readonly externalId: string }>
  /** `late`: after the messaging app had taken it. */
  | Command<'RecordFailed', Named & Failure & { readonly late?: boolean }>
  | Command<'RecordHeld', Named & { readonly until: string; readonly reason: HeldReason }>
  | Command<
      'SettleChange',
      Named & {
        readonly change: 'edit' | 'delete';
        readonly revision: number;
        readonly failure?: Failure;
      }
    >
  /** What became of the file of a message that came before it. */
  | Command<'AttachFile', Named & { readonly mediaType: MediaType; readonly media: Media }>
  | Command<'FailFile', Named & { readonly code: string }>
  /** Somebody wants the file of which that became nothing. */
  | Command<'RequestFile', Named>
  | Command<'AcknowledgeMessages', { readonly messageIds: readonly string[]; readonly ack: number }>
  | Command<'AddTicketNote', { readonly noteId: string; readonly note: string }>
  /** `any`: the actor may delete what others wrote. */
  | Command<'DeleteTicketNote', { readonly noteId: string; readonly any: boolean }>;

export type TicketCommandOf<T extends TicketCommand['type']> = Extract<TicketCommand, { type: T }>;
