import type { CampaignDocument } from '../../projections/campaigns/document.ts';
import { type CampaignsDeps, haveModelsSettled } from './deps.ts';
import type { Cursor } from './lane.ts';
import { type Recipient, recipientsAfter } from './recipients.ts';
import { goneOf } from './stopping.ts';

/** Returns what reads the recipients of campaigns, a page ahead; whoever takes over reads anew. */
export function createAhead(deps: Pick<CampaignsDeps, 'readStore' | 'eventStore' | 'reached'>) {
  const ahead = new Map<string, { readonly at: string; readonly some: Recipient[] }>();

  return {
    /**
     * Resolves with the recipient after a cursor, and whether nobody is left after that one. A list that is deleted looks
     * empty too: it says so only while what the recipients come from stands.
     */
    async next(campaign: CampaignDocument, { source, after }: Cursor) {
      const reader = deps.readStore.forCompany(campaign.companyId);
      const known = ahead.get(campaign.id);
      // At the end too: who is added while it runs comes last.
      const isRead = known?.at === `${source} ${after}` && known.some.length > 0;
      const some = isRead ? known.some : await recipientsAfter(reader, campaign, after);
      const recipient = some.shift();
      const isMore = recipient === undefined || some.length > 0;
      const left = isMore ? some : await recipientsAfter(reader, campaign, recipient.key);
      if (recipient) ahead.set(campaign.id, { at: `${source} ${recipient.key}`, some: left });
      if (left.length > 0) return { recipient, ended: false };
      // Those of a list may be gone a moment before the list itself is.
      const ended = (await haveModelsSettled(deps)) && (await goneOf(reader, campaign)) === undefined;
      return { recipient, ended };
    },
    drop: (campaignId: string) => ahead.delete(campaignId),
  };
}
