import type { Logger } from 'pino';
import { addressKey } from '../../domain/contact/address.ts';
import type { ContactEvent } from '../../domain/contact/events.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { records } from '../../domain/records/index.ts';
import { contactStream, ticketStream } from '../../domain/streams.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import { fileIdOf } from '../../domain/ticket/files.ts';
import type { ErasureDocument } from '../../projections/contacts/erasure-document.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { pollKey } from '../secrets/poll-secrets.ts';
import type { DueJob } from './due-work.ts';
import { eraseTraces } from './erasure-traces.ts';
import { finishing } from './finishing.ts';

export interface ErasuresDeps {
  readonly desk: Pick<Desk, 'tickets' | 'contacts'>;
  readonly eventStore: Pick<EventStore, 'read'>;
  readonly readStore: Pick<ReadStore, 'forCompany' | 'allCompanies' | 'trimNotices'>;
  readonly state: StateStore;
  readonly media: Pick<MediaStore, 'delete'>;
  readonly contactKeys: ContactKeys;
  /** See the gateway's: resolves false when the read models have not got there in time. */
  readonly reached: (position: number, timeoutMs: number) => Promise<boolean>;
  readonly log: Logger;
  /** Milliseconds between two rounds without an occasion. */
  readonly everyMs: number;
  readonly now?: () => Date;
}

const page = 500;

/**
 * Finishes what erasing a contact began: whoever was erased stands in the read models, each step can be done again and
 * says nothing when there is nothing left to do, so that a death between any two of them, or a second gateway, leaves
 * nothing undone and counts nothing wrong but what it counted. In this order: no more is written of them (key closed); what lies
 * about them elsewhere goes, while their numbers can still be read; their tickets lose their content, their files go; the
 * key is destroyed; and when no process can remember it any more, everything is looked through once again and the
 * certificate written. Those completed are looked at again every hour: a backup put back may have brought a key along.
 */
