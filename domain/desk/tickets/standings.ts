import type { BotState } from '../../bot/turn.ts';
import { ticketStream } from '../../streams.ts';
import { isAssisted, isForBot } from '../../ticket/bot.ts';
import { findMessage } from '../../ticket/messages.ts';
import {
  type CampaignMark,
  homeOf,
  isKnown,
  type KnownTicket,
  type TicketState,
} from '../../ticket/state.ts';
import type { TicketRuntime } from './runtime.ts';

/** `heard`: messages that wait for the assistant, oldest first. */
export interface AssistedTicket
  extends Pick<KnownTicket, 'contactId' | 'connectionId' | 'queueId' | 'integration'> {
  readonly heard: readonly string[];
  readonly answers: BotState['answers'];
}

export interface TicketWriters {
  readonly contactId: string;
  readonly homeId: string;
  readonly strangers: readonly string[];
}

/** `said`: whether the message stands in the ticket; 'unknown': so much was said since that only its events tell. */
export type TicketStanding =
  | { readonly status: 'absent' | 'void'; readonly said: false }
  | {
      readonly status: KnownTicket['status'];
      /** See the command that sends a message. */
      readonly claimRevision: number;
      readonly said: boolean | 'unknown';
    };

/** What a campaign said in a ticket. */
interface SaidByCampaign {
  readonly ticketId: string;
  readonly messageId: string;
}

const markOf = (state: TicketState, { messageId }: SaidByCampaign): CampaignMark | undefined =>
  isKnown(state) ? state.campaigns?.find((mark) => mark.messageId === messageId) : undefined;

/** Returns what is asked of tickets without changing them: their own events answer, not the read models. */
export function createStandings(runtime: TicketRuntime) {
  return {
    /** Returns the open or pending ticket of a contact on a connection; undefined: there is none. */
    openOf: async (
      companyId: string,
      { connectionId, contactId }: { readonly connectionId: string; readonly contactId: string },
    ): Promise<string | undefined> =>
      (await runtime.claims.holder(runtime.ticketClaim(companyId, connectionId, contactId)))?.id,

    /** Returns how a message and its ticket stand by the ticket's own events. */
    async standing(
      companyId: string,
      { ticketId, messageId }: { readonly ticketId: string; readonly messageId: string },
    ): Promise<TicketStanding> {
      const { state } = await runtime.tickets.refresh(ticketStream(companyId, ticketId));
      if (!isKnown(state)) return { status: state.status, said: false };
      const { status, claimRevision, messages } = state;
      const said = findMessage(messages, messageId) !== undefined;
      // Of those no longer kept only the log knows.
      const isLong = status === 'deleted' || messages.forgotten.at !== '';
      return { status, claimRevision, said: said || !isLong ? said : 'unknown' };
    },

    /**
     * Returns where the bot stands with a message that waits for it; 'done': it waits no more, and never will again;
     * undefined: what this process remembers is older than the message. Asks no store.
     */
    botStands(
      companyId: string,
      heard: { readonly ticketId: string; readonly messageId: string; readonly revision: number },
    ): BotState['phase'] | 'done' | undefined {
      const known = runtime.tickets.cachedStream(ticketStream(companyId, heard.ticketId));
      if (known === undefined || known.revision < heard.revision) return undefined;
      const { state } = known;
      return 'bot' in state && isForBot(state, heard.messageId) ? state.bot.phase : 'done';
    },

    /** Returns what an assistant has to know of its ticket; undefined: none answers there. */
    async assisted(companyId: string, ticketId: string): Promise<AssistedTicket | undefined> {
      const { state } = await runtime.tickets.refresh(ticketStream(companyId, ticketId));
      if (!isKnown(state) || !isAssisted(state)) return undefined;
      const { contactId, connectionId, queueId, integration, bot } = state;
      const { heard, answers } = bot;
      return { contactId, connectionId, queueId, integration, heard, answers };
    },
    /** Whether an assistant answers in a ticket; undefined: what this process remembers is older. Asks no store. */
    isAssisted(
      companyId: string,
      { ticketId, revision }: { readonly ticketId: string; readonly revision: number },
    ): boolean | undefined {
      const known = runtime.tickets.cachedStream(ticketStream(companyId, ticketId));
      if (known === undefined || known.revision < revision) return undefined;
      return isKnown(known.state) && isAssisted(known.state);
    },

    /** Returns whose a ticket is and was when it began, and who of them wrote in it besides; undefined: there is none. */
    writersOf: async (companyId: string, ticketId: string): Promise<TicketWriters | undefined> => {
      const { state } = await runtime.tickets.refresh(ticketStream(companyId, ticketId));
      if (!isKnown(state)) return undefined;
      const { contactId, strangers = [] } = state;
      return { contactId, homeId: homeOf(state), strangers };
    },

    /** Returns what became of what a campaign said in a ticket, by the ticket's own events. */
    campaignMark: async (companyId: string, said: SaidByCampaign): Promise<CampaignMark | undefined> =>
      markOf((await runtime.tickets.refresh(ticketStream(companyId, said.ticketId))).state, said),
    /** Returns the same as far as this process remembers, which may be older. Asks no store. */
    rememberedMark(companyId: string, said: SaidByCampaign): CampaignMark | undefined {
      const known = runtime.tickets.cachedStream(ticketStream(companyId, said.ticketId));
      return known && markOf(known.state, said);
    },
  };
}
