import type { Answered } from '../bot/invoices.ts';
import type { ContactScript } from '../bot/script.ts';
import type { Said } from '../bot/turn.ts';
import type { Command } from '../command.ts';
import type { TicketEvent, TicketIntegration } from './events.ts';
import type { FieldValues } from './fields/derive.ts';

type DataOf<T extends TicketEvent['type']> = Readonly<Extract<TicketEvent, { type: T }>['data']>;
type Received = DataOf<'MessageReceived'>;
type Named = Pick<Received, 'messageId'>;
type Failed = Omit<DataOf<'MessageFailed'>, 'ticketId'>;

/** A ticket as it begins. */
export type Opening = DataOf<'TicketOpened'>;

/**
 * A message from the messaging app. `formerIds`: what its id may have been before. `quoted`: the app's id of the
 * quoted message, and the ids it may have if it is inbound.
 */
export interface Incoming
  extends Pick<
    Received,
    | 'messageId'
    | 'externalId'
    | 'fromMe'
    | 'contactId'
    | 'body'
    | 'mediaType'
    | 'media'
    | 'file'
    | 'mediaError'
    | 'extra'
    | 'participant'
    | 'sentAt'
    | 'via'
  > {
  readonly formerIds?: readonly string[];
  readonly quoted?: {
    readonly externalId: string;
    readonly inboundId: string;
    readonly formerIds?: readonly string[];
  };
}

/** Who does something to a message on the messaging app: the contact (in a group a member), or the company's number. */
export type Side = Pick<Received, 'fromMe' | 'participant'>;

/** A text of the company's own that goes out with a change of the ticket, in the same append: with it or not at all. */
export type AutomaticText = Pick<DataOf<'MessageQueued'>, 'messageId' | 'body'>;

