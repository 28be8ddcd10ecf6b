import { buffer } from 'node:stream/consumers';
import type { AssistedTicket } from '../../domain/desk/tickets/standings.ts';
import type { AssistantQuestion, Spoken, Unanswered, Voice } from '../../domain/ports/assistant.ts';
import type { MediaStore } from '../../domain/ports/media-store.ts';
import { messageKind } from '../../domain/ticket/kind.ts';
import type { Chosen } from '../../outgoing/assistants/chosen.ts';
import type { ContactDocument } from '../../projections/contacts/document.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { ReadStore, StoredDocument } from '../../projections/ports/read-store.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';

interface Deps {
  readonly readStore: Pick<ReadStore, 'forCompany'>;
  readonly media: Pick<MediaStore, 'open'>;
}

/** What the interfaces for speech take. */
const longestVoice = 20 * 1024 * 1024;

/** Whether it was spoken, and its file is not there yet. */
const isOnItsWay = ({ mediaType, media, mediaError, isDeleted }: MessageDocument): boolean =>
  mediaType === 'audio' && media === null && mediaError === null && !isDeleted;

const spokenOf = ({ fromMe, body, isDeleted }: MessageDocument): readonly Spoken[] =>
  isDeleted || body.trim() === '' ? [] : [{ by: fromMe ? 'company' : 'contact', body }];

/** Returns what puts together what an assistant is asked, from read models that know of the last message. */
export function createQuestions({ readStore, media }: Deps) {
  async function voiceOf(companyId: string, message: MessageDocument): Promise<Voice | undefined> {
    const file = message.mediaType === 'audio' ? message.media : null;
    if (!file || file.size > longestVoice) return undefined;
    const bytes = await buffer(await media.open(companyId, file.id));
    return { name: file.name, mime: file.mime, bytes };
  }

  /** Returns the messages that wait, oldest first, wherever they stand by now: what the bot says itself comes after them. */
  async function waiting(companyId: string, heard: readonly string[]): Promise<readonly MessageDocument[]> {
    const found = await readStore.forCompany(companyId).getMany<MessageDocument>('messages', heard);
    const byId = new Map(found.map((message) => [message.id, message]));
    return heard.flatMap((id) => byId.get(id) ?? []);
  }

  /** Returns the last words of a ticket besides those that wait, oldest first. */
  async function historyOf(
    companyId: string,
    ticketId: string,
    heard: readonly string[],
    history: number,
  ): Promise<readonly Spoken[]> {
    const found = await readStore.forCompany(companyId).find<MessageDocument>('messages', {
      where: { ticketId },
      sort: ['-order'],
      limit: history + heard.length,
    });
    const others = found.filter(({ id }) => !heard.includes(id));
    return others.slice(0, history).toReversed().flatMap(spokenOf);
  }

  return {
    waiting,

    /** Whether the file of a voice message among these is not there yet. */
    isAwaited: async (companyId: string, heard: readonly string[]): Promise<boolean> =>
      (await waiting(companyId, heard)).some(isOnItsWay),

    /** Returns what is asked. @param messages those that wait */
    async ask(
      companyId: string,
      ticketId: string,
      ticket: AssistedTicket,
      chosenAssistant: Chosen,
      messages: readonly MessageDocument[],
    ): Promise<AssistantQuestion> {
      const reader = readStore.forCompany(companyId);
      const [contact, queue, row, history] = await Promise.all([
        reader.get<ContactDocument>('contacts', ticket.contactId),
        ticket.queueId === null
          ? undefined
          : reader.get<StoredDocument & { readonly name: string }>('queues', ticket.queueId),
        reader.get<TicketDocument>('tickets', ticketId),
        historyOf(companyId, ticketId, ticket.heard, chosenAssistant.history),
      ]);
      const heardMessages: Unanswered[] = [];
      for (const message of messages) {
        if (message.isDeleted) continue;
        const voice = chosenAssistant.hears ? await voiceOf(companyId, message) : undefined;
        const kind = messageKind(message.mediaType, message.extra);
        heardMessages.push({ messageId: message.id, body: message.body, kind, voice });
      }
      return {
        companyId,
        ticketId,
        heard: heardMessages,
        protocol: row?.protocol ?? '',
        contact: { name: contact?.name ?? '', number: contact?.number ?? '' },
        queue: queue?.name ?? '',
        history,
      };
    },
  };
}
