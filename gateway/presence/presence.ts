import type { Logger } from 'pino';
import type { Doing } from '../../contract/presence.ts';
import type { Desk } from '../../domain/desk/desk.ts';
import { boundedCache } from '../../domain/kernel/bounded-cache.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { tellDoing } from '../../messaging/contact-doing.ts';
import { presentContact } from '../../projections/contacts/present-contact.ts';
import type { CompanyReader } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { Addressing } from '../driver/addressing.ts';
import type { Driver } from '../driver/driver.ts';

export interface PresenceDeps {
  readonly companyId: string;
  readonly connectionId: string;
  readonly driver: Pick<Driver, 'typing' | 'watch' | 'online'>;
  readonly desk: Pick<Desk, 'contacts' | 'tickets'>;
  readonly reader: CompanyReader;
  readonly state: StateStore;
  readonly addressing: Addressing;
  /** By the company's settings, asked each time. */
  readonly showsTyping: () => boolean;
  readonly isOnline: () => boolean;
  readonly isUp: () => boolean;
  readonly log: Logger;
}

/** A contact is told no more often that somebody types to them. */
const typingEveryMs = 4_000;
/** The network forgets that we want to know what a contact does. */
const watchEveryMs = 600_000;

/**
 * Returns what passes between the two sides of a conversation: that the contact types or records, for the agents who
 * look at the ticket; that an agent types, for the contact; that somebody is there at all. Nothing of it is an event,
 * and what gets lost is said again in a moment.
 */
export function createPresence(deps: PresenceDeps) {
  const { companyId, connectionId, driver, desk, reader, state, log } = deps;
  const watchedContacts = boundedCache<true>(5_000, watchEveryMs);
  const typedAt = boundedCache<number>(1_000, 60_000);
  const tickets = boundedCache<{ ticketId: string | undefined }>(5_000, 10_000);
  const doing = boundedCache<Doing>(5_000, 20_000);
  let toldOnline: boolean | undefined;

  const unimportant = (error: unknown) => log.debug({ err: error, connectionId }, 'presence was not told');

  async function ticketOf(addresses: readonly string[]): Promise<string | undefined> {
    const key = addresses.join(' ');
    const known = tickets.get(key);
    if (known) return known.ticketId;
    let ticketId: string | undefined;
    for (const address of addresses) {
      const contact = await desk.contacts.byNumber(companyId, address);
      if (!contact) continue;
      ticketId = await desk.tickets.openOf(companyId, { connectionId, contactId: contact.contactId });
      break;
    }
    tickets.set(key, { ticketId });
    return ticketId;
  }

  return {
    /** A contact types, records, or does no more. */
    async contact(addresses: readonly string[], now: Doing | undefined): Promise<void> {
      try {
        const ticketId = await ticketOf(addresses);
        if (ticketId === undefined || doing.get(ticketId) === now) return;
        if (now === undefined) doing.delete(ticketId);
        else doing.set(ticketId, now);
        await tellDoing(state, { companyId, ticketId, doing: now });
      } catch (error) {
        unimportant(error);
      }
    },
    /** Agents look at a ticket, or one of them types there. */
    async agents(ticketId: string, typing: boolean): Promise<void> {
      const last = typedAt.get(ticketId);
      const shows = deps.showsTyping() && driver.typing !== undefined;
      const due = shows && (typing ? Date.now() - (last ?? 0) >= typingEveryMs : last !== undefined);
      const looks = deps.isOnline() && driver.watch !== undefined && !watchedContacts.has(ticketId);
      if ((!due && !looks) || !deps.isUp()) return;
      try {
        const ticket = await reader.get<TicketDocument>('tickets', ticketId);
        if (ticket?.status !== 'open') return;
        const contact = await presentContact(reader, ticket.contactId);
        const to = contact && deps.addressing.of(contact);
        if (!to) return;
        const target = { to, isGroup: ticket.isGroup };
        if (looks) {
          watchedContacts.set(ticketId, true);
          await driver.watch?.(target);
        }
        if (!due) return;
        if (typing) typedAt.set(ticketId, Date.now());
        else typedAt.delete(ticketId);
        await driver.typing?.(target, typing ? 'text' : 'none');
      } catch (error) {
        unimportant(error);
      }
    },
    /** To be called from time to time: whether the number is shown as online follows the setting. */
    async keepOnline(): Promise<void> {
      const wanted = deps.isOnline();
      if (!driver.online || !deps.isUp() || wanted === (toldOnline ?? false)) return;
      toldOnline = wanted;
      await driver.online(wanted).catch(unimportant);
    },
    /** The line is new: nothing that was said on the one before counts. */
    connected(): void {
      toldOnline = undefined;
      watchedContacts.clear();
    },
  };
}
