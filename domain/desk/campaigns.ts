import { type CampaignCommand, type CampaignState, campaignDecider } from '../campaign/campaign.ts';
import type { ShippingEvent } from '../campaign/events.ts';
import { type CampaignSettings, campaignSettingsDecider } from '../campaign/settings.ts';
import { shippingDecider } from '../campaign/shipping.ts';
import { campaignSettingsStream, campaignStream, shippingStream } from '../streams.ts';
import type { Context, Outcome } from './context.ts';
import { outcome } from './context.ts';
import type { CommandRuntime } from './runtime.ts';

type DataOf<T extends CampaignCommand['type']> = Extract<CampaignCommand, { type: T }>['data'];
type LeftOut = Extract<ShippingEvent, { type: 'CampaignRecipientLeftOut' }>['data'];
interface Named {
  readonly campaignId: string;
}

/** Returns the commands of campaigns and of how they are sent. */
export const createCampaigns = (runtime: CommandRuntime) => {
  const { handle, streams } = runtime.aggregate(campaignDecider);
  const shippings = runtime.aggregate(shippingDecider);
  const settings = runtime.aggregate(campaignSettingsDecider);

  const run = (
    context: Context,
    campaignId: string,
    command: Pick<CampaignCommand, 'type' | 'data'>,
  ): Promise<Outcome> =>
    runtime.withDeadline(async (deadline) => {
      const full = { ...command, metadata: runtime.metadataOf(context) } as CampaignCommand;
      return outcome(await handle(campaignStream(context.companyId, campaignId), full, deadline));
    });
  const runs =
    <T extends CampaignCommand['type']>(type: T) =>
    (context: Context, { campaignId, ...data }: DataOf<T> & Named): Promise<Outcome> =>
      run(context, campaignId, { type, data } as Pick<CampaignCommand, 'type' | 'data'>);

  return {
    /** Under a given id once. @throws ERR_VALIDATION */
    create: (
      context: Context,
      { campaignId: given, ...data }: Omit<DataOf<'CreateCampaign'>, 'campaignId'> & Partial<Named>,
    ): Promise<Outcome & Named> =>
      runtime.withNewId(context, 'campaign', given, async (campaignId, { commandId }) => ({
        ...(await run({ ...context, commandId }, campaignId, {
          type: 'CreateCampaign',
          data: { ...data, campaignId },
        })),
        campaignId,
      })),
    /** @throws ERR_CAMPAIGN_LOCKED, ERR_NO_CAMPAIGN_FOUND, ERR_VALIDATION */
    update: runs('UpdateCampaign'),
    setMedia: runs('SetCampaignMedia'),
    /** @throws ERR_CAMPAIGN_STATE while it runs */
    delete: runs('DeleteCampaign'),
    start: runs('StartCampaign'),
    cancel: runs('CancelCampaign'),
    restart: runs('RestartCampaign'),
    finish: runs('FinishCampaign'),
    /** Returns a campaign by its own events. */
    look: async (companyId: string, campaignId: string): Promise<CampaignState> =>
      (await streams.refresh(campaignStream(companyId, campaignId))).state,
    /** Somebody among its recipients is not written to; said once. */
    leaveOut: (context: Context, data: LeftOut): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const stream = shippingStream(context.companyId, data.shippingId);
        const metadata = runtime.metadataOf(context);
        return outcome(
          await shippings.handle(stream, { type: 'LeaveOutRecipient', data, metadata }, deadline),
        );
      }),
    /** @throws ERR_VALIDATION */
    changeSettings: (context: Context, data: Partial<CampaignSettings>): Promise<Outcome> =>
      runtime.withDeadline(async (deadline) => {
        const { companyId } = context;
        const stream = campaignSettingsStream(companyId, companyId);
        const command = {
          type: 'ChangeCampaignSettings',
          data,
          metadata: runtime.metadataOf(context),
        } as const;
        return outcome(await settings.handle(stream, command, deadline));
      }),
  };
};
