import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type CampaignReport,
  campaignReport,
  shippingPage,
  shippingStates,
} from '../../contract/campaign.ts';
import { DomainError } from '../../domain/errors.ts';
import { countRecipients } from '../../projections/campaigns/count-recipients.ts';
import type { CampaignDocument, CampaignReportDocument } from '../../projections/campaigns/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { timeZoneOf } from '../http/company-time.ts';
import { sendCsv } from '../http/csv.ts';
import { idParams, optional } from '../http/schemas.ts';
import type { CompanyNames } from '../names/names.ts';
import type { Api } from '../services.ts';
import { courseOf, reachOf } from './course.ts';
import { createShippings, shippingsAsCsv } from './shippings.ts';
import { totalsOf } from './totals.ts';
import { isCutOff, waitingOf } from './waiting.ts';

type Needs = Pick<Api, 'app' | 'names' | 'now' | 'security' | 'state'>;
interface Around extends Pick<Needs, 'state'> {
  readonly names: CompanyNames;
  readonly now: Date;
}

const tags = ['campaigns'];
const config = { plan: 'useCampaigns', rule: 'campaigns:manage' } as const;
const perPage = 40;

/** Returns what became of a campaign, and how it goes on, from its counters. */
async function reportOf(
  reader: CompanyReader,
  campaign: CampaignDocument,
  report: CampaignReportDocument | undefined,
  { names, now, state }: Around,
): Promise<CampaignReport> {
  const zone = timeZoneOf(names, campaign.companyId);
  const waits = waitingOf(campaign, names, now);
  const isStill = isCutOff(campaign, names);
  const isQuiet = waits.waitsBecause === 'quietHours';
  // Before it begins nobody has been counted: whom it would go to now.
  const isCounted = report !== undefined || campaign.recipients > 0 || campaign.status === 'FINALIZADA';
  const recipients = isCounted ? campaign.recipients : await countRecipients(reader, campaign);
  return {
    ...totalsOf({ ...campaign, recipients }, report),
    ...waits,
    ...reachOf(campaign, report),
    ...(await courseOf(reader, campaign, report, { state, now, zone, isStill, isQuiet })),
    reasons: Object.entries(report?.reasons ?? {})
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1)),
  };
}

/** What became of a campaign: in figures, by recipient, and as a file. */
export function reportRoutes({ app, names, now, security, state }: Needs): void {
  /** @throws ERR_NO_CAMPAIGN_FOUND */
  async function requireCampaign({ read, params }: FastifyRequest) {
    const { id } = params as z.output<typeof idParams>;
    const [campaign, report] = await Promise.all([
      read.get<CampaignDocument>('campaigns', id),
      read.get<CampaignReportDocument>('campaignReports', id),
    ]);
    if (!campaign) throw new DomainError('ERR_NO_CAMPAIGN_FOUND');
    return { campaign, report };
  }
  async function shippingsFor({ session, read }: FastifyRequest) {
    const zone = timeZoneOf(await names.company(session.companyId), session.companyId);
    return createShippings(read, (ids) => names.contacts(session.companyId, ids), zone);
  }

  app.get(
    '/api/campaigns/:id/report',
    {
      config,
      schema: {
        tags,
        summary:
          'How far it is, when it ends, which text is answered most, why messages failed, and what it waits for.',
        description:
          'From counters alone, whatever the number of recipients. Each of received, read and answered counts what came further too; ' +
          '`endsAt` follows from the pace, what waits, the campaigns that share its connection, and its quiet hours.',
        params: idParams,
        response: { 200: campaignReport },
      },
    },
    async (request) => {
      const { campaign, report } = await requireCampaign(request);
      const around = { names: await names.company(campaign.companyId), now: now(), state };
      return reportOf(request.read, campaign, report, around);
    },
  );

  app.get(
    '/api/campaigns/:id/shippings',
    {
      config,
      schema: {
        tags,
        summary:
          'Recipients that it came to, in that order, 40 a page; a page goes on after the last `order`.',
        params: idParams,
        querystring: z.object({
          state: optional(z.enum(shippingStates)),
          after: optional(z.coerce.number().int().nonnegative()),
        }),
        response: { 200: shippingPage },
      },
    },
    async (request) => {
      const { campaign, report } = await requireCampaign(request);
      const { state, after } = request.query;
      const where = { campaignId: campaign.id, ...(state && { state }) };
      const found = await (await shippingsFor(request))(where, after, perPage + 1);
      return {
        records: found.slice(0, perPage),
        hasMore: found.length > perPage,
        count: (state ? report?.states[state] : report?.begun) ?? 0,
      };
    },
  );

  app.get(
    '/api/campaigns/:id/report.csv',
    {
      config,
      schema: {
        tags,
        summary:
          'Every recipient that it came to as CSV: semicolons, UTF-8 with a byte order mark, times of the company.',
        params: idParams,
      },
    },
    async (request, reply) => {
      const { campaign } = await requireCampaign(request);
      const { companyId, userId } = request.session;
      security.note('exported', request, { userId, companyId });
      return sendCsv(reply, 'campaign.csv', shippingsAsCsv(await shippingsFor(request), campaign.id));
    },
  );
}
