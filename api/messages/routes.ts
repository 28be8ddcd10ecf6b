import { z } from 'zod';
import { ticketOnWire } from '../../contract/wire-views.ts';
import { ticketFor } from '../http/guard.ts';
import { id } from '../http/schemas.ts';
import type { Api } from '../services.ts';
import { fileRoute, retryRoute } from './again-routes.ts';
import { createAnswers } from './answers.ts';
import { changeRoutes } from './change-routes.ts';
import { messagePage, threadPage, threadQuery } from './query.ts';
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

function threadRoute({ app, names }: Pick<Needs, 'app' | 'names'>): void {
  app.get(
    '/api/messages/:ticketId',
    {
      schema: {
        tags,
        summary:
          'A page of a thread: 40 messages, oldest first. Page 1 is the newest; `before` and `after` page by cursor.',
        params: z.object({ ticketId: id }),
        querystring: threadQuery,
        response: { 200: messagePage.extend({ ticket: ticketOnWire }) },
      },
    },
    async (request) =>
      threadPage(
        { names, reader: request.read, session: request.session },
        await ticketFor(request, request.params.ticketId),
        request.query,
      ),
  );
}
