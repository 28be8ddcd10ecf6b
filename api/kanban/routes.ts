import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type BoardArrangement, boardArrangement, boardCards, boardLanes } from '../../contract/board.ts';
import { tagView } from '../../contract/refs.ts';
import { ticketOnWire } from '../../contract/wire-views.ts';
import { DomainError } from '../../domain/errors.ts';
import { boardConditions } from '../../domain/ticket-lists/ticket-lists.ts';
import { contextOf } from '../http/commands.ts';
import { ticketFor } from '../http/guard.ts';
import { sendJson } from '../http/ready-json.ts';
import { id, idParams, jsonList } from '../http/schemas.ts';
import type { CompanyNames } from '../names/names.ts';
import { tagRefOf } from '../names/refs.ts';
import type { Api } from '../services.ts';
import { createAnswers } from '../tickets/answers.ts';
import { boardJson } from './cards.ts';

type Needs = Pick<Api, 'app' | 'names' | 'desk' | 'eventStore' | 'reached' | 'config' | 'state'>;

const tags = ['kanban'];
const config = { plan: 'useKanban' } as const;
/** Those changed last: who has more looks at tickets, not at a board. */
const mostCards = 10_000;

const lanesOf = (company: CompanyNames) =>
  company
    .all('tags')
    .filter(({ kanban }) => kanban === 1)
    .flatMap((tag) => tagRefOf(tag) ?? [])
    .map((tag) => ({ ...tag, kanban: 1 as const }))
    .sort((a, b) => a.name.localeCompare(b.name, 'pt'));

/** The board: its lanes, its cards, and the ways of a card from one lane to another. */
export function kanbanRoutes(api: Needs): void {
  boardRoutes(api);
  moveRoutes(api);
  arrangementRoutes(api);
}

function boardRoutes({ app, names, config: settings }: Needs): void {
  app.get(
    '/api/tags/kanban',
    {
      config,
      schema: {
        tags,
        summary: 'The tags that are lanes of the board, by name.',
        response: { 200: boardLanes },
      },
    },
    async (request) => ({ lista: lanesOf(await names.company(request.session.companyId)) }),
  );

  app.get(
    '/api/ticket/kanban',
    {
      config,
      schema: {
        tags,
        summary: 'Open and pending tickets of the caller’s own queues, those changed last first.',
        description:
          `queueIds is a JSON list and only narrows that down. At most ${mostCards}; hasMore says that there are others. ` +
          'Who sees every queue and serves none serves all.',
        querystring: z.object({ queueIds: jsonList(id) }),
        response: { 200: boardCards },
      },
    },
    async ({ session, read, query }, reply) => {
      const board = boardConditions(session, query.queueIds);
      return sendJson(
        settings,
        reply,
        boardCards,
        await boardJson({ names, reader: read }, board, mostCards),
      );
    },
  );
}

function moveRoutes(api: Needs): void {
  const { app, desk, names } = api;
  const { answer } = createAnswers(api);
  const ticketTags = z.object({ ticketId: z.string(), tags: z.array(tagView) });
  const onTicket = z.object({ ticketId: id });

  const tagOf = (company: CompanyNames, tagId: string) => {
    const tag = company.get('tags', tagId);
    if (!tag) throw new DomainError('ERR_NOT_FOUND', 'No such tag', { errors: { tagId: 'invalid' } });
    return tag;
  };

  const move = async (request: FastifyRequest, ticketId: string, tagId: string | null) => {
    const ticket = await ticketFor(request, ticketId);
    const company = await names.company(request.session.companyId);
    if (tagId !== null && tagOf(company, tagId).kanban !== 1)
      throw new DomainError('ERR_VALIDATION', 'The tag is no lane', { errors: { tagId: 'invalid' } });
    return desk.tickets.moveToLane(contextOf(request), {
      ticketId: ticket.id,
      tagId,
      laneIds: lanesOf(company).map((lane) => lane.id),
    });
  };

  app.post(
    '/api/tickets/:id/lane',
    {
      config,
      schema: {
        tags,
        summary: 'Takes a ticket to the lane of this tag; null: to the lane of those without one.',
        description:
          'One change, whatever it leaves: the tags of other lanes go, tags that are no lane stay.',
        params: idParams,
        body: z.object({ tagId: id.nullable() }),
        response: { 200: ticketOnWire },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      return answer(request, reply, params.id, await move(request, params.id, body.tagId));
    },
  );

  const tagsAfter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    ticketId: string,
    outcome: { position: number },
  ) => ({
    ticketId,
    tags: (await answer(request, reply, ticketId, outcome)).tags,
  });

  app.put(
    '/api/ticket-tags/:ticketId/:tagId',
    {
      config,
      schema: {
        tags,
        summary: 'Gives a ticket a tag; that of a lane takes the place of the lane it is in.',
        params: onTicket.extend({ tagId: id }),
        response: { 200: ticketTags },
      },
    },
    async (request, reply) => {
      const { ticketId, tagId } = request.params;
      await ticketFor(request, ticketId);
      const company = await names.company(request.session.companyId);
      const outcome =
        tagOf(company, tagId).kanban === 1
          ? await move(request, ticketId, tagId)
          : await desk.tickets.addTag(contextOf(request), { ticketId, tagId });
      return tagsAfter(request, reply, ticketId, outcome);
    },
  );

  app.delete(
    '/api/ticket-tags/:ticketId',
    {
      config,
      schema: {
        tags,
        summary: 'Takes a ticket out of its lane; its tags that are no lane stay.',
        params: onTicket,
        response: { 200: ticketTags },
      },
    },
    async (request, reply) => {
      const { ticketId } = request.params;
      return tagsAfter(request, reply, ticketId, await move(request, ticketId, null));
    },
  );
}

/** Nobody else's affair, and no fact of the company's: it lies where drafts lie. */
function arrangementRoutes({ app, state }: Needs): void {
  const keyOf = ({ companyId, userId }: FastifyRequest['session']) => `board/${companyId}/${userId}`;
  const schema = { tags, response: { 200: boardArrangement } };

  app.get(
    '/api/kanban/arrangement',
    {
      config,
      schema: { ...schema, summary: 'How the caller has the board: the order of lanes, their limits.' },
    },
    async ({ session }) =>
      (await state.get<BoardArrangement>(keyOf(session)))?.value ?? { order: [], limits: {} },
  );

  app.put(
    '/api/kanban/arrangement',
    { config, schema: { ...schema, summary: 'Keeps it, for the caller alone.', body: boardArrangement } },
    async ({ session, body }) => {
      await state.set(keyOf(session), body);
      return body;
    },
  );
}
