import { z } from 'zod';
import { messageView } from '../../contract/message.ts';
import { contextOf } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';
import { checkReactable, reactionEmoji } from './reaction.ts';

const tags = ['messages'];

/** Reacting to a message of either side. */
export function reactionRoute(
  api: Pick<Api, 'app' | 'names' | 'limits' | 'desk'>,
  { messageFor, answer }: Answers,
): void {
  const { app, desk, names } = api;

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
}
