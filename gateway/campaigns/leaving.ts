import type { CampaignSettings } from '../../domain/campaign/settings.ts';
import { defaultCampaignSettings } from '../../domain/campaign/settings.ts';
import { isDomainError } from '../../domain/errors.ts';
import { plainWord } from '../../domain/ticket/campaigns.ts';
import type { CampaignSettingsDocument } from '../../projections/campaigns/document.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { GatewayDeps } from '../gateway-config.ts';
import type { ProcessManager } from '../process/process-manager.ts';
import { demandReached } from '../process/read-models.ts';

type LeavingDeps = Pick<GatewayDeps, 'desk' | 'readStore' | 'reached'>;

/** No word by which somebody leaves is longer. */
const longestWord = 50;
/** How long a company's words are remembered, milliseconds: each short message asks for them. */
const rememberedMs = 5_000;
/** How long the read models may take to know of what was written. */
const behindMs = 10_000;
const leavingAnswer = 'Pronto! Você não receberá mais nossas campanhas.';

/** Returns the process manager that marks contacts who answer a campaign with a word by which people leave, and tells them once. */
export function createLeaving({ desk, readStore, reached }: LeavingDeps): ProcessManager {
  const words = new Map<string, { readonly said: ReadonlySet<string>; readonly until: number }>();

  async function wordsOf(companyId: string): Promise<ReadonlySet<string>> {
    const known = words.get(companyId);
    if (known && known.until > performance.now()) return known.said;
    const { leavingWords }: CampaignSettings =
      (await readStore.forCompany(companyId).get<CampaignSettingsDocument>('campaignSettings', companyId)) ??
      defaultCampaignSettings;
    const said = new Set(leavingWords.map(plainWord));
    words.set(companyId, { said, until: performance.now() + rememberedMs });
    return said;
  }

  return {
    name: 'campaign-leaving',
    start: 'head',
    key: ({ data }) => (data as { contactId: string }).contactId,
    skips: ({ data }) => {
      const { body, fromMe, mediaType } = data as { body: string; fromMe: boolean; mediaType: string };
      return fromMe || mediaType !== 'chat' || body.trim().length > longestWord;
    },
    handles: {
      async MessageReceived({ data, metadata: { companyId }, position }, { command }) {
        const { ticketId, messageId, body } = data;
        if (!(await wordsOf(companyId)).has(plainWord(body))) return;
        const reader = readStore.forCompany(companyId);
        await demandReached(reached, position, behindMs);
        // A ticket that came with a merge names whose it was.
        const { id: contactId, mergedIds = [] } = (await presentContact(reader, data.contactId)) ?? {
          id: data.contactId,
        };
        // Who never got a campaign, as whoever they were, means something else by it.
        const where = { contactId: { in: [contactId, ...mergedIds] } };
        if ((await reader.count('shippings', { where })) === 0) return;
        const left = await desk.contacts.leaveCampaigns(command('leave'), { contactId, messageId });
        await demandReached(reached, left.position, behindMs);
        const contact = await reader.get<ContactDocument>('contacts', contactId);
        if (contact?.leftCampaigns?.messageId !== messageId) return;
        await desk.tickets.leaveCampaign(command('counted'), { ticketId });
        try {
          await desk.tickets.send(command('told'), { ticketId, body: leavingAnswer, automatic: 'campaign' });
        } catch (error) {
          // Closed meanwhile: they are left alone all the same.
          if (!isDomainError(error, 'ERR_TICKET_NOT_OPEN')) throw error;
        }
      },
    },
  };
}
