import { z } from 'zod';
import { channels } from '../../domain/views/index.ts';
import { ticketFor } from '../http/guard.ts';
import { id } from '../http/schemas.ts';
import type { Api } from '../services.ts';

const draft = z.object({ body: z.string().max(20_000), updatedAt: z.string().optional() });
const monthMs = 30 * 86_400_000;
/** Somebody whose browser says nothing for this long is gone. */
const presenceMs = 40_000;

interface Present {
  readonly id: string;
  readonly name: string;
  readonly typing: boolean;
}

/** What an agent leaves on the desk without it being an event: drafts, and who looks at which ticket. */
export function workplaceRoutes(api: Api): void {
  const { app, state, hub } = api;
  const draftKey = (companyId: string, userId: string, ticketId: string) =>
    `draft/${companyId}/${userId}/${ticketId}`;

  app.get(
    '/api/drafts/:ticketId',
    { schema: { tags: ['drafts'], params: z.object({ ticketId: id }), response: { 200: draft } } },
    async (request) => {
      const { companyId, userId } = request.session;
      const ticket = await ticketFor(request, request.params.ticketId);
      return (
        (await state.get<z.output<typeof draft>>(draftKey(companyId, userId, ticket.id)))?.value ?? {
          body: '',
        }
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
        body: draft,
        response: { 200: draft },
      },
    },
    async (request) => {
      const { companyId, userId } = request.session;
      const ticket = await ticketFor(request, request.params.ticketId);
      const key = draftKey(companyId, userId, ticket.id);
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
      const mine = `presence-of/${session.companyId}/${session.userId}`;
      const before = (await state.get<string>(mine))?.value;
      const seat = (ticketId: string, userId = '') => `presence/${session.companyId}/${ticketId}/${userId}`;
      const tell = async (ticketId: string) => {
        const ticket = await request.read.get<{
          id: string;
          companyId: string;
          position: number;
          queueId: string | null;
          userId: string | null;
        }>('tickets', ticketId);
        if (!ticket) return;
        const users = (await state.list<Present>(seat(ticketId))).map(({ value }) => value);
        hub.tell({
          companyId: session.companyId,
          channel: channels.presence(session.companyId),
          action: 'update',
          id: ticketId,
          room: undefined,
          after: { queueId: ticket.queueId, userId: ticket.userId },
          document: { ticketId, users },
        });
      };
      if (before !== undefined && before !== body.ticketId) {
        await state.delete(seat(before, session.userId));
        await tell(before);
      }
      if (body.ticketId === null) await state.delete(mine);
      else {
        await ticketFor(request, body.ticketId);
        await state.set(
          seat(body.ticketId, session.userId),
          { id: session.userId, name: session.name, typing: body.typing } satisfies Present,
          { ttlMs: presenceMs },
        );
        await state.set(mine, body.ticketId, { ttlMs: presenceMs });
        await tell(body.ticketId);
      }
      return reply.code(204).send(null);
    },
  );
}
