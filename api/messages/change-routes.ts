import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isTooLate } from '../../channels/channel.ts';
import { channelOf, longestText } from '../../channels/known.ts';
import { messageView } from '../../contract/message.ts';
import { DomainError } from '../../domain/errors.ts';
import { messageKind } from '../../domain/ticket/kind.ts';
import type { MessageDocument } from '../../projections/messages/document.ts';
import { contextOf } from '../http/commands.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';
import { checkCan, checkLength } from './channel-rules.ts';
import { newMessage } from './compose.ts';

type Needs = Pick<Api, 'app' | 'names' | 'now' | 'desk'>;

const tags = ['messages'];

/** @throws DomainError ERR_CHANNEL_CANNOT for what is more than a text: the contact's phone would keep the caption it has */
function checkIsText({ mediaType, extra }: MessageDocument): void {
  if (messageKind(mediaType, extra) !== 'chat')
    throw new DomainError('ERR_CHANNEL_CANNOT', 'only texts are edited', {
      details: { what: 'editCaption' },
    });
}

/** Editing and deleting an own message, here and on the contact's phone. */
export function changeRoutes(api: Needs, { messageFor, answer }: Answers): void {
  const { app, desk, names } = api;

  /** What the contact's phone would drop is refused at once, and not shown to agents as done. @throws ERR_FETCH_WAPP_MSG */
  async function inTime(request: FastifyRequest, message: MessageDocument, change: 'edit' | 'delete') {
    // Not sent yet, or never: nothing on a phone has to change.
    if (message.externalId === null) return;
    const company = await names.company(request.session.companyId);
    const limits = channelOf(company.get('connections', message.connectionId)?.channel)?.limits;
    if (limits && isTooLate(limits, change, Date.parse(message.createdAt), api.now().getTime()))
      throw new DomainError('ERR_FETCH_WAPP_MSG');
  }

  app.post(
    '/api/messages/edit/:id',
    {
      schema: {
        tags,
        summary: 'Edit an own text; the words below a file stay (ERR_CHANNEL_CANNOT).',
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
      checkIsText(message);
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
}
