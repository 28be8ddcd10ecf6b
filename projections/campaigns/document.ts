import type { CampaignContent, CampaignStatus } from '../../domain/campaign/campaign.ts';
import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { StoredDocument } from '../ports/read-store.ts';

/** Collection `campaigns`. */
export interface CampaignDocument extends StoredDocument, CampaignContent {
  readonly status: CampaignStatus;
  readonly completedAt: string | null;
  readonly media: Media | null;
  readonly userId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Collection `campaignSettings`: one a company, under its id, once something was changed. */
export type CampaignSettingsDocument = StoredDocument & CampaignSettings;
