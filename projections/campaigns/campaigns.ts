import { channels } from '../../contract/channels.ts';
import { statusAfterUpdate, waitingStatus } from '../../domain/campaign/campaign.ts';
import type { CampaignEvent, CampaignSettingsEvent } from '../../domain/campaign/events.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { begin, type Handler, projection } from '../definition.ts';
import type { CampaignDocument, CampaignSettingsDocument } from './document.ts';

type DataOf<T extends CampaignEvent['type']> = Extract<CampaignEvent, { type: T }>['data'];
const id = (event: { data: { campaignId: string } }) => event.data.campaignId;

const changes = <T extends CampaignEvent['type']>(
  change: (data: DataOf<T>, doc: CampaignDocument, at: string) => Partial<CampaignDocument>,
): Handler<CampaignDocument, RecordedEvent<T, DataOf<T>>> => ({
  id,
  apply: (doc, { data, metadata: { at } }) => doc && { ...doc, ...change(data, doc, at), updatedAt: at },
});

/** Campaigns, the newest first. Those whose time comes are found by status and instant. */
export const campaigns = projection<CampaignDocument, CampaignEvent>('campaigns', {
  indexes: [['-createdAt'], ['status', 'scheduledAt']],
  notices: [{ channel: (companyId) => channels.record(companyId, 'campaign'), document: () => undefined }],
  on: {
    CampaignCreated: {
      id,
      creates: true,
      apply: (_doc, event) => {
        const { campaignId, media = null, ...content } = event.data;
        return {
          ...begin(event, campaignId),
          ...content,
          media,
          status: waitingStatus(content.scheduledAt),
          completedAt: null,
          recipients: 0,
          code: null,
          createdAt: event.metadata.at,
          updatedAt: event.metadata.at,
        };
      },
    },
    CampaignUpdated: changes<'CampaignUpdated'>(({ campaignId: _, waits, ...content }, { status }) => ({
      ...content,
      ...(waits
        ? { status: 'PROGRAMADA', code: null }
        : { status: statusAfterUpdate(status, content.scheduledAt) }),
    })),
    CampaignMediaChanged: changes<'CampaignMediaChanged'>(({ media = null }) => ({ media })),
    CampaignStarted: changes<'CampaignStarted'>(({ scheduledAt, recipients }, doc) => ({
      status: 'EM_ANDAMENTO',
      scheduledAt,
      recipients: recipients ?? doc.recipients,
      code: null,
    })),
    CampaignCancelled: changes<'CampaignCancelled'>(({ code = null }) => ({ status: 'CANCELADA', code })),
    CampaignFinished: changes<'CampaignFinished'>((_data, _doc, at) => ({
      status: 'FINALIZADA',
      completedAt: at,
    })),
    CampaignDeleted: { id, apply: () => 'delete' },
  },
});

/** How a company's campaigns are sent. */
export const campaignSettings = projection<CampaignSettingsDocument, CampaignSettingsEvent>(
  'campaignSettings',
  {
    indexes: [],
    on: {
      CampaignSettingsChanged: {
        id: ({ metadata }) => metadata.companyId,
        apply: (_doc, event) => ({ ...begin(event, event.metadata.companyId), ...event.data }),
      },
    },
  },
);
