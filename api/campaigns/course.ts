import type { CampaignReport } from '../../contract/campaign.ts';
import { endOf } from '../../domain/campaign/ending.ts';
import { hourly } from '../../domain/campaign/pace.ts';
import { defaultCampaignSettings } from '../../domain/campaign/settings.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { readLane } from '../../messaging/campaign-lane.ts';
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

const secondMs = 1_000;

interface Surroundings {
  readonly state: Pick<StateStore, 'get'>;
  readonly now: Date;
  readonly zone: string;
  /** Whether nothing of it can go out. */
  readonly isStill: boolean;
  /** Whether it waits for its quiet hours to end. */
  readonly isQuiet: boolean;
}

/** Returns for how many seconds a connection pauses before the next message; null: it does not. */
async function pauseOf(
  state: Surroundings['state'],
  connectionId: string,
  now: Date,
): Promise<number | null> {
  const { nextAt } = await readLane(state, connectionId);
  const ms = nextAt - now.getTime();
  return ms > 0 ? Math.ceil(ms / secondMs) : null;
}

/**
 * Returns the pace of a campaign's connection, its pause before the next message, and when it comes to its last recipient: by
 * what waits of it and of the others that the connection serves in turn.
 */
export async function courseOf(
  reader: CompanyReader,
  campaign: CampaignDocument,
  report: CampaignReportDocument | undefined,
  { state, now, zone, isStill, isQuiet }: Surroundings,
): Promise<Pick<CampaignReport, 'hourly' | 'nextInSeconds' | 'endsAt'>> {
  const { id, companyId, status, connectionId, quietHours } = campaign;
  const saved = await reader.get<CampaignSettingsDocument>('campaignSettings', companyId);
  const pace = saved ?? defaultCampaignSettings;
  // Where nothing goes out nobody knows when it does again; without pauses it ends in a moment.
  if (status !== 'EM_ANDAMENTO' || isStill || connectionId === null || hourly(pace) === null)
    return { hourly: hourly(pace), nextInSeconds: null, endsAt: null };
  const running = await reader.find<CampaignDocument>('campaigns', { where: { status } });
  const otherCampaigns = running.filter((one) => one.connectionId === connectionId && one.id !== id);
  const reports =
    otherCampaigns.length === 0
      ? []
      : await reader.getMany<CampaignReportDocument>(
          'campaignReports',
          otherCampaigns.map((other) => other.id),
        );
  const waitingOf = (one: CampaignDocument, counted: CampaignReportDocument | undefined) =>
    totalsOf(one, counted).waiting;
  const end = endOf(pace, {
    at: now.toISOString(),
    waiting: waitingOf(campaign, report),
    others: otherCampaigns.map((other) =>
      waitingOf(
        other,
        reports.find((one) => one.id === other.id),
      ),
    ),
    quietIn: quietHours ? zone : null,
  });
  return {
    hourly: hourly(pace),
    nextInSeconds: end === null || isQuiet ? null : await pauseOf(state, connectionId, now),
    endsAt: end && timeText(end, zone),
  };
}
