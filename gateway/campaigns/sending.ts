import { waitingAnswerMs } from '../../domain/campaign/campaign.ts';
import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import { defaultCampaignSettings } from '../../domain/campaign/settings.ts';
import type { Outcome } from '../../domain/desk/desk.ts';
import { isDomainError } from '../../domain/errors.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import { deriveId } from '../../domain/kernel/ids.ts';
import type { Underway } from '../../messaging/campaign-lane.ts';
import type {
  CampaignDocument,
  CampaignSettingsDocument,
  ShippingDocument,
} from '../../projections/campaigns/document.ts';
import { createComposing, variantOf } from './composing.ts';
import { type CampaignsDeps, contextsOf, haveModelsSettled } from './deps.ts';
import { contactNow, type Recipient } from './recipients.ts';

/** Somebody who has just been written to; undefined: nothing went out. */
export type Said = Underway | undefined;

/** How long a company's settings count as read: what is changed holds from then on. */
const knownMs = 1_000;

/** Somebody who can be written to. `name`: what they are called in the list by which the campaign has just made them. */
interface Found {
  readonly contactId: string;
  readonly name?: string;
}

/** Returns what finds whom a campaign writes to. */
function createFinding(deps: CampaignsDeps) {
  const { desk, readStore } = deps;
  const contextFor = contextsOf(deps);

  const knownSettings = boundedCache<CampaignSettings>(1_000, knownMs);
  async function settingsOf(companyId: string): Promise<CampaignSettings> {
    const before = knownSettings.get(companyId);
    if (before) return before;
    const settings =
      (await readStore.forCompany(companyId).get<CampaignSettingsDocument>('campaignSettings', companyId)) ??
      defaultCampaignSettings;
    knownSettings.set(companyId, settings);
    return settings;
  }

  /** Returns who it is; undefined: nobody who could be written to. */
  async function contactOf(
    { companyId, id: campaignId }: CampaignDocument,
    { key, name, number, contactId }: Recipient,
  ): Promise<Found | undefined> {
    if (contactId !== undefined) {
      const contact = await contactNow(readStore.forCompany(companyId), contactId);
      return contact && { contactId: contact.id };
    }
    if (number === '') return undefined;
    const context = contextFor(companyId, campaignId, 'contact', key);
    const ensured = await desk.contacts.ensure(context, { numbers: [number], name, origin: 'import' });
    return { contactId: ensured.contactId, ...(ensured.created && { name }) };
  }

  return { settingsOf, contactOf };
}

interface Addressee {
  readonly shippingId: string;
  readonly contactId: string;
  readonly name: string;
}
interface Words {
  readonly kind: 'question' | 'message';
  readonly variant: number;
  readonly confirmed: boolean;
}

/** Returns what says something to one recipient, and what leaves them out. */
function createSaying(deps: CampaignsDeps, settingsOf: (companyId: string) => Promise<CampaignSettings>) {
  const { desk, readStore } = deps;
  const compose = createComposing(deps);
  const contextFor = contextsOf(deps);

  /** @returns undefined when it was said before: what follows it is not waited for again */
  async function say(
    campaign: CampaignDocument,
    { shippingId, ...to }: Addressee,
    { kind, variant, confirmed }: Words,
  ): Promise<Said> {
    const { companyId, id: campaignId, confirmationWords, queueId } = campaign;
    const connectionId = campaign.connectionId!;
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
    leftShipping: { readonly shippingId: string; readonly contactId: string; readonly confirmed?: true },
    reason: 'left' | 'gone',
  ): Promise<undefined> {
    const shipping = await readStore
      .forCompany(companyId)
      .get<ShippingDocument>('shippings', leftShipping.shippingId);
    // Written to before a death, they count by that.
    if (shipping && shipping.state !== (leftShipping.confirmed ? 'confirmed' : 'leftOut')) return undefined;
    const context = contextFor(companyId, campaignId, 'leave out', leftShipping.shippingId);
    await desk.campaigns.leaveOut(context, { ...leftShipping, campaignId, reason });
    return undefined;
  }

  return { say, leaveOut };
}

/** Whether they were erased or merged at this very moment, if not before. */
const isGone = (error: unknown): boolean =>
  isDomainError(error, 'ERR_CONTACT_ERASED') || isDomainError(error, 'ERR_NO_CONTACT_FOUND');

