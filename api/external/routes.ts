import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { longestText } from '../../channels/known.ts';
import type { Context } from '../../domain/desk/desk.ts';
import { DomainError, isDomainError } from '../../domain/errors.ts';
import { newId } from '../../domain/kernel/ids.ts';
import { mediaTypeOf } from '../../domain/media/media-type.ts';
import { isSeen } from '../../domain/text/clean.ts';
import type { Media } from '../../domain/ticket/events.ts';
import { underscoreSpaces } from '../../domain/ticket/file-name.ts';
import { receiptName } from '../../domain/ticket/receipt-names.ts';
import { validate } from '../../domain/validation.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { awaitSettled, contextOf, derivedId } from '../http/commands.ts';
import { type Form, isRefused, withForm } from '../http/multipart.ts';
import { idParams, nullableId } from '../http/schemas.ts';
import { checkFile, checkLength } from '../messages/channel-rules.ts';
import type { Api } from '../services.ts';
import { checkReferences, connectionFor } from '../tickets/references.ts';
import { boundTo } from '../tokens/enter.ts';
import { number } from './number.ts';

type Needs = Pick<
  Api,
  'app' | 'names' | 'limits' | 'desk' | 'eventStore' | 'state' | 'media' | 'reached' | 'config' | 'log'
>;

const tags = ['external'];
/** How often a conversation may be closed between being found and being written to, or opened by somebody else meanwhile. */
const mostTries = 5;
/** Refusals after which the conversation that there is now is looked for: it was closed, or another asked at the same moment. */
const outrun = ['ERR_TICKET_NOT_OPEN', 'ERR_OTHER_OPEN_TICKET'] as const;

const text = z.object({
  number,
  body: z.string().max(longestText).default(''),
  whatsappId: nullableId
    .default(null)
    .describe('By which connection; absent: the token’s own, or the company’s default'),
});
const form = text.extend({
  medias: z.array(z.file()).min(1).describe('Each is a message of its own; the text goes with the first'),
});
const ids = {
  id: '019abc12-3456-7def-8123-456789abcdef',
  ticketId: '019abc12-3456-7def-8123-0123456789ab',
  contactId: '019abc12-3456-7def-8123-ba9876543210',
};
const acceptedAnswer = z
  .object({
    id: z.string().describe('Of the message; of several files that of the first'),
    ids: z.array(z.string()),
    ticketId: z.string(),
    contactId: z.string(),
    status: z.literal('queued'),
  })
  .meta({ examples: [{ ...ids, ids: [ids.id], status: 'queued' }] });
const status = z
  .object({
    id: z.string(),
    ticketId: z.string(),
    status: z.enum(['queued', 'sent', 'delivered', 'read', 'failed', 'deleted']),
    reason: z.string().nullable().describe('Why it was not sent (code)'),
    updatedAt: z.string(),
  })
  .meta({
    examples: [
      {
        id: ids.id,
        ticketId: ids.ticketId,
        status: 'delivered',
        reason: null,
        updatedAt: '2026-11-23T12:00:03.000Z',
      },
    ],
  });

interface Wanted {
  readonly number: string;
  readonly whatsappId: string | null;
  readonly messages: readonly { readonly id: string; readonly body: string; readonly media?: Media }[];
}

function statusOf({ isDeleted, failure, ack, externalId }: MessageDocument) {
  if (isDeleted) return 'deleted' as const;
  if (failure) return 'failed' as const;
  const name = receiptName(ack);
  if (name === 'played') return 'read' as const;
  return name === 'queued' && externalId !== null ? ('sent' as const) : name;
}

/** Returns the messages of a form: one a file, the text with the first one. */
function formMessages({ files }: Form, body: string, idAt: (index: number) => string) {
  if (files.length === 0) return [{ id: idAt(0), body }];
  return files.map((media, index) => ({
    id: idAt(index),
    body: index === 0 ? body : '',
    media: { ...media, name: underscoreSpaces(media.name) },
  }));
}

