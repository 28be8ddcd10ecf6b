import { messageView } from '../../contract/message.ts';
import { contextOf } from '../http/commands.ts';
import { idParams } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import type { Answers } from './answers.ts';

const tags = ['messages'];

/** A file of the contact's that did not come through is asked for once more. */
export function fileRoute({ app, desk }: Pick<Api, 'app' | 'desk'>, { messageFor, answer }: Answers): void {
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
}

/** A message of ours that did not come through is sent once more. */
export function retryRoute(api: Pick<Api, 'app' | 'limits' | 'desk'>, { messageFor, answer }: Answers): void {
  const { app, desk } = api;

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
