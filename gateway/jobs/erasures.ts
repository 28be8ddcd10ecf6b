import type { Logger } from 'pino';
import { addressKey } from '../../domain/contact/address.ts';
import type { ContactEvent } from '../../domain/contact/events.ts';
import type { Context, Desk } from '../../domain/desk/desk.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { streamEvents } from '../../domain/kernel/stream-pages.ts';
import type { ContactKeys } from '../../domain/ports/contact-keys.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { stateEntries } from '../../domain/ports/state-entries.ts';
import type { StateStore } from '../../domain/ports/state-store.ts';
import { records } from '../../domain/records/index.ts';
import { contactStream, ticketStream } from '../../domain/streams.ts';
import type { TicketEvent } from '../../domain/ticket/events.ts';
import type { ShippingDocument } from '../../projections/campaigns/document.ts';
import type { ErasureDocument } from '../../projections/contacts/erasure-document.ts';
import { collectionPages, everyDocument } from '../../projections/ports/collection-pages.ts';
import type { ReadStore } from '../../projections/ports/read-store.ts';
import type { ScheduleDocument } from '../../projections/schedules/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import type { DueJob } from './due-work.ts';
import { createErasedContent, type ErasedContent } from './erased-content.ts';
import { eraseTraces, type Traced } from './erasure-traces.ts';
import { finishing } from './finishing.ts';

