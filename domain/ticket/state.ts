import type { BotState } from '../bot/turn.ts';
import type { TicketEvent, TicketIntegration } from './events.ts';
import type { FieldValues } from './fields/derive.ts';
import type { Keep, Messages } from './messages.ts';
import { lastThousand } from './messages.ts';

interface Known extends FieldValues {
  readonly ticketId: string;
  readonly protocol: string;
  readonly contactId: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly isGroup: boolean;
  readonly claim: string;
  readonly claimRevision: number;
  readonly lost: Readonly<Record<string, number>>;
  readonly unread: boolean;
  readonly integration: TicketIntegration;
  readonly bot: BotState;
  /** What the contact was asked when it closed and has not said; null: nothing. */
  readonly rating: { readonly userId: string; readonly until: string } | null;
  /** When a message last came or was written, on our clock; of a ticket without messages, when it was opened. */
  readonly lastWrittenAt: string;
  /** Whose it was when it began, where that was another than `contactId`. What is said here is sealed under the key of that one. */
  readonly homeId?: string;
  /** Others who wrote here, all of them one person at that time; absent: nobody. */
  readonly strangers?: readonly string[];
  /** Whose it was before they were merged into its contact. */
  readonly formerContactIds?: readonly string[];
  /** Tickets whose conversation goes on here. */
  readonly joined?: readonly string[];
  /** What campaigns said here lately; absent: nothing. */
  readonly campaigns?: readonly CampaignMark[];
  /** Of one that is prepared: whose claim it took. */
  readonly previousTicketId?: string | undefined;
  /** Its contact was erased: nothing more is said in it. */
  readonly erased?: true;
  readonly messages: Messages;
  readonly notes: ReadonlyMap<string, NoteFacts>;
}

/** Who wrote a note. One that was deleted is remembered: its id is never used again. */
export interface NoteFacts {
  readonly userId: string | null;
  readonly deleted: boolean;
  readonly erased?: true;
}

/** How far a campaign's message came with its contact, each implying the one before. */
export type Reach = 'received' | 'read' | 'answered';

/** A campaign's question or message in a ticket, and what is known of it. */
export interface CampaignMark {
  readonly messageId: string;
  readonly campaignId: string;
  readonly shippingId: string;
  readonly kind: 'question' | 'message';
  readonly state: 'queued' | 'sent' | 'failed';
  /** Of what failed. */
  readonly code?: string;
  readonly variant: number;
  /** Of a message: how far it is known to have come with its contact. */
  readonly reach?: Reach;
  /** The contact asked to be left alone. */
  readonly left?: true;
  /** Of a question that is not answered. */
  readonly awaits?: { readonly words: readonly string[]; readonly until: string };
}

/** `prepared`: nobody is shown it before its contact answers. `void`: its stream began with ClaimLost, so that it can never be opened. `since`: in this status, ISO instant. */
export type TicketState =
  | { readonly status: 'absent'; readonly keep: Keep }
  | { readonly status: 'void'; readonly lost: Readonly<Record<string, number>> }
  | (Known & {
      readonly status: 'prepared' | 'pending' | 'open' | 'closed' | 'deleted';
      readonly since: string;
    });

export type KnownTicket = Extract<TicketState, Known>;
export type LiveTicket = KnownTicket & { readonly status: 'pending' | 'open' | 'closed' };

export const noIntegration: TicketIntegration = {
  useIntegration: false,
  promptId: null,
  integrationId: null,
};

export const absentTicket = (keep: Keep = lastThousand): TicketState => ({ status: 'absent', keep });

/** Returns whose ticket it was when it began. */
export const homeOf = ({ homeId, contactId }: Pick<Known, 'homeId' | 'contactId'>): string =>
  homeId ?? contactId;

export const isKnown = (state: TicketState): state is KnownTicket =>
  state.status !== 'absent' && state.status !== 'void';

type Data<T extends TicketEvent['type']> = Extract<TicketEvent, { type: T }>['data'];

/** What each of these events makes of a ticket. None throws: what makes no sense changes nothing. `at`: its instant. */
export type Evolves<T extends TicketEvent['type']> = {
  readonly [Type in T]: (ticket: KnownTicket, data: Data<Type>, at: string) => KnownTicket;
};