/** Whether it came to them as one of those who are part of them by now. */
async function cameAsAnother(
  { readStore }: Pick<CampaignsDeps, 'readStore'>,
  { companyId, id }: CampaignDocument,
  mergedIds: readonly string[],
): Promise<boolean> {
  if (mergedIds.length === 0) return false;
  const shippingIds = mergedIds.map((mergedId) => deriveId('shipping', id, mergedId));
  const reader = readStore.forCompany(companyId);
  return (await reader.getMany<ShippingDocument>('shippings', shippingIds)).length > 0;
}

/** Returns what writes to one recipient of a campaign, or says why it does not. Each can be done again after a death. */
export function createSending(deps: CampaignsDeps) {
  const { desk, readStore } = deps;
  const { settingsOf, contactOf } = createFinding(deps);
  const { say, leaveOut } = createSaying(deps, settingsOf);
  const contextFor = contextsOf(deps);

  /** Waits until the read models know everything that the log knows now. @throws Error when they are not there in time */
  async function readModels(): Promise<void> {
    if (!(await haveModelsSettled(deps))) throw new Error('the read models are behind');
  }

  /** @returns null: there is no such contact */
  async function tryRecipient(
    campaign: CampaignDocument,
    { contactId, name: listedName }: Found,
    dealt: number,
  ): Promise<Said | null> {
    const shippingId = deriveId('shipping', campaign.id, contactId);
    const standing = await desk.contacts.standing(campaign.companyId, contactId);
    if (standing === undefined) return null;
    if (await cameAsAnother(deps, campaign, standing.mergedIds)) return undefined;
    if (standing.hasLeft) return leaveOut(campaign, { shippingId, contactId }, 'left');
    const name = listedName ?? standing.name;
    const variant = variantOf(campaign.messages, dealt);
    const kind = campaign.confirmation ? 'question' : 'message';
    try {
      return await say(campaign, { shippingId, contactId, name }, { kind, variant, confirmed: false });
    } catch (error) {
      if (!isGone(error)) throw error;
      return null;
    }
  }

  /** The next recipient, who has not been asked or written to. @param dealt how many were before */
  async function toRecipient(campaign: CampaignDocument, recipient: Recipient, dealt: number): Promise<Said> {
    let contactId = recipient.contactId;
    for (const isSecond of [false, true]) {
      const to = await contactOf(campaign, recipient);
      contactId = to?.contactId ?? contactId;
      const said = to && (await tryRecipient(campaign, to, dealt));
      if (said !== null && to !== undefined) return said;
      if (contactId === undefined) return undefined;
      // Merged a moment ago, they are somebody else by now.
      if (!isSecond) await readModels();
    }
    const shippingId = deriveId('shipping', campaign.id, contactId!);
    return leaveOut(campaign, { shippingId, contactId: contactId! }, 'gone');
  }

  /** Somebody said yes: the message follows its question, to whoever they are by now. */
  async function toConfirmed(campaign: CampaignDocument, shipping: ShippingDocument): Promise<Said> {
    const { id: shippingId, contactId } = shipping;
    // The text of theirs may have been taken away since they were asked.
    const isThere = campaign.messages[shipping.variant]?.trim() !== '';
    const variant = isThere ? shipping.variant : variantOf(campaign.messages, 0);
    const { companyId } = campaign;
    const reader = readStore.forCompany(companyId);
    const contact = await contactNow(reader, contactId);
    if (contact === undefined) return loseConfirmed(campaign, shipping, 'gone');
    // Merged with somebody whom the campaign came to as well: they get it as that one.
    const isOther = contact.id !== contactId;
    if (isOther && (await reader.get('shippings', deriveId('shipping', campaign.id, contact.id))))
      return loseConfirmed(campaign, shipping, 'gone');
    if ((await desk.contacts.standing(companyId, contact.id))?.hasLeft)
      return loseConfirmed(campaign, shipping, 'left');
    const to = { shippingId, contactId: contact.id, name: contact.name };
    try {
      return await say(campaign, to, { kind: 'message', variant, confirmed: true });
    } catch (error) {
      if (!isGone(error)) throw error;
      return loseConfirmed(campaign, shipping, 'gone');
    }
  }

  /**
   * Somebody who said yes is gone, or has asked to leave since. What was said to them before that, the read models are asked for
   * once they know it.
   */
  async function loseConfirmed(
    campaign: CampaignDocument,
    { id: shippingId, contactId }: ShippingDocument,
    reason: 'left' | 'gone',
  ): Promise<undefined> {
    await readModels();
    return leaveOut(campaign, { shippingId, contactId, confirmed: true }, reason);
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
