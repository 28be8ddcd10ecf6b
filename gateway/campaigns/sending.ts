import { waitingAnswerMs } from '../../domain/campaign/campaign.ts';
import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import { defaultCampaignSettings } from '../../domain/campaign/settings.ts';
import type { Outcome } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type {
  CampaignDocument,
  CampaignSettingsDocument,
  ShippingDocument,
} from '../../projections/campaigns/document.ts';
import { createComposing, variantOf } from './composing.ts';
import { type CampaignsDeps, contextsOf } from './deps.ts';
import type { Underway } from './lane.ts';
import { contactNow, type Recipient } from './recipients.ts';

/** Somebody who has just been written to; undefined: nothing went out. */
export type Said = Underway | undefined;

/** Returns what finds whom a campaign writes to. */
function createFinding(deps: CampaignsDeps) {
  const { desk, readStore } = deps;
  const contextFor = contextsOf(deps);

  const settingsOf = async (companyId: string): Promise<CampaignSettings> =>
    (await readStore.forCompany(companyId).get<CampaignSettingsDocument>('campaignSettings', companyId)) ??
    defaultCampaignSettings;

  /** Returns who it is, with the name that greets them; undefined: nobody who could be written to. */
  async function contactOf(
    { companyId, id: campaignId }: CampaignDocument,
    { key, name, number, contactId }: Recipient,
  ): Promise<{ readonly contactId: string; readonly name: string } | undefined> {
    if (contactId !== undefined) {
      const contact = await contactNow(readStore.forCompany(companyId), contactId);
      return contact && { contactId: contact.id, name: contact.name };
    }
    if (number === '') return undefined;
    const context = contextFor(companyId, campaignId, 'contact', key);
    const ensured = await desk.contacts.ensure(context, { numbers: [number], name, origin: 'import' });
    const known = ensured.created ? name : await desk.contacts.nameOf(companyId, ensured.contactId);
    return { contactId: ensured.contactId, name: known };
  }

  return { settingsOf, contactOf };
}

interface Words {
  readonly kind: 'question' | 'message';
  readonly variant: number;
  readonly confirmed: boolean;
}

/** Returns what writes to one recipient of a campaign, or says why it does not. Each can be done again after a death. */
export function createSending(deps: CampaignsDeps) {
  const { desk, readStore } = deps;
  const compose = createComposing(deps);
  const { settingsOf, contactOf } = createFinding(deps);
  const contextFor = contextsOf(deps);

  /** @returns undefined when it was said before: what follows it is not waited for again */
  async function say(
    campaign: CampaignDocument,
    to: { readonly contactId: string; readonly name: string },
    { kind, variant, confirmed }: Words,
  ): Promise<Said> {
    const { companyId, id: campaignId, confirmationWords, queueId } = campaign;
    const connectionId = campaign.connectionId!;
    const shippingId = deriveId('shipping', campaignId, to.contactId);
    const settings = await settingsOf(companyId);
    const addressee = { shippingId, contactId: to.contactId, connectionId, name: to.name };
    const messages = await compose(campaign, kind, variant, settings, addressee);
    const until = new Date(deps.now().getTime() + waitingAnswerMs).toISOString();
    const outcome: Outcome & { readonly ticketId: string } = await desk.tickets.sayForCampaign(
      contextFor(companyId, campaignId, kind, shippingId),
      {
        contactId: to.contactId,
        connectionId,
        queueId,
        campaignId,
        shippingId,
        kind,
        variant,
        confirmed,
        messages,
        ...(kind === 'question' && { awaits: { words: confirmationWords, until } }),
      },
    );
    if (outcome.events.length === 0) return undefined;
    return { companyId, campaignId, ticketId: outcome.ticketId, messageId: messages[0]!.messageId };
  }

  async function leaveOut(
    { companyId, id: campaignId }: CampaignDocument,
    contactId: string,
    reason: 'left' | 'noNumber',
  ): Promise<undefined> {
    const shippingId = deriveId('shipping', campaignId, contactId);
    const context = contextFor(companyId, campaignId, 'leave out', shippingId);
    await desk.campaigns.leaveOut(context, { shippingId, campaignId, contactId, reason });
    return undefined;
  }

  /** Erased or merged at this very moment: whoever comes by next finds that out. */
  const isGone = (error: unknown): boolean =>
    isDomainError(error, 'ERR_CONTACT_ERASED') || isDomainError(error, 'ERR_NO_CONTACT_FOUND');

  /** The next recipient, who has not been asked or written to. @param dealt how many were before */
  async function toRecipient(campaign: CampaignDocument, recipient: Recipient, dealt: number): Promise<Said> {
    const to = await contactOf(campaign, recipient);
    if (to === undefined) return undefined;
    const left = await desk.contacts.leftCampaigns(campaign.companyId, to.contactId);
    if (left === undefined) return undefined;
    if (left) return leaveOut(campaign, to.contactId, 'left');
    const variant = variantOf(campaign.messages, dealt);
    const kind = campaign.confirmation ? 'question' : 'message';
    try {
      return await say(campaign, to, { kind, variant, confirmed: false });
    } catch (error) {
      if (!isGone(error)) throw error;
      return undefined;
    }
  }

  /** Somebody said yes: the message follows its question. */
  async function toConfirmed(campaign: CampaignDocument, shipping: ShippingDocument): Promise<Said> {
    const contact = await contactNow(readStore.forCompany(campaign.companyId), shipping.contactId);
    if (contact === undefined) return undefined;
    const to = { contactId: shipping.contactId, name: contact.name };
    const { variant } = shipping;
    return say(campaign, to, { kind: 'message', variant, confirmed: true });
  }

  /** Nobody answered in time. */
  const lapse = (
    { companyId, id: campaignId }: CampaignDocument,
    { id: shippingId, ticketId }: ShippingDocument,
  ): Promise<unknown> =>
    desk.tickets.lapseQuestion(contextFor(companyId, campaignId, 'lapse', shippingId), {
      ticketId: ticketId!,
      shippingId,
    });

  return { toRecipient, toConfirmed, lapse, settingsOf };
}
