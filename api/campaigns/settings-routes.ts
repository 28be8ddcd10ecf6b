import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { campaignSetting } from '../../contract/campaign.ts';
import { type CampaignSettings, defaultCampaignSettings } from '../../domain/campaign/settings.ts';
import type { CampaignSettingsDocument } from '../../projections/campaigns/document.ts';
import { awaitSettled, contextOf } from '../http/commands.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'desk' | 'reached' | 'config'>;

const tags = ['campaigns'];
const config = { plan: 'useCampaigns', rule: 'campaigns:manage' } as const;
const keys = Object.keys(defaultCampaignSettings) as (keyof CampaignSettings)[];

/** Forms send texts; what is empty is no number. */
const seconds = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().min(0).max(120));
const settings = z.object({
  messageInterval: seconds.optional(),
  longerIntervalAfter: seconds.optional(),
  greaterInterval: seconds.optional(),
  variables: z
    .array(z.object({ key: z.string().max(50), value: z.string().max(4_000) }))
    .max(100)
    .optional(),
  leavingWords: z.array(z.string().max(50)).max(20).optional(),
});

/** Returns them as the wire has them: a value a key, each as JSON. */
const settingRows = (values: CampaignSettings) =>
  keys.map((key) => ({ key, value: JSON.stringify(values[key]) }));

/** How a company's campaigns are sent: intervals, variables, and the words by which people leave. */
export function settingsRoutes(api: Needs): void {
  const { app, desk } = api;
  const shownSettings = async ({ read, session }: FastifyRequest) =>
    settingRows(
      (await read.get<CampaignSettingsDocument>('campaignSettings', session.companyId)) ??
        defaultCampaignSettings,
    );

  app.get(
    '/api/campaign-settings',
    {
      config,
      schema: {
        tags,
        summary: 'The settings of campaigns; the defaults 20, 20 and 60 before anything was saved.',
        response: { 200: z.array(campaignSetting) },
      },
    },
    shownSettings,
  );

  app.post(
    '/api/campaign-settings',
    {
      config,
      schema: {
        tags,
        summary: 'Changes the settings that are named.',
        body: z.object({ settings }),
        response: { 200: z.array(campaignSetting) },
      },
    },
    async (request, reply) => {
      const named = Object.fromEntries(
        Object.entries(request.body.settings).filter(([, value]) => value !== undefined),
      );
      await awaitSettled(api, reply, await desk.campaigns.changeSettings(contextOf(request), named));
      return shownSettings(request);
    },
  );
}