export function createErasures(deps: ErasuresDeps): DueJob {
  const { desk, eventStore, readStore, state, media, contactKeys: keyring, log } = deps;
  const now = deps.now ?? (() => new Date());
  /** Entries deleted so far, by contact: the last look finds none any more. */
  const counted = new Map<string, number>();

  const eventsOf = async (stream: string): Promise<readonly RecordedEvent[]> => {
    const events: RecordedEvent[] = [];
    for (;;) {
      const some = await eventStore.read(stream, { from: events.length, limit: page });
      events.push(...some);
      if (some.length < page) return events;
    }
  };

  const ticketsOf = async ({ companyId, contactId }: ErasureDocument): Promise<readonly TicketDocument[]> => {
    const reader = readStore.forCompany(companyId);
    const tickets: TicketDocument[] = [];
    for (;;) {
      const some = await reader.find<TicketDocument>('tickets', {
        ...{ where: { contactId }, sort: ['updatedAt'], skip: tickets.length, limit: page },
      });
      tickets.push(...some);
      if (some.length < page) return tickets;
    }
  };

  /** A file that another conversation, or a quick reply, still shows stays. */
  const isShown = async (companyId: string, mediaId: string): Promise<boolean> => {
    const reader = readStore.forCompany(companyId);
    if ((await reader.count('messages', { where: { 'media.id': mediaId } })) > 0) return true;
    for (const { plural } of records)
      for (const document of await reader.find(plural, { limit: 5_000 }))
        if (JSON.stringify(document).includes(mediaId)) return true;
    return false;
  };

  /** Everything but the certificate. Returns what it took of what there was. */
  async function take(erasure: ErasureDocument, signal: AbortSignal) {
    const { companyId, contactId } = erasure;
    const context: Context = {
      ...{ companyId, causationId: erasure.eventId },
      actor: { kind: 'system', id: 'erasures' },
    };
    await keyring.close(companyId, contactId);

    const ofContact = (await eventsOf(contactStream(companyId, contactId))) as readonly (RecordedEvent &
      ContactEvent)[];
    // Whoever became part of this contact is the same person: they have a key, a name and addresses of their own.
    for (const event of ofContact)
      if (event.unreadable === undefined && event.type === 'ContactAbsorbed')
        for (const absorbed of event.data.contactIds)
          await desk.contacts.erase(context, { contactId: absorbed });
    const addresses = ofContact.flatMap((event) =>
      event.unreadable !== undefined
        ? []
        : event.type === 'ContactAliasAdded'
          ? [event.data.alias]
          : event.type === 'ContactCreated' || event.type === 'ContactUpdated'
            ? [event.data.number]
            : [],
    );
    const tickets = await ticketsOf(erasure);
    const connections = await readStore.forCompany(companyId).find('connections', {});
    const found = await eraseTraces(state, {
      ...{ companyId, contactId, connectionIds: connections.map(({ id }) => id) },
      addresses: new Set(addresses.filter((address) => address !== '').map(addressKey)),
      ticketIds: new Set(tickets.map(({ id }) => id)),
    });

    const polls = new Set<string>();
    for (const { id } of connections)
      for await (const { key } of stateEntries(state, `poll/${id}/`)) polls.add(key);
    let entries = (counted.get(contactId) ?? 0) + found;
    counted.set(contactId, entries);
    let position = 0;
    const files = new Set(
      ofContact.flatMap((event) =>
        event.type === 'ContactPictureChanged' && event.data.mediaId !== null ? [event.data.mediaId] : [],
      ),
    );
    /** Fetched perhaps at this very moment: nothing names them yet. */
    const onItsWay = new Set<string>();
    const said = { messages: 0, notes: 0 };
    for (const { id: ticketId } of tickets) {
      if (signal.aborted) return undefined;
      // Again until nothing is left: one append takes so many messages at a time.
      for (let more = true; more; ) {
        const outcome = await desk.tickets.erase(context, { ticketId });
        position = Math.max(position, outcome.position);
        more = outcome.events.length > 0;
      }
      for (const event of (await eventsOf(ticketStream(companyId, ticketId))) as readonly (RecordedEvent &
        TicketEvent)[]) {
        if (event.unreadable !== undefined) continue;
        if (event.type === 'TicketErased') {
          said.messages += event.data.messageIds.length;
          said.notes += event.data.noteIds.length;
        }
        if (
          (event.type === 'MessageReceived' ||
            event.type === 'MessageRecovered' ||
            event.type === 'MessageQueued' ||
            event.type === 'MessageFileAttached') &&
          event.data.media
        )
          files.add(event.data.media.id);
        if ((event.type === 'MessageReceived' || event.type === 'MessageRecovered') && event.data.file)
          onItsWay.add(fileIdOf(event.data.messageId));
        if (event.type === 'MessageReceived') {
          const key = pollKey(event.data.connectionId, event.data.externalId);
          if (polls.delete(key) && (await state.delete(key))) entries += 1;
        }
      }
    }
    counted.set(contactId, entries);
    // What still shows a file is asked of read models that know what was taken.
    if (!(await deps.reached(position, 10_000))) return undefined;
    let deleted = 0;
    for (const id of files)
      if (!(await isShown(companyId, id))) {
        await media.delete(companyId, id);
        deleted += 1;
      }
    for (const id of onItsWay) if (!files.has(id)) await media.delete(companyId, id);
    // What was told to browsers before holds what was said; those behind it load anew.
    await readStore.trimNotices(0, companyId);
    const { madeAt } = await keyring.destroy(companyId, contactId);
    return { context, tickets: tickets.length, ...said, files: deleted, entries, sealedSince: madeAt };
  }

  async function finish(erasure: ErasureDocument, signal: AbortSignal): Promise<number> {
    const taken = await take(erasure, signal);
    if (taken === undefined) return 1_000;
    const { contactId } = erasure;
    // Until then another process may write with a key that it remembers; what came meanwhile is taken first.
    const left = Date.parse(erasure.at) + 1.5 * keyring.rememberedMs - now().getTime();
    if (left > 0) return left;
    const { context, ...counts } = taken;
    await desk.contacts.completeErasure(context, { contactId, ...counts });
    counted.delete(contactId);
    return Number.POSITIVE_INFINITY;
  }

  /** Completed, and it stays so: no key has come back, no ticket has been opened since. */
  async function verify(erasure: ErasureDocument, signal: AbortSignal): Promise<void> {
    const { companyId, contactId } = erasure;
    const open = (await ticketsOf(erasure)).some(
      ({ status, lastMessage }) => status !== 'closed' || (lastMessage !== null && !lastMessage.isErased),
    );
    const key = await keyring.find(companyId, contactId);
    if (!open && key === 'erased') return;
    log.warn({ contactId }, 'what was erased came back, and goes again');
    await take(erasure, signal);
  }

  const round = finishing<ErasureDocument>({
    ...{ readStore, log, collection: 'erasures', everyMs: deps.everyMs, finish, verify },
    failed: 'an erasure waits to be finished',
  });
  return {
    ...{ name: 'erasures', everyMs: deps.everyMs, after: ['ContactErased'], round },
    waiting: 'erasures wait for the stores',
  };
}
