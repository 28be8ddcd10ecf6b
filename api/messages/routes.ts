import { z } from 'zod';
import { ticketFor } from '../http/guard.ts';
import { sendJson } from '../http/ready-json.ts';
import { id } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { fileRoute, retryRoute } from './again-routes.ts';
import { createAnswers } from './answers.ts';
import { changeRoutes } from './change-routes.ts';
import { threadJson, threadQuery, threadView } from './query.ts';
import { reactionRoute } from './reaction-route.ts';
import { sendRoutes } from './send-routes.ts';

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

/** Messages of tickets: read by page, sent, changed, reacted to, tried again. */
export function messageRoutes(api: Needs): void {
  const answers = createAnswers(api);
  threadRoute(api);
  sendRoutes(api, answers);
  changeRoutes(api, answers);
  fileRoute(api, answers);
  reactionRoute(api, answers);
  retryRoute(api, answers);
}

function threadRoute({ app, names, config }: Pick<Needs, 'app' | 'names' | 'config'>): void {
  app.get(
    '/api/messages/:ticketId',
    {
      schema: {
        tags,
        summary:
          'A page of a thread: 40 messages, oldest first. Page 1 is the newest; `before` and `after` page by cursor.',
        params: z.object({ ticketId: id }),
        querystring: threadQuery,
        response: { 200: threadView },
      },
    },
    async (request, reply) => {
      const ticket = await ticketFor(request, request.params.ticketId);
      const { read: reader, session } = request;
      const json = await threadJson({ names, reader, session }, ticket, request.query);
      return sendJson(config, reply, threadView, json);
    },
  );
}
