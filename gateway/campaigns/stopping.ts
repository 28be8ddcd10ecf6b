import type { ErrorCode } from '../../domain/error-codes.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import type { CampaignDocument } from '../../projections/campaigns/document.ts';
import { goneReferences } from '../../projections/campaigns/gone-references.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import { type CampaignsDeps, contextsOf } from './deps.ts';

/** Why a campaign is stopped: what refused it, or that its time has long passed. */
type StopCode = ErrorCode | 'late';

/**
 * Resolves with why a campaign cannot go out as it is: what it needs was deleted since it was saved. It would be over at once
 * with nobody written to, or wait for ever.
 */
export async function goneOf(
  reader: CompanyReader,
  { connectionId, contactListId, tagListId, fileListId }: CampaignDocument,
): Promise<ErrorCode | undefined> {
  const recipients = contactListId === null ? { tagListId } : { contactListId };
  const gone = await goneReferences(reader, { connectionId, fileListId, ...recipients });
  if (gone.includes('connectionId')) return 'ERR_NO_WAPP_FOUND';
  if (gone.includes('contactListId')) return 'ERR_NO_CONTACT_LIST_FOUND';
  return gone.length > 0 ? 'ERR_NOT_FOUND' : undefined;
}

/** Resolves with nothing where all that a campaign needs is still there. @throws what `goneOf` says */
export async function demandThere(reader: CompanyReader, campaign: CampaignDocument): Promise<void> {
  const code = await goneOf(reader, campaign);
  if (code) throw new DomainError(code);
}

/** Returns what ends a campaign that cannot begin or go on as it was seen, and says why; however often it comes, once. */
export function createStopping({ desk, log, ...deps }: Pick<CampaignsDeps, 'desk' | 'log' | 'now'>) {
  const contextFor = contextsOf(deps);
  return async (campaign: CampaignDocument, code: StopCode): Promise<void> => {
    const { companyId, id: campaignId } = campaign;
    log.warn({ campaignId, code }, 'a campaign cannot go on by itself');
    const context = contextFor(companyId, campaignId, 'stop', code, deps.now().toISOString());
    try {
      await desk.campaigns.cancel(context, { campaignId, code, seen: campaign });
    } catch (error) {
      // Deleted, or over, meanwhile: there is nothing to stop any more, and no other waits for it.
      if (!isDomainError(error, 'ERR_NO_CAMPAIGN_FOUND') && !isDomainError(error, 'ERR_CAMPAIGN_STATE'))
        throw error;
    }
  };
}
