import type { Handover, MediaType, TicketIntegration, TicketStatus } from '../../domain/ticket/events.ts';
import type { FieldValues } from '../../domain/ticket/fields/derive.ts';
import type { MessageKind } from '../../domain/ticket/kind.ts';
import type { StoredDocument } from '../ports/read-store.ts';

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
export interface TicketDocument extends StoredDocument, FieldValues {
  readonly protocol: string;
  readonly status: TicketStatus;
  readonly isGroup: boolean;
  readonly contactId: string;
  /** Whose it was when it began, where that was another: see `domain/ticket/state.ts`. */
  readonly homeId?: string;
  readonly connectionId: string;
  readonly queueId: string | null;
  readonly userId: string | null;
  readonly unreadMessages: number;
  /** `order` of the contact's first message that nobody has seen; null when all are seen. */
  readonly unreadFrom: number | null;
  /** `order` of the contact's last message. */
  readonly receivedUpTo: number | null;
  /** What answers instead of an agent; null: nothing does. */
  readonly integration: TicketIntegration | null;
  /** The bot speaks with the contact. */
  readonly chatbot: boolean;
  /** Why the bot, or the assistant, that spoke last is done; absent: none was yet. */
  readonly handover?: Handover;
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
