import { z } from 'zod';
import { longestText } from '../../channels/known.ts';
import { ticketFor } from '../http/guard.ts';
import { id } from '../http/schemas.ts';
import type { Api } from '../services.ts';

type Needs = Pick<Api, 'app' | 'online' | 'presence' | 'now' | 'state'>;

// As long as a message may be: a shorter bound would lose the end of a long one that is not sent yet.
const draft = z.object({ body: z.string().max(longestText), updatedAt: z.string().optional() });
/** A message and a note to the same ticket are written side by side: neither is ever offered as the other. */
const draftKind = z.object({ kind: z.enum(['message', 'note']).default('message') });
const monthMs = 30 * 86_400_000;

/** What an agent leaves on the desk without it being an event: drafts, who looks at which ticket, and who is at it. */
export function workplaceRoutes(api: Needs): void {
  const { app, state, presence, online } = api;
  const draftKey = (
    { companyId, userId }: { companyId: string; userId: string },
    ticketId: string,
    { kind }: z.output<typeof draftKind>,
  ) => `${kind === 'note' ? 'draft-note' : 'draft'}/${companyId}/${userId}/${ticketId}`;

  app.get(
    '/api/drafts/:ticketId',
    {
      schema: {
        tags: ['drafts'],
        params: z.object({ ticketId: id }),
        querystring: draftKind,
        response: { 200: draft },
      },
    },
    async (request) => {
      const ticket = await ticketFor(request, request.params.ticketId);
      return (
        (await state.get<z.output<typeof draft>>(draftKey(request.session, ticket.id, request.query)))
          ?.value ?? { body: '' }
      );
    },
  );

  app.put(
    '/api/drafts/:ticketId',
    {
      schema: {
        tags: ['drafts'],
        summary: 'Keeps an unsent text; an empty one forgets it.',
        params: z.object({ ticketId: id }),
        querystring: draftKind,
        body: draft,
        response: { 200: draft },
      },
    },
    async (request) => {
      const ticket = await ticketFor(request, request.params.ticketId);
      const key = draftKey(request.session, ticket.id, request.query);
      const kept = { body: request.body.body, updatedAt: api.now().toISOString() };
      if (kept.body === '') await state.delete(key);
      else await state.set(key, kept, { ttlMs: monthMs });
      return kept;
    },
  );

  app.post(
    '/api/presence',
    {
      schema: {
        tags: ['presence'],
        summary: 'I look at this ticket (and type); null: at none. Say it every 20 s.',
        body: z.object({ ticketId: id.nullable(), typing: z.boolean().default(false) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { session, body } = request;
      if (body.ticketId !== null)
        await ticketFor(request, body.ticketId).catch(async (refusal: unknown) => {
          // Who is shown out no longer sits where they sat.
          await presence.sit(session, null, false);
          throw refusal;
        });
      await presence.sit(session, body.ticketId, body.typing);
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/api/users/status',
    {
      schema: {
        tags: ['users'],
        summary: 'I am at my desk, or away from it. Said every 5 minutes, and when it changes.',
        body: z.object({ status: z.enum(['online', 'away']) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await online.say(request.session, request.body.status);
      return reply.code(204).send(null);
    },
  );
}