/** What other systems call by their tokens. */
export function externalRoutes(api: Needs): void {
  const { app } = api;
  const send = createSending(api);

  app.post(
    '/api/messages/send',
    {
      config: {
        scope: 'messages:send',
        plan: 'useExternalApi',
        refuses: ['ERR_NO_PERMISSION', 'ERR_NO_WAPP_FOUND', 'ERR_NO_DEF_WAPP_FOUND', 'ERR_TOO_LARGE'],
      },
      schema: {
        tags,
        operationId: 'sendMessage',
        summary: 'Sends a text or files to a number.',
        description:
          'By a token of `POST /api/tokens` with the scope messages:send, as a bearer. JSON: {number, body, whatsappId?}. Multipart: number, ' +
          'body?, whatsappId?, medias (files, each a message of its own). Whoever has no conversation gets one, which waits for an agent. ' +
          'Under an Idempotency-Key once, for a day. Answers 202: what becomes of it `GET /api/messages/send/{id}` tells.',
        consumes: ['application/json', 'multipart/form-data'],
        body: text.optional().nullable(),
        form,
        bodyExample: { number: '5511955500142', body: 'Seu pedido saiu para entrega.' },
        response: { 202: acceptedAnswer },
      },
    },
    async (request, reply) => {
      const { commandId } = contextOf(request);
      const idAt = (index: number) => (commandId ? derivedId(commandId, 'message', String(index)) : newId());
      if (!request.isMultipart()) {
        const { body, ...to } = validate(text, request.body ?? {});
        return send(request, reply, { ...to, messages: [{ id: idAt(0), body }] });
      }
      return withForm(api, request, async (form, needed) => {
        const { body, ...to } = validate(text, {
          number: form.fields.number?.[0],
          body: form.fields.body?.[0],
          whatsappId: form.fields.whatsappId?.[0] || null,
        });
        return send(request, reply, { ...to, messages: formMessages(form, body, idAt) }, needed);
      });
    },
  );

  app.get(
    '/api/messages/send/:id',
    {
      config: { scope: 'messages:read', plan: 'useExternalApi', refuses: ['ERR_NO_MESSAGE_FOUND'] },
      schema: {
        tags,
        operationId: 'getMessageStatus',
        summary: 'What became of a message: queued, sent, delivered, read, failed.',
        params: idParams,
        response: { 200: status },
      },
    },
    async (request) => {
      const message = await request.read.get<MessageDocument>('messages', request.params.id);
      const bound = boundTo(request);
      if (!message?.fromMe || (bound !== null && message.connectionId !== bound))
        throw new DomainError('ERR_NO_MESSAGE_FOUND');
      // Those of a long conversation go bit by bit after it.
      if (!(await request.read.get('tickets', message.ticketId)))
        throw new DomainError('ERR_NO_MESSAGE_FOUND');
      const { id, ticketId, failure, updatedAt } = message;
      return { id, ticketId, status: statusOf(message), reason: failure?.code ?? null, updatedAt };
    },
  );
}

function createSending(api: Needs) {
  const { desk, names, limits } = api;

  /** Returns by which connection it goes. @throws ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND, ERR_NO_PERMISSION */
  async function route(request: FastifyRequest, { whatsappId, messages }: Wanted): Promise<string> {
    const { companyId, userId } = request.session;
    const company = await names.company(companyId);
    const bound = boundTo(request);
    if (bound !== null && whatsappId !== null && whatsappId !== bound)
      throw new DomainError('ERR_NO_PERMISSION', 'The token sends by another connection', {
        errors: { whatsappId: 'invalid' },
      });
    const asked = bound ?? whatsappId;
    checkReferences(company, { connectionId: asked });
    const connectionId = connectionFor(company, asked, userId);
    for (const { body, media } of messages) {
      if (!media && !isSeen(body))
        throw new DomainError('ERR_VALIDATION', 'Empty message', { errors: { body: 'required' } });
      checkLength(company, connectionId, body);
      if (media) checkFile(company, connectionId, media);
    }
    return connectionId;
  }

  /** Returns the conversation that is open with them, or opens one that waits for an agent. */
  async function conversation(
    context: Context,
    to: { readonly connectionId: string; readonly contactId: string },
    attempt: number,
  ): Promise<string> {
    const there = await desk.tickets.openOf(context.companyId, to);
    if (there !== undefined) return there;
    const commandId = context.commandId && derivedId(context.commandId, 'open', String(attempt));
    const { ticketId } = await desk.tickets.open(
      { ...context, ...(commandId && { commandId }) },
      { ...to, queueId: null, userId: null, status: 'pending', isGroup: false },
    );
    return ticketId;
  }

  /** Puts one message into the conversation, or into another one if that is closed in between, or opened by who asks at once. */
  async function say(
    request: FastifyRequest,
    to: { readonly connectionId: string; readonly contactId: string },
    message: Wanted['messages'][number],
    index: number,
  ) {
    // Asked for once more after its conversation was closed: it was said there.
    const before = await request.read.get<MessageDocument>('messages', message.id);
    if (before) return { ticketId: before.ticketId, position: before.position };
    const context = contextOf(request, String(index));
    for (let attempt = 0; ; attempt++) {
      try {
        const ticketId = await conversation(context, to, attempt);
        const { id: messageId, body, media } = message;
        const { position } = await desk.tickets.send(context, {
          ticketId,
          messageId,
          body,
          automatic: 'api',
          ...(media && { media, mediaType: mediaTypeOf(media.mime) }),
        });
        return { ticketId, position };
      } catch (error) {
        const isOutrun = outrun.some((code) => isDomainError(error, code));
        if (!isOutrun || attempt + 1 === mostTries) throw error;
      }
    }
  }

  /** @param fileIds ids of files that a message refers to, or may */
  return async (request: FastifyRequest, reply: FastifyReply, order: Wanted, fileIds = new Set<string>()) => {
    const connectionId = await route(request, order);
    for (const _ of order.messages) limits.send(connectionId);
    const contact = await desk.contacts.ensure(contextOf(request, 'contact'), {
      numbers: [order.number],
      name: '',
    });
    const { contactId } = contact;
    const outcomes: { ticketId: string; position: number }[] = [];
    for (const [index, message] of order.messages.entries()) {
      const file = message.media?.id ?? '';
      fileIds.add(file);
      try {
        outcomes.push(await say(request, { connectionId, contactId }, message, index));
      } catch (error) {
        if (isRefused(error)) fileIds.delete(file);
        throw error;
      }
    }
    await awaitSettled(api, reply, ...outcomes);
    reply.code(202);
    const ids = order.messages.map(({ id }) => id);
    return { id: ids[0]!, ids, ticketId: outcomes.at(-1)!.ticketId, contactId, status: 'queued' as const };
  };
}
