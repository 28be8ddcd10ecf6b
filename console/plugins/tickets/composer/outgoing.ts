import { v7 as newId } from 'uuid';
import type { MessageView } from '../../../../contract/message.ts';
import { messageKind } from '../../../../domain/ticket/kind.ts';
import { mediaTypeOf } from '../message/media.ts';
import type { Outgoing } from '../outbox/outbox.ts';

/** Returns a message as it is quoted by the one that answers it. */
const quoteOf = (message: MessageView): NonNullable<Outgoing['quoted']> => ({
  ...message,
  kind: messageKind(message.mediaType, message.extra),
  author: message.fromMe ? (message.user?.name ?? null) : (message.contact?.name ?? null),
});

interface Written {
  readonly ticketId: string;
  readonly body: string;
  /** Of a recording its length, too. */
  readonly files: readonly { readonly file: File; readonly seconds?: number }[];
  readonly replyTo: MessageView | undefined;
}

/**
 * Returns one message a file, or one without; the text is the first one's caption, and the quote goes with it. Below a
 * sound no phone shows words: they go before it.
 */
export function outgoing({ ticketId, body, files, replyTo }: Written): Omit<Outgoing, 'state'>[] {
  const isSound = files[0] !== undefined && mediaTypeOf(files[0].file.type) === 'audio';
  const parts = files.length === 0 || (isSound && body !== '') ? [undefined, ...files] : files;
  return parts.map((sent, index) => ({
    id: newId(),
    ticketId,
    body: index === 0 ? body : '',
    quoted: index === 0 && replyTo !== undefined ? quoteOf(replyTo) : null,
    ...(sent !== undefined && { file: sent.file }),
    ...(sent?.seconds !== undefined && { seconds: sent.seconds }),
    at: new Date().toISOString(),
  }));
}
