import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { longestText } from '../../channels/known.ts';
import { inScope } from '../../domain/access/policy.ts';
import type { NewMessage } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { mediaTypeOf } from '../../domain/media/media-type.ts';
import type { Media } from '../../domain/ticket/events.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { derivedId } from '../http/commands.ts';
import type { Form } from '../http/multipart.ts';
import { id } from '../http/schemas.ts';
import { parseMessageMediaUrl } from '../media/url.ts';

const quotedInput = z
  .union([id, z.object({ id })])
  .transform((value) => (typeof value === 'string' ? value : value.id));
/** A client's own. Version 5 is ours: the ids of what comes in derive from the messaging app's, which others can know. */
const clientId = z.uuid().refine((id) => id[14] !== '5');
const whenEmpty = (value: unknown) => (value === '' || value === null ? undefined : value);

/** The JSON body of POST /messages/{ticketId}. `messageId` (a UUID made by the client, of version 4 or 7) makes a repeat the same message. */
export const newMessage = z.object({
  body: z.string().max(longestText).default(''),
  messageId: clientId.optional(),
  quotedMsg: z.preprocess(whenEmpty, quotedInput.optional()),
  /** Only a file of our own: the `mediaUrl` of a message the sender may see. */
  mediaUrl: z.preprocess(whenEmpty, z.string().max(500).optional()),
  /** As old clients send them: without effect. */
  read: z.unknown().optional(),
  fromMe: z.unknown().optional(),
});
export type NewMessageBody = z.output<typeof newMessage>;

const formFields = z.object({
  // A form's line breaks are CR LF, whatever was typed: the customer and the signature want what JSON would bring.
  body: z
    .string()
    .max(longestText)
    .default('')
    .transform((text) => text.replaceAll('\r\n', '\n')),
  quotedMsg: z.preprocess(whenEmpty, z.string().optional()).transform((text, context) => {
    if (text === undefined) return undefined;
    const value = text.startsWith('{') ? safeJson(text) : text;
    const parsed = quotedInput.safeParse(value);
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: 'not a message' });
    return z.NEVER;
  }),
  /** Length of a voice recording, as the recorder measured it. */
  seconds: z.preprocess(whenEmpty, z.coerce.number().min(0).max(86_400).optional()),
});
const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Returns what a form says: one message a file, the text goes with the first one. */
export function fromForm(ticketId: string, form: Form): NewMessage[] {
  const { body, quotedMsg, seconds } = formFields.parse({
    body: form.fields.body?.[0],
    quotedMsg: form.fields.quotedMsg?.[0],
    seconds: form.fields.seconds?.[0],
  });
  const ids = z.array(clientId).parse(form.fields.messageId ?? []);
  const first = ids[0];
  const idOf = (index: number) => ids[index] ?? (first && derivedId(first, String(index)));
  const message = (index: number, media?: Media): NewMessage => {
    const messageId = idOf(index);
    return {
      ticketId,
      body: index === 0 ? body : '',
      ...(messageId && { messageId }),
      ...(index === 0 && quotedMsg && { quotedId: quotedMsg }),
      ...(media && {
        media: seconds !== undefined && media.mime.startsWith('audio/') ? { ...media, seconds } : media,
        mediaType: mediaTypeOf(media.mime),
      }),
    };
  };
  return form.files.length > 0 ? form.files.map((file, index) => message(index, file)) : [message(0)];
}

export async function fromJson(
  request: FastifyRequest,
  ticketId: string,
  body: NewMessageBody,
): Promise<NewMessage> {
  const media = body.mediaUrl === undefined ? undefined : await ownMedia(request, body.mediaUrl);
  return {
    ticketId,
    body: body.body,
    ...(body.messageId && { messageId: body.messageId }),
    ...(body.quotedMsg && { quotedId: body.quotedMsg }),
    ...(media && { media, mediaType: mediaTypeOf(media.mime) }),
  };
}

/** Returns the file behind one of our own addresses, if the session may see its message. @throws ERR_VALIDATION */
async function ownMedia(request: FastifyRequest, url: string): Promise<Media> {
  const named = parseMessageMediaUrl(url);
  const message = named && (await request.read.get<MessageDocument>('messages', named.messageId));
  const ticket = message && (await request.read.get<TicketDocument>('tickets', message.ticketId));
  if (
    !message?.media ||
    message.isDeleted ||
    message.media.id !== named?.mediaId ||
    !ticket ||
    !inScope(request.session.scope, ticket)
  )
    throw new DomainError('ERR_VALIDATION', 'mediaUrl must name a file of ours', {
      errors: { mediaUrl: 'foreign' },
    });
  return message.media;
}
