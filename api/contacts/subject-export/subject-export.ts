import { TZDate } from '@date-fns/tz';
import { format } from 'date-fns/format';
import { addressKey, normalizeAddress } from '../../../domain/contact/address.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { streamPages } from '../../../domain/kernel/stream-pages.ts';
import { contactStream, ticketStream } from '../../../domain/streams.ts';
import { safeName } from '../../../domain/ticket/file-name.ts';
import { listParked, type Parked } from '../../../messaging/parked.ts';
import type { ContactDocument } from '../../../projections/contacts/document.ts';
import type { MessageDocument } from '../../../projections/messages/document.ts';
import type { NoteDocument } from '../../../projections/notes/document.ts';
import { collectionPages } from '../../../projections/ports/collection-pages.ts';
import type { CompanyReader, Query, StoredDocument } from '../../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../../projections/tickets/document.ts';
import type { ApiDeps } from '../../deps.ts';
import type { CompanyNames } from '../../names/names.ts';
import { userRefOf } from '../../names/refs.ts';
import type { ZipEntry } from './zip.ts';

const page = 500;

interface Sources extends Pick<ApiDeps, 'eventStore' | 'media' | 'state'> {
  readonly reader: CompanyReader;
  readonly company: CompanyNames;
  readonly timeZone: string;
}

async function* all<T extends StoredDocument>(
  reader: CompanyReader,
  collection: string,
  query: Pick<Query, 'where' | 'sort'>,
): AsyncGenerator<T> {
  for await (const some of collectionPages<T>(reader, collection, query, page)) yield* some;
}

/** Yields a JSON array, written as it comes. */
async function* jsonOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let open = '[\n';
  for await (const item of items) {
    yield `${open}${JSON.stringify(item)}`;
    open = ',\n';
  }
  yield open === ',\n' ? '\n]\n' : '[]\n';
}

async function* eventsOf(sources: Sources, stream: string) {
  for await (const events of streamPages(sources.eventStore, stream))
    for (const { type, data, metadata, revision, unreadable } of events as readonly RecordedEvent[])
      yield {
        revision,
        type,
        at: metadata.at,
        actor: metadata.actor,
        data,
        ...(unreadable && { unreadable }),
      };
}

/** The events of a contact without what they say of those whom it let go: while they were one nobody can tell whose it was. */
async function* ofThemAlone(sources: Sources, stream: string) {
  let releasedRevision = -1;
  const otherIds = new Set<string>();
  for await (const { type, data, revision } of eventsOf(sources, stream)) {
    if (type !== 'ContactReleased') continue;
    releasedRevision = revision;
    const { pictureId } = data as { pictureId?: string };
    if (pictureId) otherIds.add(pictureId);
  }
  for await (const event of eventsOf(sources, stream)) {
    const { contactId, keyId, mediaId } = event.data as {
      contactId: string;
      keyId?: string;
      mediaId?: string;
    };
    const isTheirs = keyId !== undefined && event.revision <= releasedRevision;
    if (isTheirs) yield { ...event, data: { contactId } };
    else if (mediaId === undefined || !otherIds.has(mediaId)) yield event;
  }
}

async function* parkedOf({ state, reader }: Sources, contact: ContactDocument): AsyncGenerator<Parked> {
  const keyOf = (raw: string) => addressKey(normalizeAddress(raw));
  const theirs = new Set([contact.number, ...contact.aliases].filter((one) => one !== '').map(keyOf));
  for (let after: string | undefined; ; ) {
    const some = await listParked(state, reader.companyId, { after, limit: page });
    for (const parked of some) if (parked.addresses.some((one) => theirs.has(keyOf(one)))) yield parked;
    if (some.length < page) return;
    after = some.at(-1)!.id;
  }
}

/** Returns who said it, in words. */
const speaker = ({ company }: Sources, contact: ContactDocument, message: MessageDocument): string => {
  if (!message.fromMe) return message.participant?.name || contact.name;
  if (message.userId === null) return company.get('companies', contact.companyId)?.name ?? '';
  return userRefOf(company, message.userId)?.name ?? message.userId;
};

