import { toWire } from '../../contract/wire.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { KeptCollection, Names } from '../names/names.ts';
import { ticketViewOf } from './view.ts';

/** A document that a view looked up, or that there was none. */
interface LookedUp {
  readonly collection: KeptCollection | 'contacts';
  readonly id: string;
  readonly document: object | undefined;
}

/** A ticket's view as JSON in UTF-8, with all that it was made from beside the ticket. */
interface Encoded {
  readonly bytes: Buffer;
  readonly from: readonly LookedUp[];
  /** Of these the contacts. */
  readonly contacts: readonly LookedUp[];
  /** Of the company's names when they were last looked at one by one. */
  version: number;
}

// By the document itself, which read stores share between readers while it is unchanged: what is kept here goes when
// they let go of it, and nobody finds here what the store did not give them.
const encodedTickets = new WeakMap<TicketDocument, Encoded>();

/** Returns a text's bytes in memory of their own: a slice of the shared pool would keep all of that pool. */
const bytesOf = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/**
 * Returns the views of tickets as JSON, in the same order. Making and printing one costs ten times what looking at the
 * names in it costs: it is done again when the ticket or anything it names has changed.
 */
export async function ticketJson(
  names: Names,
  companyId: string,
  tickets: readonly TicketDocument[],
): Promise<Buffer[]> {
  const [company, contacts] = await Promise.all([
    names.company(companyId),
    names.contacts(companyId, new Set(tickets.map((ticket) => ticket.contactId))),
  ]);
  const now = (collection: LookedUp['collection'], id: string) =>
    collection === 'contacts' ? contacts.get(id) : company.get(collection, id);
  const isSame = ({ collection, id, document }: LookedUp) => now(collection, id) === document;
  return tickets.map((ticket) => {
    const known = encodedTickets.get(ticket);
    // A contact is not in the names, which hold only what is small in every company.
    const looked = known?.version === company.version ? known.contacts : known?.from;
    if (known && looked?.every(isSame)) {
      known.version = company.version;
      return known.bytes;
    }
    const from: LookedUp[] = [];
    // Written down as it is looked up, so that no name a view takes in can be forgotten here.
    const noteLookUp = <T extends object>(
      collection: LookedUp['collection'],
      id: string,
      document: T | undefined,
    ) => {
      from.push({ collection, id, document });
      return document;
    };
    const view = ticketViewOf(
      ticket,
      {
        get: (collection, id) => noteLookUp(collection, id, company.get(collection, id)),
        // Who goes is looked up before as no user any more: that is noted.
        former: company.former,
      },
      { get: (id) => noteLookUp('contacts', id, contacts.get(id)) },
    );
    const bytes = bytesOf(JSON.stringify(toWire(view)));
    const ofContacts = from.filter(({ collection }) => collection === 'contacts');
    encodedTickets.set(ticket, { bytes, from, contacts: ofContacts, version: company.version });
    return bytes;
  });
}

/** Returns a JSON array of what is JSON already, between two texts. */
export function joinJson(before: string, items: readonly Buffer[], after: string): Buffer {
  const [head, tail] = [Buffer.from(`${before}[`), Buffer.from(`]${after}`)];
  const between = Math.max(0, items.length - 1);
  const json = Buffer.allocUnsafe(
    items.reduce((sum, item) => sum + item.length, head.length + between + tail.length),
  );
  let at = head.copy(json);
  for (const [index, item] of items.entries()) {
    if (index > 0) json[at++] = comma;
    at += item.copy(json, at);
  }
  tail.copy(json, at);
  return json;
}
const comma = ','.charCodeAt(0);
