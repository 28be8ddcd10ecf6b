import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isTooLate } from '../../channels/channel.ts';
import { channelOf, longestText } from '../../channels/known.ts';
import { messageView } from '../../contract/message.ts';
import { ticketOnWire } from '../../contract/wire-views.ts';
import type { NewMessage, Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { ticketStream } from '../../domain/streams.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { contextOf, settled } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { isRefused, withForm } from '../http/multipart.ts';
import { id, idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { foldStream } from '../tickets/stream.ts';
import { checkCan, checkFile, checkLength } from './channel-rules.ts';
import { fromForm, fromJson, newMessage } from './compose.ts';
import { createOwnIds } from './own-ids.ts';
import { messagePage, threadPage, threadQuery } from './query.ts';
import { checkQuoted } from './quoted.ts';
import { checkReactable, reactionEmoji } from './reaction.ts';
import { messageViews } from './views.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'names'
  | 'limits'
  | 'now'
  | 'desk'
  | 'eventStore'
  | 'readStore'
  | 'state'
  | 'media'
  | 'reached'
  | 'config'
  | 'log'
>;

const tags = ['messages'];
const ofTicket = z.object({ ticketId: id });
const sent = z.object({ messages: z.array(messageView) });

/** A repeated upload is the same message with the file it had: the second copy belongs to nobody. */
const refersTo = ({ events }: Outcome, mediaId: string) =>
  events.some((event) => (event.data as { media?: { id: string } }).media?.id === mediaId);

export function messageRoutes(api: Needs): void {
  const { app, desk, names } = api;
  const checkIds = createOwnIds(api.readStore);

  /** Views of messages after a command; from the ticket's own events when the read models are behind. */
  async function views(request: FastifyRequest, ticketId: string, ids: readonly string[], there: boolean) {
    let found = await request.read.getMany<MessageDocument>('messages', ids);
    if (!there || found.length < ids.length) {
      const stream = ticketStream(request.session.companyId, ticketId);
      found = (await foldStream(api, stream)).messages.filter((message) => ids.includes(message.id));
    }
    const byId = new Map(found.map((message) => [message.id, message]));
    return messageViews(
      names,
      request.read,
      request.session,
      ids.flatMap((id) => byId.get(id) ?? []),
    );
  }

  async function messageFor(request: FastifyRequest, messageId: string): Promise<MessageDocument> {
    const message = await request.read.get<MessageDocument>('messages', messageId);
    if (!message) throw new DomainError('ERR_NO_MESSAGE_FOUND');
    await ticketFor(request, message.ticketId);
    return message;
  }

  /** What the contact's phone would drop is refused at once, and not shown to agents as done. @throws ERR_FETCH_WAPP_MSG */
  async function inTime(request: FastifyRequest, message: MessageDocument, change: 'edit' | 'delete') {
    // Not sent yet, or never: nothing on a phone has to change.
    if (message.externalId === null) return;
    const company = await names.company(request.session.companyId);
    const limits = channelOf(company.get('connections', message.connectionId)?.channel)?.limits;
    if (limits && isTooLate(limits, change, Date.parse(message.createdAt), api.now().getTime()))
      throw new DomainError('ERR_FETCH_WAPP_MSG');
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    message: MessageDocument,
    outcome: Outcome,
  ) {
    const there = await settled(api, reply, outcome);
    const [view] = await views(request, message.ticketId, [message.id], there);
    if (!view) throw new DomainError('ERR_NO_MESSAGE_FOUND');
    return view;
  }

  /** One after the other. `needed`: ids of files that a message refers to, or may. */
  async function sendAll(
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: TicketDocument,
    messages: readonly NewMessage[],
    needed = new Set<string>(),
  ) {
    const company = await names.company(request.session.companyId);
    for (const { body, media, quotedId } of messages) {
      if (!media && body.trim() === '')
        throw new DomainError('ERR_VALIDATION', 'Empty message', { errors: { body: 'empty' } });
      checkLength(company, ticket.connectionId, body);
      if (media) checkFile(company, ticket.connectionId, media);
      if (quotedId) checkCan(company, ticket.connectionId, 'quote', 'quotedMsg');
    }
    await checkIds(
      ticket.id,
      messages.flatMap(({ messageId }) => messageId ?? []),
    );
    await checkQuoted(
      api,
      request,
      ticket.id,
      messages.flatMap(({ quotedId }) => quotedId ?? []),
    );
    for (const _ of messages) api.limits.send(ticket.connectionId);
    const outcomes: (Outcome & { messageId: string })[] = [];
    for (const message of messages) {
      const file = message.media?.id ?? '';
      needed.add(file);
      try {
        const outcome = await desk.tickets.send(contextOf(request, String(outcomes.length)), message);
        outcomes.push(outcome);
        if (!refersTo(outcome, file)) needed.delete(file);
      } catch (error) {
        if (isRefused(error)) needed.delete(file);
        throw error;
      }
    }
    const there = await settled(api, reply, ...outcomes);
    const ids = outcomes.map((outcome) => outcome.messageId);
    return { messages: await views(request, ticket.id, ids, there) };
  }

  app.get(
    '/api/messages/:ticketId',
    {
      schema: {
        tags,
        summary:
          'A page of a thread: 40 messages, oldest first. Page 1 is the newest; `before` and `after` page by cursor.',
        params: ofTicket,
        querystring: threadQuery,
        response: {
          200: messagePage.extend({ ticket: ticketOnWire }),
        },
      },
    },
    async (request) =>
      threadPage(
        { names, reader: request.read, session: request.session },
        await ticketFor(request, request.params.ticketId),
        request.query,
      ),
  );

  app.post(
    '/api/messages/:ticketId',
    {
      config: { failure: 'ERR_CREATING_MESSAGE' },
      schema: {
        tags,
        summary: 'Send: JSON, or multipart with files (`medias`), each a message of its own.',
        description:
          'JSON: {body, quotedMsg?, messageId?, mediaUrl?}. Multipart fields: body, quotedMsg, messageId (one, or one a file), seconds, medias. ' +
          'A repeated messageId or Idempotency-Key is the same message.',
        consumes: ['application/json', 'multipart/form-data'],
        params: ofTicket,
        // A form has no parsed body; its fields are checked where it is read.
        body: newMessage.optional().nullable(),
        response: { 200: sent },
      },
    },
    async (request, reply) => {
      const ticket = await ticketFor(request, request.params.ticketId);
      if (!request.isMultipart())
        return sendAll(request, reply, ticket, [
          await fromJson(request, ticket.id, newMessage.parse(request.body ?? {})),
        ]);
      return withForm(api, request, (form, needed) =>
        sendAll(request, reply, ticket, fromForm(ticket.id, form), needed),
      );
    },
  );

  app.post(
    '/api/messages/edit/:id',
    {
      schema: {
        tags,
        summary: 'Edit an own message.',
        params: idParams,
        body: newMessage.pick({ body: true }).extend({
          body: z
            .string()
            .max(longestText)
            .refine((text) => text.trim() !== ''),
        }),
        response: { 200: messageView },
      },
    },
    async (request, reply) => {
      const message = await messageFor(request, request.params.id);
      const company = await names.company(request.session.companyId);
      checkCan(company, message.connectionId, 'edit');
      checkLength(company, message.connectionId, request.body.body);
      await inTime(request, message, 'edit');
      const outcome = await desk.tickets.edit(contextOf(request), {
        ticketId: message.ticketId,
        messageId: message.id,
        body: request.body.body,
      });
      return answer(request, reply, message, outcome);
    },
  );

  app.delete(
    '/api/messages/:id',
    {
      schema: {
        tags,
        summary: 'Delete an own message, on the phone too.',
        params: idParams,
        response: { 200: messageView },
      },
    },
    async (request, reply) => {
      const message = await messageFor(request, request.params.id);
      // What was never sent is only taken off the desk, whatever the channel can.
      if (message.externalId !== null)
        checkCan(await names.company(request.session.companyId), message.connectionId, 'delete');
      await inTime(request, message, 'delete');
      const outcome = await desk.tickets.deleteMessage(contextOf(request), {
        ticketId: message.ticketId,
        messageId: message.id,
      });
      return answer(request, reply, message, outcome);
    },
  );

  app.post(
    '/api/messages/:id/file',
    {
      schema: {
        tags,
        summary: 'Fetch the file of a received message again.',
        params: idParams,
        response: { 200: messageView },
      },
    },
    async (request, reply) => {
      const message = await messageFor(request, request.params.id);
      const { ticketId, id: messageId } = message;
      const outcome = await desk.tickets.requestFile(contextOf(request), { ticketId, messageId });
      return answer(request, reply, message, outcome);
    },
  );

  app.post(
    '/api/messages/:id/reaction',
    {
      schema: {
        tags,
        summary: 'React to a message of either side in the company’s name; an empty emoji takes it back.',
        params: idParams,
        body: z.object({ emoji: reactionEmoji }),
        response: { 200: messageView },
      },
    },
    async (request, reply) => {
      const message = await messageFor(request, request.params.id);
      const ticket = await ticketFor(request, message.ticketId);
      checkReactable(await names.company(request.session.companyId), message, ticket);
      if (request.body.emoji !== '') api.limits.send(message.connectionId);
      const outcome = await desk.tickets.react(contextOf(request), {
        ticketId: message.ticketId,
        messageId: message.id,
        emoji: request.body.emoji,
      });
      return answer(request, reply, message, outcome);
    },
  );

  app.post(
    '/api/messages/:id/retry',
    {
      schema: {
        tags,
        summary: 'Send a failed message again.',
        params: idParams,
        response: { 200: messageView },
      },
    },
    async (request, reply) => {
      const message = await messageFor(request, request.params.id);
      api.limits.send(message.connectionId);
      const outcome = await desk.tickets.retry(contextOf(request), {
        ticketId: message.ticketId,
        messageId: message.id,
      });
      return answer(request, reply, message, outcome);
    },
  );
}