/** Returns what a person reads of a message, in a line of its own for each of its lines. */
const lineOf = (sources: Sources, contact: ContactDocument, message: MessageDocument): string => {
  const at = format(new TZDate(message.createdAt, sources.timeZone), 'dd/MM/yyyy HH:mm');
  const marks = [
    ...(message.media ? [`[${fileName(message.media)}]`] : []),
    ...(message.isDeleted ? ['(apagada / borrado / deleted)'] : []),
    ...(message.isEdited ? ['(editada / editado / edited)'] : []),
  ];
  const text = [message.body, ...marks].filter((part) => part !== '').join(' ');
  return `[${at}] ${speaker(sources, contact, message)}: ${text}\n`;
};

const fileName = ({ id, name }: { id: string; name: string }) => `${id}-${safeName(name)}`;

/**
 * Yields everything that is kept of a contact, for the person to take along: who they are and ever were, each
 * conversation to read (`.txt`) and for programs (messages, notes, and every event with what was there before an edit),
 * what could not be taken in, and their files. What was erased is gone; what agents have not sent (drafts) was never
 * theirs. Read piece by piece.
 */
export async function* subjectFiles(sources: Sources, contact: ContactDocument): AsyncGenerator<ZipEntry> {
  const { reader, media } = sources;
  const { companyId } = contact;
  const contactIds = [contact.id, ...(contact.mergedIds ?? [])];
  const text = (name: string, content: AsyncIterable<string>): ZipEntry => ({
    name,
    content,
    compress: true,
  });
  const files = new Map<string, string>();
  /** What was not handed out yet. */
  async function* filesFound(): AsyncGenerator<ZipEntry> {
    for (const [id, name] of files) {
      if (name === '') continue;
      files.set(id, '');
      // One whose bytes are gone is named in its message all the same.
      if (!(await media.stat(companyId, id))) continue;
      yield { name: `files/${name}`, content: await media.open(companyId, id), compress: false };
    }
  }
  const noteFile = (file: { id: string; name: string }) => {
    if (!files.has(file.id)) files.set(file.id, fileName(file));
  };

  async function* history() {
    for (const contactId of contactIds)
      for await (const event of ofThemAlone(sources, contactStream(companyId, contactId))) {
        const { mediaId } = event.data as { mediaId?: string | null };
        if (event.type === 'ContactPictureChanged' && mediaId) noteFile({ id: mediaId, name: 'picture.jpg' });
        yield event;
      }
  }
  const { sortName: _, position: __, ...known } = contact;
  yield text(
    'contact.json',
    (async function* () {
      yield `${JSON.stringify(known, null, 2)}\n`;
    })(),
  );
  yield text('contact-history.json', jsonOf(history()));
  yield text('set-aside.json', jsonOf(parkedOf(sources, contact)));
  yield* filesFound();

  const tickets = all<TicketDocument>(reader, 'tickets', {
    where: { contactId: { in: contactIds } },
    sort: ['updatedAt'],
  });
  for await (const ticket of tickets) {
    const folder = `conversations/${ticket.protocol}-${ticket.id}`;
    const messages = () =>
      all<MessageDocument>(reader, 'messages', { where: { ticketId: ticket.id }, sort: ['order'] });
    async function* transcript() {
      for await (const message of messages()) {
        if (message.media) noteFile(message.media);
        yield lineOf(sources, contact, message);
      }
    }
    yield text(`${folder}/conversation.txt`, transcript());
    yield text(`${folder}/messages.json`, jsonOf(messages()));
    const notes = all<NoteDocument>(reader, 'notes', { where: { ticketId: ticket.id }, sort: ['order'] });
    yield text(`${folder}/notes.json`, jsonOf(notes));
    yield text(`${folder}/history.json`, jsonOf(eventsOf(sources, ticketStream(companyId, ticket.id))));
    yield* filesFound();
  }
}
