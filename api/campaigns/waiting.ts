import type { CampaignWaiting } from '../../contract/campaign.ts';
import { quietUntil } from '../../domain/campaign/quiet-hours.ts';
import type { CampaignDocument } from '../../projections/campaigns/document.ts';
import { timeText, timeZoneOf } from '../http/company-time.ts';
import type { CompanyNames } from '../names/names.ts';

/** Returns whether nothing of a campaign can go out, at whatever hour. */
export function isCutOff({ connectionId }: CampaignDocument, names: CompanyNames): boolean {
  const connection = connectionId === null ? undefined : names.get('connections', connectionId);
  return connection?.status !== 'CONNECTED';
}

/** Returns why nothing goes out of a campaign at this moment, and until when. */
export function waitingOf(campaign: CampaignDocument, names: CompanyNames, now: Date): CampaignWaiting {
  const { status, code, companyId, quietHours } = campaign;
  if (status === 'CANCELADA') return { waitsUntil: null, waitsBecause: code };
  if (status !== 'EM_ANDAMENTO') return { waitsUntil: null, waitsBecause: null };
  const zone = timeZoneOf(names, companyId);
  const until = quietHours ? quietUntil(now.toISOString(), zone) : null;
  if (until !== null) return { waitsUntil: timeText(until, zone), waitsBecause: 'quietHours' };
  return { waitsUntil: null, waitsBecause: isCutOff(campaign, names) ? 'disconnected' : null };
}
