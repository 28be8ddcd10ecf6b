import type { CampaignTotals } from '../../contract/campaign.ts';
import type { CampaignDocument, CampaignReportDocument } from '../../projections/campaigns/document.ts';

/** Returns what became of a campaign's recipients, from its counters alone. */
export function totalsOf(
  { recipients: expected, status }: Pick<CampaignDocument, 'recipients' | 'status'>,
  report: CampaignReportDocument | undefined,
): CampaignTotals {
  const begun = report?.begun ?? 0;
  // Once it is finished it came to everybody: a number that stood in a list twice is one recipient.
  const recipients = status === 'FINALIZADA' ? begun : Math.max(expected, begun);
  const {
    delivered: deliveredCount = 0,
    failed: failedCount = 0,
    leftOut = 0,
    asked: askedCount = 0,
  } = report?.states ?? {};
  return {
    recipients,
    delivered: deliveredCount,
    confirmationRequested: report?.confirmationRequested ?? 0,
    confirmed: report?.confirmed ?? 0,
    asked: askedCount,
    failed: failedCount,
    leftOut,
    waiting: Math.max(0, recipients - deliveredCount - failedCount - leftOut - askedCount),
  };
}
