import { v7 as newId } from 'uuid';
import type { MessageView } from '../../../../contract/message.ts';
import { messageKind } from '../../../../domain/ticket/kind.ts';
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
  readonly files: readonly File[];
  readonly replyTo: MessageView | undefined;
  readonly seconds?: number;
}

/** Returns one message a file, or one without; the text is the first one's caption, and the quote goes with it. */
export const outgoing = ({ ticketId, body, files, replyTo, seconds }: Written): Omit<Outgoing, 'state'>[] =>
  (files.length === 0 ? [undefined] : files).map((file, index) => ({
    id: newId(),
    ticketId,
    body: index === 0 ? body : '',
    quoted: index === 0 && replyTo !== undefined ? quoteOf(replyTo) : null,
    ...(file !== undefined && { file }),
    ...(seconds !== undefined && { seconds }),
    at: new Date().toISOString(),
  }));
