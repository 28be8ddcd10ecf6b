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
  const { delivered = 0, failed = 0, leftOut = 0, asked = 0 } = report?.states ?? {};
  return {
    recipients,
    delivered,
    confirmationRequested: report?.confirmationRequested ?? 0,
    confirmed: report?.confirmed ?? 0,
    asked,
    failed,
    leftOut,
    waiting: Math.max(0, recipients - delivered - failed - leftOut - asked),
  };
}