export interface ErasuresDeps {
  readonly desk: Pick<Desk, 'tickets' | 'contacts' | 'schedules' | 'contactLists'>;
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

/** What was to be said to them is not said; its files go with theirs. */
async function takeSchedules(
  { desk, readStore }: Pick<ErasuresDeps, 'desk' | 'readStore'>,
  context: Context,
  contactId: string,
  content: ErasedContent,
): Promise<void> {
  const reader = readStore.forCompany(context.companyId);
  const schedules = await everyDocument<ScheduleDocument>(reader, 'schedules', {
    where: { contactId },
    sort: ['id'],
  });
  for (const { id: scheduleId, media } of schedules) {
    await desk.schedules.delete(context, { scheduleId });
    if (media) content.files.add(media.id);
  }
}

interface ErasedAddress {
  readonly number: string;
  /** Somebody else has it by now: until when it was theirs. */
  readonly until?: string;
}

/** Returns their addresses, and of those that somebody else has by now until when they were theirs. */
async function addressesOf(
  { desk }: Pick<ErasuresDeps, 'desk'>,
  { companyId, contactId, at }: ErasureDocument,
  { addresses, theirsUntil }: ErasedContent,
): Promise<readonly ErasedAddress[]> {
  const found: ErasedAddress[] = [];
  for (const number of addresses) {
    if (number === '') continue;
    const owner = await desk.contacts.ownerOf(companyId, number);
    const isAnothers = owner !== undefined && owner !== contactId;
    found.push({ number, ...(isAnothers && { until: theirsUntil(number) ?? at }) });
  }
  return found;
}

/** Returns the same by keys: whose an address is, and until when. */
const keysOf = (addresses: readonly ErasedAddress[]): Pick<Traced, 'addresses' | 'untils'> => ({
  addresses: new Set(addresses.map(({ number }) => addressKey(number))),
  untils: new Map(addresses.flatMap(({ number, until }) => (until ? [[addressKey(number), until]] : []))),
});

/** Who is erased stands in no list any more: the others of their buckets are sealed anew without them. */
async function takeFromLists(
  { desk, readStore }: Pick<ErasuresDeps, 'desk' | 'readStore'>,
  context: Context,
  numbers: readonly ErasedAddress[],
): Promise<void> {
  if (numbers.length === 0) return;
  const reader = readStore.forCompany(context.companyId);
  for (const { id: listId } of await everyDocument(reader, 'contactLists', { sort: ['sortName'] }))
    await desk.contactLists.forget(context, { listId, numbers });
}

/** Returns the conversations that campaigns began with them, of which nobody is shown those they did not answer. */
async function preparedFor(
  { readStore }: Pick<ErasuresDeps, 'readStore'>,
  { companyId, contactId }: ErasureDocument,
): Promise<readonly string[]> {
  const reader = readStore.forCompany(companyId);
  const all = await everyDocument<ShippingDocument>(reader, 'shippings', {
    where: { contactId },
    sort: ['id'],
  });
  return all.flatMap(({ ticketId }) => ticketId ?? []);
}

/** Resolves with when its key was made once it is destroyed, and those of the times when others were part of it. */
async function destroyKeys(
  keyring: ContactKeys,
  { companyId, contactId }: ErasureDocument,
  { keyIds }: ErasedContent,
): Promise<{ readonly sealedSince: string | null }> {
  for (const keyId of keyIds) await keyring.destroy(companyId, keyId);
  const { madeAt } = await keyring.destroy(companyId, contactId);
  return { sealedSince: madeAt };
}

const actor = { kind: 'system', id: 'erasures' } as const;

/** Returns what takes everything of an erased contact but the certificate; each step can be done again. */
function createTaking(deps: ErasuresDeps) {
  const { desk, eventStore, readStore, state, media, contactKeys: keyring } = deps;
  /** Entries deleted so far, by contact: the last look finds none any more. */
  const countedTickets = new Map<string, number>();

  const ticketsOf = ({ companyId, contactId }: ErasureDocument): Promise<readonly TicketDocument[]> =>
    everyDocument(readStore.forCompany(companyId), 'tickets', { where: { contactId }, sort: ['id'] });

  /** A file that another conversation, a campaign or a quick reply, still shows stays. */
  async function isShown(companyId: string, mediaId: string): Promise<boolean> {
    const reader = readStore.forCompany(companyId);
    if ((await reader.count('messages', { where: { 'media.id': mediaId } })) > 0) return true;
    for (const plural of [...records.map((record) => record.plural), 'campaigns'])
      for await (const some of collectionPages(reader, plural, { sort: ['id'] }))
        if (some.some((document) => JSON.stringify(document).includes(mediaId))) return true;
    return false;
  }

  /** Returns the erased tickets' last position; undefined: stopped. Again until nothing is left: one append takes so many messages at a time. */
  async function takeTickets(
    context: Context,
    ticketIds: readonly string[],
    signal: AbortSignal,
    onEvent: (event: RecordedEvent & TicketEvent) => Promise<unknown>,
  ): Promise<number | undefined> {
    let position = 0;
    for (const ticketId of ticketIds) {
      if (signal.aborted) return undefined;
      for (let more = true; more; ) {
        const outcome = await desk.tickets.erase(context, { ticketId });
        position = Math.max(position, outcome.position);
        more = outcome.events.length > 0;
      }
      for await (const event of streamEvents(eventStore, ticketStream(context.companyId, ticketId)))
        await onEvent(event as RecordedEvent & TicketEvent);
    }
    return position;
  }

  /** Returns how many files went that nothing shows any more; those on their way go whoever shows them. */
  async function takeFiles(companyId: string, { files, onItsWay }: ErasedContent): Promise<number> {
    let deleted = 0;
    for (const id of files)
      if (!(await isShown(companyId, id))) {
        await media.delete(companyId, id);
        deleted += 1;
      }
    for (const id of onItsWay) if (!files.has(id)) await media.delete(companyId, id);
    return deleted;
  }

  /** Everything but the certificate; the last time with the keys, by which the numbers are read. Returns what it took of what there was. */
  async function take(erasure: ErasureDocument, signal: AbortSignal, isLast: boolean) {
    const { companyId, contactId } = erasure;
    const context: Context = { companyId, causationId: erasure.eventId, actor };
    const content = createErasedContent();
    await keyring.close(companyId, contactId);

    for await (const event of streamEvents(eventStore, contactStream(companyId, contactId)))
      content.ofContact(event as RecordedEvent & ContactEvent);
    for (const absorbed of content.absorbed) await desk.contacts.erase(context, { contactId: absorbed });
    const shown = (await ticketsOf(erasure)).map(({ id }) => id);
    const ticketIds = [...new Set([...shown, ...(await preparedFor(deps, erasure))])];
    await takeSchedules(deps, context, contactId, content);
    const addresses = await addressesOf(deps, erasure, content);
    await takeFromLists(deps, context, addresses);
    const connections = await readStore.forCompany(companyId).find('connections', {});
    let entries = countedTickets.get(contactId) ?? 0;
    entries += await eraseTraces(state, {
      companyId,
      contactId,
      connectionIds: connections.map(({ id }) => id),
      ...keysOf(addresses),
      ticketIds: new Set(ticketIds),
    });
    countedTickets.set(contactId, entries);

    const polls = new Set<string>();
    for (const { id } of connections)
      for await (const { key } of stateEntries(state, `poll/${id}/`)) polls.add(key);
    const position = await takeTickets(context, ticketIds, signal, async (event) => {
      const key = content.ofTicket(event);
      if (key !== undefined && polls.delete(key) && (await state.delete(key))) entries += 1;
    });
    if (position === undefined) return undefined;
    countedTickets.set(contactId, entries);
    // What still shows a file is asked of read models that know what was taken.
    if (!(await deps.reached(position, 10_000))) return undefined;
    const files = await takeFiles(companyId, content);
    // What was told to browsers before holds what was said; those behind it load anew.
    await readStore.trimNotices(0, companyId);
    const counts = { tickets: ticketIds.length, ...content.said, files, entries };
    return { context, ...counts, ...(isLast && (await destroyKeys(keyring, erasure, content))) };
  }

  return { take, ticketsOf, forget: (contactId: string) => countedTickets.delete(contactId) };
}

/**
 * Returns the job that finishes what erasing a contact began: whoever was erased stands in the read models, each step
 * can be done again and says nothing when there is nothing left to do, so that a death between any two of them, or a
 * second gateway, leaves nothing undone and counts nothing wrong but what it counted. In this order: no more is written
 * of them (key closed); what lies about them elsewhere goes, while their numbers can still be read; their tickets lose
 * their content, their files go; and when no process can remember an open key any more, everything is looked through once
 * again, by their numbers too, the key is destroyed and the certificate written. Those completed are looked at again every hour: a backup put
 * back may have brought a key along.
 */
export function createErasures(deps: ErasuresDeps): DueJob {
  const { desk, readStore, contactKeys: keyring, log } = deps;
  const now = deps.now ?? (() => new Date());
  const taking = createTaking(deps);

  async function finish(erasure: ErasureDocument, signal: AbortSignal): Promise<number> {
    // Until then another process may write with a key that it remembers; what came meanwhile is taken first.
    const leftMs = () => Date.parse(erasure.at) + 1.5 * keyring.rememberedMs - now().getTime();
    const isLast = leftMs() <= 0;
    const taken = await taking.take(erasure, signal, isLast);
    if (taken === undefined) return 1_000;
    if (!isLast) return Math.max(1, leftMs());
    const { contactId } = erasure;
    const { context, sealedSince = null, ...counts } = taken;
    await desk.contacts.completeErasure(context, { contactId, sealedSince, ...counts });
    taking.forget(contactId);
    return Number.POSITIVE_INFINITY;
  }

  /** Completed, and it stays so: no key has come back, no ticket has been opened since. */
  async function verify(erasure: ErasureDocument, signal: AbortSignal): Promise<void> {
    const { companyId, contactId } = erasure;
    const open = (await taking.ticketsOf(erasure)).some(
      ({ status, lastMessage }) => status !== 'closed' || (lastMessage !== null && !lastMessage.isErased),
    );
    const key = await keyring.find(companyId, contactId);
    if (!open && key === 'erased') return;
    log.warn({ contactId }, 'what was erased came back, and goes again');
    await taking.take(erasure, signal, true);
  }

  const round = finishing<ErasureDocument>({
    readStore,
    log,
    collection: 'erasures',
    everyMs: deps.everyMs,
    finish,
    verify,
    failed: 'an erasure waits to be finished',
  });
  return {
    name: 'erasures',
    everyMs: deps.everyMs,
    after: ['ContactErased'],
    round,
    waiting: 'erasures wait for the stores',
  };
}