/** Where a ticket goes. `notice`: said to the contact when the queue changes. */
type Transfer = Pick<DataOf<'TicketTransferred'>, 'queueId' | 'userId' | 'connectionId'> & {
  readonly notice?: AutomaticText;
};

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
      Pick<DataOf<'TicketAccepted'>, 'userId'> &
        Partial<Pick<DataOf<'TicketAccepted'>, 'queueId'>> & { readonly greeting?: AutomaticText }
    >
  /** `from`: only while it is this user's. */
  | Command<'ReturnTicket', { readonly from?: string }>
  /** `rating`: asks the contact what they think of who worked on it. */
  | Command<'ResolveTicket', Pick<DataOf<'TicketResolved'>, 'reason'> & { readonly rating?: AutomaticText }>
  /** A contact's answer to that, if it still is one. */
  | Command<'RateTicket', { readonly message: Incoming }>
  /** Nobody wrote since `quietSince` (an instant): the ticket is closed. */
  | Command<'CloseQuietTicket', { readonly quietSince: string }>
  /** `message`: what a contact wrote, which reopens it. */
  | Command<
      'ReopenTicket',
      Pick<DataOf<'TicketReopened'>, 'userId' | 'claimRevision'> & { readonly message?: Incoming }
    >
  /** On its own connection, while it is not closed: else it needs the claim. */
  | Command<'TransferTicket', Transfer>
  /** To another connection, or out of being closed, under the claim of where it goes. */
  | Command<'MoveTicket', Transfer & Pick<Opening, 'claim' | 'claimRevision'>>
  /** Its queue is gone: it has none from now on, if that is still the one it is in. Whoever has it keeps it. */
  | Command<'LeaveQueue', { readonly queueId: string }>
  /** Only those that are named change. */
  | Command<'SetTicketFields', Partial<FieldValues>>
  /** Beside the tags that it has by then. */
  | Command<'AddTicketTag', { readonly tagId: string }>
  /** `laneIds`: the tags that are lanes of the board; those the ticket has make room for `tagId`, its other tags stay. */
  | Command<
      'MoveTicketToLane',
      Pick<DataOf<'TicketLaneChanged'>, 'tagId'> & { readonly laneIds: readonly string[] }
    >
  | Command<'MarkTicketRead', object>
  | Command<'MarkTicketUnread', object>
  /** Only what is named changes. */
  | Command<'SetTicketIntegration', Partial<TicketIntegration>>
  /** Somebody looks at the conversation without taking it. */
  | Command<'PeekTicket', Pick<DataOf<'TicketPeeked'>, 'userId'>>
  | Command<'DeleteTicket', object>
  /** `claimRevision`: while it is open; the claim of the contact that has it from now on is taken first. */
  | Command<
      'ChangeTicketContact',
      Pick<DataOf<'TicketContactChanged'>, 'contactId' | 'claim'> & {
        readonly claimRevision?: number;
        readonly undone?: boolean;
      }
    >
  /** The conversation of another ticket of the same person goes on here. */
  | Command<'JoinTicket', Pick<DataOf<'TicketJoined'>, 'joinedTicketId'> & { readonly unread: boolean }>
  /** Its contact was erased. */
  | Command<'EraseTicket', object>
  /**
   * `mayRepeat`: the id may have been used before, for it came with the request. `claimRevision`: that of the ticket when it
   * was looked at; closed since, even if it was reopened, it takes the message no more.
   */
  | Command<
      'SendMessage',
      Pick<
        DataOf<'MessageQueued'>,
        'messageId' | 'body' | 'mediaType' | 'media' | 'quotedId' | 'automatic'
      > & { readonly mayRepeat: boolean; readonly claimRevision?: number }
    >
  | Command<'EditMessage', Pick<DataOf<'MessageEdited'>, 'messageId' | 'body' | 'byContact'>>
  | Command<'DeleteMessage', Pick<DataOf<'MessageDeleted'>, 'messageId' | 'byContact'>>
  /** A message that could not be read came again, in a ticket that has closed since. */
  | Command<'RecoverMessage', { readonly message: Incoming }>
  /** `byContact`: it happened on the messaging app, at `sentAt`. `emoji` '': it is taken back. */
  | Command<
      'ReactToMessage',
      Pick<DataOf<'MessageReacted'>, 'messageId' | 'emoji' | 'fromMe' | 'participant' | 'byContact'> & {
        readonly sentAt?: string;
      }
    >
  | Command<'RecordVote', Named & Side & { readonly choices: readonly number[]; readonly sentAt: string }>
  | Command<'SettleReaction', Omit<DataOf<'MessageReactionSettled'>, 'ticketId'>>
  | Command<'RetryMessage', Named>
  | Command<'RecordSent', Omit<DataOf<'MessageSent'>, 'ticketId'>>
  /** `late`: after the messaging app had taken it. */
  | Command<'RecordFailed', Failed & { readonly late?: boolean }>
  | Command<'RecordHeld', Omit<DataOf<'MessageHeld'>, 'ticketId'>>
  | Command<'SettleChange', Omit<DataOf<'MessageChangeSettled'>, 'ticketId'>>
  /** What became of the file of a message that came before it. */
  | Command<'AttachFile', Pick<DataOf<'MessageFileAttached'>, 'messageId' | 'mediaType' | 'media'>>
  | Command<'FailFile', Pick<DataOf<'MessageFileFailed'>, 'messageId' | 'code'>>
  /** Somebody wants the file of which that became nothing. */
  | Command<'RequestFile', Named>
  | Command<'AcknowledgeMessages', { readonly messageIds: readonly string[]; readonly ack: number }>
  /** The bot answers a message, if it is still for the bot. `heardAt`: when it came, on our clock. */
  | Command<
      'RunBot',
      Named & {
        readonly body: string;
        readonly heardAt: string;
        readonly script?: ContactScript | undefined;
        /** What the company's system says, where the bot had a question. */
        readonly answered?: Answered | undefined;
      }
    >
  /** What an assistant says, under ids of its own choosing; `outcome` absent: there is more to say. */
  | Command<
      'RunAssistant',
      Named & {
        readonly say: readonly (Said & Named)[];
        readonly outcome?:
          | { readonly is: 'answered'; readonly tokens: number }
          | ({ readonly is: 'over' } & Pick<
              DataOf<'AssistantHandedOver'>,
              'reason' | 'failure' | 'cause' | 'unheard'
            >)
          | undefined;
      }
    >
  /** What a campaign asks or says, with its files; `prepare`: the conversation it begins, where there is none. */
  | Command<
      'QueueCampaignMessage',
      Omit<DataOf<'CampaignMessageQueued'>, 'ticketId' | 'messageId' | 'contactId' | 'connectionId'> & {
        readonly messages: readonly Pick<
          DataOf<'MessageQueued'>,
          'messageId' | 'body' | 'mediaType' | 'media'
        >[];
        readonly prepare?: DataOf<'TicketPrepared'>;
      }
    >
  /** Its time to answer is over. */
  | Command<'LapseCampaignQuestion', { readonly shippingId: string }>
  /** Its contact wants no campaigns any more. */
  | Command<'LeaveCampaign', object>
  | Command<'AddTicketNote', Pick<DataOf<'TicketNoteAdded'>, 'noteId' | 'note'>>
  /** `any`: the actor may delete what others wrote. */
  | Command<'DeleteTicketNote', Pick<DataOf<'TicketNoteDeleted'>, 'noteId'> & { readonly any: boolean }>;

export type TicketCommandOf<T extends TicketCommand['type']> = Extract<TicketCommand, { type: T }>;
