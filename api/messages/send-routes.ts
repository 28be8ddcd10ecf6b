import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { messageView } from '../../contract/message.ts';
import type { NewMessage, Outcome } from '../../domain/desk/desk.ts';
import { DomainError } from '../../domain/errors.ts';
import { isSeen } from '../../domain/text/clean.ts';
import type { TicketDocument } from '../../projections/tickets/document.ts';
import { contextOf, settledSoon } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { isRefused, withForm } from '../http/multipart.ts';
import { id } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';
import { checkCan, checkFile, checkLength } from './channel-rules.ts';
import { fromForm, fromJson, newMessage } from './compose.ts';
import { createOwnIds } from './own-ids.ts';
import { checkQuoted } from './quoted.ts';

type Needs = Pick<
  Api,
  | 'app'
  | 'names'
  | 'limits'
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
const sentAnswer = z.object({ messages: z.array(messageView) });

/** Whether an event refers to the file. A repeated upload is the same message with the file it had: the second copy belongs to nobody. */
const refersTo = ({ events }: Outcome, mediaId: string) =>
  events.some((event) => (event.data as { media?: { id: string } }).media?.id === mediaId);

/** Sending to a ticket: one message, or one for each file of a form. */
export function sendRoutes(api: Needs, answers: Answers): void {
  const sendAll = createSending(api, answers);

  api.app.post(
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
        response: { 200: sentAnswer },
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
}

function createSending(api: Needs, { views }: Answers) {
  const { desk, names } = api;
  const checkIds = createOwnIds(api.readStore);

  /** All of them before the first is sent. */
  async function check(request: FastifyRequest, ticket: TicketDocument, messages: readonly NewMessage[]) {
    const company = await names.company(request.session.companyId);
    for (const { body, media, quotedId } of messages) {
      if (!media && !isSeen(body))
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
  }

  /** One after the other. `neededFiles`: ids of files that a message refers to, or may. */
  async function sendAll(
    request: FastifyRequest,
    reply: FastifyReply,
    ticket: TicketDocument,
    messages: readonly NewMessage[],
    neededFiles = new Set<string>(),
  ) {
    await check(request, ticket, messages);
    for (const _ of messages) api.limits.send(ticket.connectionId);
    const outcomes: (Outcome & { messageId: string })[] = [];
    for (const message of messages) {
      const file = message.media?.id ?? '';
      neededFiles.add(file);
      try {
        const outcome = await desk.tickets.send(contextOf(request, String(outcomes.length)), message);
        outcomes.push(outcome);
        if (!refersTo(outcome, file)) neededFiles.delete(file);
      } catch (error) {
        if (isRefused(error)) neededFiles.delete(file);
        throw error;
      }
    }
    const there = await settledSoon(api, reply, ...outcomes);
    const ids = outcomes.map((outcome) => outcome.messageId);
    return { messages: await views(request, ticket.id, ids, there) };
  }

  return sendAll;
}
