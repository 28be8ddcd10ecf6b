import type { CampaignContent, CampaignStatus } from '../../domain/campaign/campaign.ts';
import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { Reach } from '../../domain/ticket/state.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `campaigns`. */
export interface CampaignDocument extends StoredDocument, CampaignContent {
  readonly status: CampaignStatus;
  readonly completedAt: string | null;
  /** How many there were to write to when it began. */
  readonly recipients: number;
  /** Why it could not go on by itself; null: it did, or somebody stopped it. */
  readonly code: string | null;
  readonly media: Media | null;
  readonly userId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Collection `campaignSettings`: one a company, under its id, once something was changed. */
export type CampaignSettingsDocument = StoredDocument & CampaignSettings;

/**
 * What is known of one recipient: a question or a message is on its way (`sending`), a question waits for an answer (`asked`), it
 * was answered with yes and the message has to follow (`confirmed`); the others are final.
 */
export type ShippingState = 'sending' | 'asked' | 'confirmed' | 'delivered' | 'failed' | 'leftOut';

/** Collection `shippings`: one a recipient that a campaign came to, under the shipping's id. Who it is says the contact. */
export interface ShippingDocument extends StoredDocument {
  readonly campaignId: string;
  readonly contactId: string;
  /** Null: was left out. */
  readonly connectionId: string | null;
  readonly ticketId: string | null;
  /** Its question, or its message once that is there. */
  readonly messageId: string | null;
  readonly state: ShippingState;
  /** A code of the error catalogue, or why they were left out: left, gone, refused, noAnswer. */
  readonly reason: string | null;
  /** Which of the five texts, from 0. */
  readonly variant: number;
  /** In the order in which the campaign came to them. */
  readonly order: number;
  /** Until when the question may be answered. */
  readonly awaitsUntil: string | null;
  readonly confirmationRequestedAt: string | null;
  readonly confirmedAt: string | null;
  readonly deliveredAt: string | null;
}

interface VariantCount {
  readonly sent: number;
  readonly answered: number;
}

/** Collection `campaignReports`: one a campaign that began, under its id. */
export interface CampaignReportDocument extends StoredDocument {
  /** Recipients that it came to, and in which state they are. */
  readonly begun: number;
  readonly states: Readonly<Record<ShippingState, number>>;
  /** Questions that went out, and how many were answered with yes. */
  readonly confirmationRequested: number;
  readonly confirmed: number;
  /** Why messages failed or were not sent: code → how many. */
  readonly reasons: Readonly<Record<string, number>>;
  /** How far messages came with their contacts; each counts what came further too. */
  readonly reached: Readonly<Record<Reach, number>>;
  /** Contacts who answered by asking for no more campaigns. */
  readonly left: number;
  /** By the text's place, from 0: messages that went out, and those that were answered. */
  readonly variants: readonly VariantCount[];
}
