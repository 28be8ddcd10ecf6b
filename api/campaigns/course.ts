import type { CampaignReport } from '../../contract/campaign.ts';
import { endOf } from '../../domain/campaign/ending.ts';
import { hourly } from '../../domain/campaign/pace.ts';
import { defaultCampaignSettings } from '../../domain/campaign/settings.ts';
import type {
  CampaignDocument,
  CampaignReportDocument,
  CampaignSettingsDocument,
} from '../../projections/campaigns/document.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { timeText } from '../http/company-time.ts';
import { totalsOf } from './totals.ts';

type Reached = Pick<CampaignReport, 'received' | 'read' | 'answered' | 'left' | 'variants' | 'bestVariant'>;

/** Returns how far messages came, and which text is answered most often, from the counters alone. */
export function reachOf(
  { messages }: Pick<CampaignDocument, 'messages'>,
  report: CampaignReportDocument | undefined,
): Reached {
  const rate = ({ sent, answered }: { readonly sent: number; readonly answered: number }) =>
    sent === 0 ? 0 : answered / sent;
  const variants = messages
    .map((text, index) => ({
      variant: index + 1,
      isSaid: text.trim() !== '',
      ...(report?.variants[index] ?? { sent: 0, answered: 0 }),
    }))
    .filter(({ isSaid, sent }) => isSaid || sent > 0)
    .sort((a, b) => rate(b) - rate(a) || a.variant - b.variant)
    .map(({ isSaid: _, ...counted }) => counted);
  const [best] = variants;
  return {
    ...(report?.reached ?? { received: 0, read: 0, answered: 0 }),
    left: report?.left ?? 0,
    variants,
    bestVariant: best && best.answered > 0 && variants.length > 1 ? best.variant : null,
  };
}

/**
 * Returns the pace of a campaign's connection, and when it comes to its last recipient: by what waits of it and of the others that
 * the connection serves in turn.
 */
export async function courseOf(
  read: CompanyReader,
  campaign: CampaignDocument,
  report: CampaignReportDocument | undefined,
  { now, zone, isStill }: { readonly now: Date; readonly zone: string; readonly isStill: boolean },
): Promise<Pick<CampaignReport, 'hourly' | 'endsAt'>> {
  const { id, companyId, status, connectionId, quietHours } = campaign;
  const goesOn = status === 'EM_ANDAMENTO' && !isStill;
  const [saved, running] = await Promise.all([
    read.get<CampaignSettingsDocument>('campaignSettings', companyId),
    goesOn ? read.find<CampaignDocument>('campaigns', { where: { status } }) : [],
  ]);
  const pace = saved ?? defaultCampaignSettings;
  // Where nothing goes out nobody knows when it does again.
  if (!goesOn) return { hourly: hourly(pace), endsAt: null };
  const others = running.filter((one) => one.connectionId === connectionId && one.id !== id);
  const reports =
    others.length === 0
      ? []
      : await read.getMany<CampaignReportDocument>(
          'campaignReports',
          others.map((other) => other.id),
        );
  const waitingOf = (one: CampaignDocument, counted: CampaignReportDocument | undefined) =>
    totalsOf(one, counted).waiting;
  const end = endOf(pace, {
    at: now.toISOString(),
    waiting: waitingOf(campaign, report),
    others: others.map((other) =>
      waitingOf(
        other,
        reports.find((one) => one.id === other.id),
      ),
    ),
    quietIn: quietHours ? zone : null,
  });
  return { hourly: hourly(pace), endsAt: end && timeText(end, zone) };
}
